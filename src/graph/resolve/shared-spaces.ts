/** What languages whose files share names without naming each other's files have in common (`rules.sharesNames`). */
import type { FileFacts } from '../program/file-facts.ts';
import type { Value } from '../infer/values.ts';

export function isC({ language }: FileFacts): boolean {
  return language === 'c' || language === 'cpp';
}

/** Languages whose names are seen by importing the module, or by being of it (packages, namespaces, crates), alone: who sees them leans on it. */
const moduleLanguages: ReadonlySet<string> = new Set(
  'typescript javascript python go java kotlin scala csharp rust'.split(' '),
);

export function isSeenByImport(language: string): boolean {
  return moduleLanguages.has(language);
}

/** Languages whose files see each other's names; any other is alone. */
const families: Readonly<Record<string, string>> = { cpp: 'c', javascript: 'typescript' };

export function familyOf(language: string): string {
  return families[language] ?? language;
}

/** What stands at an index where containers are not told from what points to their first element; undefined for other languages. */
export function pointedAt(file: FileFacts, value: Value | null): Value | null | undefined {
  if (!isC(file) || value === null) return undefined;
  return value.kind === 'list' ? value.of : value;
}

/** The last part of a name that was written with what stands before it (`a::b::f`, `App\\Models\\User`), without the mark of a variable. */
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
