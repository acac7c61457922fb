/**
 * `--baseline` and `--check` of bench/stages.ts. Each measurement is a process of its own: what V8 compiled for one is not the next one's.
 * Invariant: a stage has failed when it cost too much in every measurement; one that did not is enough to pass.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judge, measureRatios, readBaseline, writeBaseline, type StageVerdict } from './stage-baseline.ts';

/** Of these the baseline is the median. */
const baselineMeasurements = 9;
const mostMeasurements = 3;

const self = fileURLToPath(import.meta.url);

function measureApart(slower: number): Map<string, number> {
  const output = execFileSync(process.execPath, [self, String(slower)], { encoding: 'utf8' });
  return new Map(Object.entries(JSON.parse(output) as Record<string, number>));
}

export function rewriteBaseline(): void {
  const measured = Array.from({ length: baselineMeasurements }, () => measureApart(1));
  writeBaseline(measured);
  console.log(`| stage | ratio | least and most of ${baselineMeasurements} measurements |\n|---|---|---|`);
  for (const [stage, { ratio }] of Object.entries(readBaseline().stages)) {
    const all = measured.map((ratios) => ratios.get(stage)! / ratio - 1);
    console.log(`| ${stage} | ${ratio} | ${percent(Math.min(...all))} to ${percent(Math.max(...all))} |`);
  }
}

function percent(share: number): string {
  return `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`;
}

function isOver({ more, tolerance }: StageVerdict): boolean {
  return more > tolerance;
}

function line(verdict: StageVerdict): string {
  const { stage, ratio, expected, more, tolerance } = verdict;
  const result = isOver(verdict) ? 'TOO MUCH' : 'fine';
  return `| ${stage} | ${ratio.toPrecision(4)} | ${expected} | ${percent(more)} | +${tolerance * 100} % | ${result} |`;
}

/** Prints what was found; whether all stages cost what they may. @param slower how many times their cost, to see it fail */
export function checkStages(slower: number): boolean {
  const baseline = readBaseline();
  const major = Number.parseInt(process.versions.node, 10);
  if (major !== baseline.nodeMajor)
    throw new Error(`bench/stage-baseline.json is of Node ${baseline.nodeMajor}, this is ${major}: run it by npm`);
  const best = new Map<string, StageVerdict>();
  for (let measurement = 0; measurement < mostMeasurements; measurement++) {
    for (const verdict of judge(measureApart(slower), baseline)) {
      const known = best.get(verdict.stage);
      if (known === undefined || verdict.more < known.more) best.set(verdict.stage, verdict);
    }
    if (![...best.values()].some(isOver)) break;
  }
  const verdicts = [...best.values()];
  console.log('| stage | of the reference | baseline | more | may be | |\n|---|---|---|---|---|---|');
  console.log(verdicts.map(line).join('\n'));
  const over = verdicts.filter(isOver).map(({ stage }) => stage);
  if (over.length === 0) return true;
  console.error(`costs more CPU than bench/stage-baseline.json allows: ${over.join(', ')}.`);
  console.error('Make it cheaper, or, where the cost is worth it, write it down: npm run bench:stages -- --baseline');
  return false;
}

if (process.argv[1] === self) {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-stages-'));
  try {
    console.log(JSON.stringify(Object.fromEntries(await measureRatios(folder, Number(process.argv[2] ?? 1)))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
