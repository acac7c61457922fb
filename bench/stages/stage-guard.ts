/**
 * `--baseline` and `--check` of bench/stages/stages.ts. Each measurement is a process of its own, so that code compiled
 * for one does not help the next.
 * Invariant: the check fails when a stage costs too much in two of three measurements. If none does in the first, one
 * measurement is enough.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processorKind } from './processor-kind.ts';
import { isOver, judge, measureRatios, readBaseline, writeBaseline, type StageVerdict } from './stage-baseline.ts';

/** The number of measurements whose median is the baseline. */
const baselineMeasurements = 9;

const self = fileURLToPath(import.meta.url);

/**
 * Without V8's last optimising compiler, which the product also disables for its first seconds: when it runs and how it
 * compiles a loop changes the cost of tags by a quarter from process to process.
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

/** The second of three, or the only one. */
function middleOf(verdicts: readonly StageVerdict[]): StageVerdict {
  return verdicts.toSorted((a, b) => a.more - b.more)[verdicts.length >> 1]!;
}

function line(verdict: StageVerdict): string {
  const { stage, ratio, expected, more, tolerance } = verdict;
  const result = isOver(verdict) ? 'TOO MUCH' : 'fine';
  return `| ${stage} | ${ratio.toPrecision(4)} | ${expected} | ${percent(more)} | +${tolerance * 100} % | ${result} |`;
}

/**
 * Prints the result, and gives whether all stages are within their limits.
 * @param slower factor for their cost, to see the check fail
 */
export function checkStages(slower: number): boolean {
  const baseline = readBaseline();
  const major = Number.parseInt(process.versions.node, 10);
  if (major !== baseline.nodeMajor)
    throw new Error(
      `bench/stages/stage-baseline.json was measured with Node ${baseline.nodeMajor}, but this is ${major}: run the bench by npm`,
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
  console.error('Make it cheaper, or, where the cost is justified, record it: npm run bench -- stages --baseline');
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
