/** Formats counts, durations and ages for people. */

export function formatCount(count: number): string {
  // `toLocaleString` loads the locale data first: 20 ms that every command would pay.
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 file`, `2 files`. */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : many}`;
}

/** `840 ms`, `12.3 s`, `3 min 20 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const ageUnits = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

/** `just now`, `3 minutes ago`, `2 days ago`. @param time ISO 8601 */
export function ageText(time: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  for (const [length, unit] of ageUnits)
    if (seconds >= length) return `${plural(Math.floor(seconds / length), unit)} ago`;
  return 'just now';
}

/** `a 3, b 1`: by count, the largest first, then by name. */
export function formatCounts(counts: Readonly<Record<string, number | undefined>>): string {
  return Object.entries(counts)
    .filter((entry): entry is [string, number] => (entry[1] ?? 0) > 0)
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${formatCount(count)}`)
    .join(', ');
}
