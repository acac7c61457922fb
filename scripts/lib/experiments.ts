/** The log of experiments on speed and memory, docs/history/experiments.jsonl: one line each, only ever added. */

export interface Experiment {
  /** When it was written down. */
  date: string;
  /** What it is about, as `linking`. */
  part: string;
  tried: string;
  /** What the ratios are of. */
  measure: string;
  /** With it over without it, by tree or by what was measured; a range where it was measured more than once. Empty where only amounts are known. */
  effect: Readonly<Record<string, number | readonly [least: number, most: number]>>;
  /** Tree, machine and number of runs; empty where nobody wrote it down. */
  where: string;
  /** Null for a measurement that changes nothing. */
  kept: boolean | null;
  /** Amounts and reasons. */
  note: string;
}

const texts = ['date', 'part', 'tried', 'measure', 'where', 'note'] as const;
const required: ReadonlySet<string> = new Set(['date', 'part', 'tried', 'measure']);
const fields: ReadonlySet<string> = new Set([...texts, 'effect', 'kept']);

function isRatio(value: unknown): boolean {
  const isOne = (one: unknown): boolean => typeof one === 'number' && one > 0 && one < 100;
  if (!Array.isArray(value)) return isOne(value);
  return value.length === 2 && value.every(isOne) && (value[0] as number) <= (value[1] as number);
}

/** What is wrong with a line; null for nothing. */
export function problemOf(line: unknown): string | null {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return 'is no object';
  const record = line as Record<string, unknown>;
  const unknown = Object.keys(record).find((field) => !fields.has(field));
  if (unknown !== undefined) return `has a field ${unknown}`;
  for (const field of texts) {
    const value = record[field];
    if (typeof value !== 'string' || (required.has(field) && value === '')) return `has no ${field}`;
  }
  if (!/^\d{4}-\d\d-\d\d$/.test(record['date'] as string)) return 'has a date that is no day';
  if (record['kept'] !== null && typeof record['kept'] !== 'boolean') return 'does not say whether it was kept';
  const { effect } = record;
  if (typeof effect !== 'object' || effect === null || Array.isArray(effect)) return 'has no effect';
  const wrong = Object.entries(effect).find(([, value]) => !isRatio(value));
  return wrong === undefined ? null : `has an effect that is no ratio: ${wrong[0]}`;
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
