/** Code that is test code by where it stands in its file: in Rust a private module `tests`, which is compiled with the tests alone. */
import { qualifiedName } from '../../model/link.ts';
import type { OutlineEntry } from '../../store/store.ts';

const testModule = /^tests?$/;

/** @param definitions of the definition's file */
export function inTestModule(path: string, definition: OutlineEntry, definitions: readonly OutlineEntry[]): boolean {
  if (!path.endsWith('.rs')) return false;
  const names = qualifiedName(definition).split('.');
  return names.some((name, at) => {
    if (!testModule.test(name)) return false;
    const around = names.slice(0, at + 1).join('.');
    return definitions.some((one) => one.kind === 'module' && !one.exported && qualifiedName(one) === around);
  });
}

/** The lines of such modules in a file, first and last. Its definitions are asked for where they tell. */
export function testLines(file: {
  path: string;
  readonly definitions: readonly OutlineEntry[];
}): readonly (readonly [number, number])[] {
  if (!file.path.endsWith('.rs')) return [];
  const modules = file.definitions.filter(
    ({ kind, name, exported }) => kind === 'module' && !exported && testModule.test(name),
  );
  return modules.map(({ startLine, endLine }) => [startLine, endLine]);
}
