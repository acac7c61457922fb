/**
 * `--baseline` and `--check` of bench/stages/stages.ts. Each measurement is a process of its own: what V8 compiled for one is not the next one's.
 * Invariant: the check fails when a stage cost too much in two of three measurements; when none does in the first, that is enough.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processorKind } from './processor-kind.ts';
import { isOver, judge, measureRatios, readBaseline, writeBaseline, type StageVerdict } from './stage-baseline.ts';

/** Of these the baseline is the median. */
const baselineMeasurements = 9;

const self = fileURLToPath(import.meta.url);

/**
 * Without V8's last compiler, which the product too leaves out for its first seconds: when it comes, and what it makes of a loop, differs
 * from process to process by a quarter of what tags cost.
 */
function measureApart(slower: number): Map<string, number> {
  const output = execFileSync(process.execPath, ['--no-turbofan', self, String(slower)], { encoding: 'utf8' });
  return new Map(Object.entries(JSON.parse(output) as Record<string, number>));
}

export function rewriteBaseline(): void {
  const measured = Array.from({ length: baselineMeasurements }, () => measureApart(1));
  writeBaseline(measured);
  console.log(`| stage | ratio | least and most of ${baselineMeasurements} measurements |\n|---|---|---|`);
  for (const [stage, { ratios }] of Object.entries(readBaseline().stages)) {
    const ratio = ratios[processorKind()]!;
    const all = measured.map((ratios) => ratios.get(stage)! / ratio - 1);
    console.log(`| ${stage} | ${ratio} | ${percent(Math.min(...all))} to ${percent(Math.max(...all))} |`);
  }
}

function percent(share: number): string {
  return `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`;
}

/** Of three the second, of one itself. */
function middleOf(verdicts: readonly StageVerdict[]): StageVerdict {
  return verdicts.toSorted((a, b) => a.more - b.more)[verdicts.length >> 1]!;
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
    throw new Error(
      `bench/stages/stage-baseline.json is of Node ${baseline.nodeMajor}, this is ${major}: run it by npm`,
    );
  const measured = [judge(measureApart(slower), baseline)];
  if (measured[0]!.some(isOver))
    for (let more = 0; more < 2; more++) measured.push(judge(measureApart(slower), baseline));
  const verdicts = measured[0]!.map((_, at) => middleOf(measured.map((all) => all[at]!)));
  console.log('| stage | of the reference | baseline | more | may be | |\n|---|---|---|---|---|---|');
  console.log(verdicts.map(line).join('\n'));
  const over = verdicts.filter(isOver).map(({ stage }) => stage);
  if (over.length === 0) return true;
  console.error(`costs more CPU than bench/stages/stage-baseline.json allows: ${over.join(', ')}.`);
  console.error('Make it cheaper, or, where the cost is worth it, write it down: npm run bench -- stages --baseline');
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
