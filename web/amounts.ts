/** Numbers as readers see them. */

/** `12,345`, in the same form for every reader. */
export function amount(count: number): string {
  return count.toLocaleString('en');
}

/** `1 file`, `12,345 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${amount(count)} ${count === 1 ? one : many}`;
}
