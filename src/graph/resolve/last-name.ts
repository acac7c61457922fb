/**
 * The last part of a qualified name (`a::b::f`, `App\\Models\\User`), without `$` or `.` in front of it and a function's arity behind it (`/2`).
 * A dot separates parts only where the name starts with a letter: in `.name` it is a mark.
 */
export function lastName(path: string): string {
  const colons = path.lastIndexOf('::');
  const from = Math.max(
    colons === -1 ? 0 : colons + 2,
    path.lastIndexOf('\\') + 1,
    /^\w/.test(path) ? path.lastIndexOf('.') + 1 : 0,
  );
  return path
    .slice(from)
    .replace(/^[$.](?=.)/, '')
    .replace(/(?<=.)\/\d+$/, '');
}
