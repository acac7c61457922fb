/** Figures beside their limits, as Markdown and as JSON lines (docs/history/scale.jsonl). */

export interface Verdict {
  what: string;
  value: number;
  /** The upper limit. */
  ceiling: number;
  unit: string;
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function verdictLines(verdicts: readonly Verdict[]): string[] {
  return [
    '| asked for | at most | measured | |',
    '|---|---|---|---|',
    ...verdicts.map(
      ({ what, value, ceiling, unit }) =>
        `| ${what} | ${shown(ceiling)} ${unit} | ${shown(value)} ${unit} | ${value <= ceiling ? 'met' : 'MISSED'} |`,
    ),
  ];
}
