/** Numbers as readers see them. */

/** `12,345`, in the same form for every reader. */
export function amount(count: number): string {
  return count.toLocaleString('en');
}

/** `12 KB`, `3.4 MB`, `20 GB`: as the command line reads and writes sizes (`formatBytes`), so 1024 KB are a MB. */
export function bytes(size: number): string {
  const power = size < 1024 ? 0 : size < 1024 ** 2 ? 1 : size < 1024 ** 3 ? 2 : 3;
  return `${Number((size / 1024 ** power).toFixed(1))} ${['B', 'KB', 'MB', 'GB'][power]!}`;
}

/** `1 file`, `12,345 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${amount(count)} ${count === 1 ? one : many}`;
}

/** `3 minutes`, for a time that is still to come or has passed (ms): the nearest number, so that 90 days are still 90 a moment later. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return counted(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return counted(minutes, 'minute');
  return minutes < 2880 ? counted(Math.round(minutes / 60), 'hour') : counted(Math.round(minutes / 1440), 'day');
}
