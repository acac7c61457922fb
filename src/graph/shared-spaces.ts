/** In which languages files share names without naming each other's files, and what else these have in common. */
import type { FileFacts } from './file-facts.ts';
import type { Value } from './values.ts';

export function isC({ language }: FileFacts): boolean {
  return language === 'c' || language === 'cpp';
}

export function sharesNames(file: FileFacts): boolean {
  return isC(file) || sharing.has(file.language);
}

const sharing: ReadonlySet<string> = new Set(['php', 'ruby', 'swift']);

/** Whether static members and those of instances have names together. */
export function hasOneMemberSpace(file: FileFacts): boolean {
  return isC(file) || file.language === 'php' || file.language === 'swift';
}

/** Whether what a class mixes in comes before what it inherits. */
export function mixesInFirst(file: FileFacts): boolean {
  return file.language === 'php' || file.language === 'ruby';
}

/** Whether what a property holds is read by calling it. */
export function readsByCall(file: FileFacts): boolean {
  return file.language === 'ruby';
}

/** Whether a class is made by calling it. */
export function constructsByCall(file: FileFacts): boolean {
  return file.language === 'cpp' || file.language === 'swift';
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
  return path.slice(from).replace(/^[$.](?=.)/, '');
}
