/** The figures of the stages as tables, and as JSON lines (docs/history/stages.jsonl). */
import { appendHistory } from '../lib/history.ts';
import type { CorpusResult, StageResult } from './stage-run.ts';

/** Milliseconds per MB, or microseconds per smaller unit. */
function perUnit(seconds: number, unit: StageResult['rule']['unit']): string {
  const amount = unit === 'MB' ? seconds * 1e3 : seconds * 1e6;
  return `${amount < 10 ? amount.toFixed(2) : amount.toFixed(0)} ${unit === 'MB' ? 'ms' : 'µs'}`;
}

function row({ rule, units, cpuS, wallS, floorCpuS, ratio }: StageResult): string {
  const { stage, unit, floorIs } = rule;
  const cells = [
    stage,
    unit === 'MB' ? `${units.toFixed(2)} MB` : `${units} ${unit}s`,
    (cpuS * units).toFixed(3),
    `${perUnit(cpuS, unit)} / ${perUnit(wallS, unit)}`,
    floorCpuS === null ? '–' : `${perUnit(floorCpuS, unit)} (${floorIs})`,
    ratio === null ? '–' : ratio.toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

export function tableOf({ corpus, amounts, stages }: CorpusResult): string[] {
  const { files, bytes, rows, rowBytes } = amounts;
  return [
    `**${corpus.name}**: ${files} files, ${(bytes / 1e6).toFixed(2)} MB; ${rows} rows of ${(rowBytes / 1e6).toFixed(2)} MB.`,
    '',
    '| stage | work | CPU s | a unit, CPU / wall | floor, CPU a unit | times its floor |',
    '|---|---|---|---|---|---|',
    ...stages.map(row),
    '',
  ];
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

/** Appends one line for each run of the command; existing lines never change. */
export function appendStages(results: readonly CorpusResult[], runs: number): void {
  appendHistory('stages', {
    runs,
    corpora: results.map(({ corpus, amounts, stages }) => ({
      name: corpus.name,
      ...amounts,
      stages: Object.fromEntries(
        stages.map(({ rule, cpuS, wallS, ratio }) => [
          rule.stage.replace('– ', ''),
          {
            unit: rule.unit,
            cpuS: rounded(cpuS),
            wallS: rounded(wallS),
            ofFloor: ratio === null ? null : rounded(ratio),
          },
        ]),
      ),
    })),
  });
}
