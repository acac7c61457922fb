/** The log of experiments on speed and memory, docs/history/experiments.jsonl: one line each, only ever added. */

export interface Experiment {
  /** The day of the entry. */
  date: string;
  /** The part of the program, such as `linking`. */
  part: string;
  tried: string;
  /** What was measured. */
  measure: string;
  /**
   * Ratios of the measure with the change to the measure without it, by source tree or by what was measured. A range if it was measured more than
   * once. Empty if only amounts are known.
   */
  effect: Readonly<Record<string, number | readonly [least: number, most: number]>>;
  /** Tree, machine and number of runs; empty if they were not recorded. */
  where: string;
  /** Whether the change was kept; null for a measurement without a change. */
  kept: boolean | null;
  /** Amounts and reasons. */
  note: string;
}

const textFields = ['date', 'part', 'tried', 'measure', 'where', 'note'] as const;
const required: ReadonlySet<string> = new Set(['date', 'part', 'tried', 'measure']);
const fields: ReadonlySet<string> = new Set([...textFields, 'effect', 'kept']);

function isRatio(value: unknown): boolean {
  const isSingleRatio = (one: unknown): boolean => typeof one === 'number' && one > 0 && one < 100;
  if (!Array.isArray(value)) return isSingleRatio(value);
  return value.length === 2 && value.every(isSingleRatio) && (value[0] as number) <= (value[1] as number);
}

/** What is wrong with a line; null if nothing is. */
export function problemOf(line: unknown): string | null {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return 'is no object';
  const record = line as Record<string, unknown>;
  const unknown = Object.keys(record).find((field) => !fields.has(field));
  if (unknown !== undefined) return `has a field ${unknown}`;
  for (const field of textFields) {
    const value = record[field];
    if (typeof value !== 'string' || (required.has(field) && value === '')) return `has no ${field}`;
  }
  if (!/^\d{4}-\d\d-\d\d$/.test(record['date'] as string)) return 'has a date that is no day';
  if (record['kept'] !== null && typeof record['kept'] !== 'boolean') return 'does not say whether it was kept';
  const { effect } = record;
  if (typeof effect !== 'object' || effect === null || Array.isArray(effect)) return 'has no effect';
  const invalid = Object.entries(effect).find(([, value]) => !isRatio(value));
  return invalid === undefined ? null : `has an effect that is no ratio: ${invalid[0]}`;
}

/** @throws for a line of another shape, with its number */
export function experimentsOf(text: string): Experiment[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line, at) => {
      const parsed: unknown = JSON.parse(line);
      const problem = problemOf(parsed);
      if (problem !== null) throw new Error(`line ${at + 1} ${problem}`);
      return parsed as Experiment;
    });
}
