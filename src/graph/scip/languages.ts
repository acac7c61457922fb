/** SCIP's names of languages (`enum Language` of scip.proto). */

const names: ReadonlyMap<string, string> = new Map([
  ['bash', 'ShellScript'],
  ['c', 'C'],
  ['cpp', 'CPP'],
  ['csharp', 'CSharp'],
  ['elixir', 'Elixir'],
  ['go', 'Go'],
  ['java', 'Java'],
  ['javascript', 'JavaScript'],
  ['kotlin', 'Kotlin'],
  ['lua', 'Lua'],
  ['php', 'PHP'],
  ['python', 'Python'],
  ['ruby', 'Ruby'],
  ['rust', 'Rust'],
  ['scala', 'Scala'],
  ['dart', 'Dart'],
  ['swift', 'Swift'],
  ['typescript', 'TypeScript'],
]);

/** SCIP's name of a file's language; our own identifier where SCIP has no name for it. */
export function languageName(id: string, path: string): string {
  const name = names.get(id) ?? id;
  return /\.[jt]sx$/i.test(path) && /^(?:Java|Type)Script$/.test(name) ? `${name}React` : name;
}
