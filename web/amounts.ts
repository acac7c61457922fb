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
