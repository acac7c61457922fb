/** Numbers as readers see them. */

/** `12,345`, in the same form for every reader. */
export function amount(count: number): string {
  return count.toLocaleString('en');
}

/** `12 kB`, `3.4 MB`, `1.20 GB`. */
export function bytes(size: number): string {
  if (size < 1e6) return `${Math.max(1, Math.round(size / 1e3))} kB`;
  return size < 1e9 ? `${(size / 1e6).toFixed(1)} MB` : `${(size / 1e9).toFixed(2)} GB`;
}

/** `1 file`, `12,345 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${amount(count)} ${count === 1 ? one : many}`;
}
