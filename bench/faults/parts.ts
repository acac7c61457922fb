/** What the parts of `npm run bench -- faults` share. */

export interface PartOptions {
  /** An empty folder. */
  folder: string;
  entry: string;
  seed: number;
  /** How many faults are wanted. */
  rounds: number;
  /** Files of the project. */
  files: number;
  isOver: () => boolean;
}

export interface Part {
  lines: string[];
  problems: string[];
}

/** `first 12, second 3`, the most frequent first. */
export function tally<T>(results: readonly T[], of: (result: T) => string): string {
  const counts = new Map<string, number>();
  for (const result of results) counts.set(of(result), (counts.get(of(result)) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
