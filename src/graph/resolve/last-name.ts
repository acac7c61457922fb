/** The last part of a qualified name (`a::b::f`, `App\\Models\\User`), without a variable's sigil (`$`, `.`) and a function's arity (`/2`). */
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
