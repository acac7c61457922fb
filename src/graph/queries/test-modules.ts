/**
 * Code that is test code by where it stands in its file: in Rust a private module `tests`, which is compiled with the tests alone, and functions
 * called `test_…` that have an attribute (`#[test]`).
 */
import { qualifiedName } from '../../model/link.ts';
import type { OutlineEntry } from '../../store/outline.ts';

const testModule = /^tests?$/;
const testName = /^test_/;

/** @param definitions of the definition's file */
export function inTestModule(path: string, definition: OutlineEntry, definitions: readonly OutlineEntry[]): boolean {
  if (!path.endsWith('.rs')) return false;
  if (isTestFunction(definition)) return true;
  const names = qualifiedName(definition).split('.');
  return names.some((name, at) => {
    if (!testModule.test(name)) return false;
    const around = names.slice(0, at + 1).join('.');
    return definitions.some((one) => one.kind === 'module' && !one.exported && qualifiedName(one) === around);
  });
}

/** The lines of such modules and functions in a file, first and last. Its definitions are asked for where they tell. */
export function testLines(file: {
  path: string;
  readonly definitions: readonly OutlineEntry[];
}): readonly (readonly [number, number])[] {
  if (!file.path.endsWith('.rs')) return [];
  const tests = file.definitions.filter((one) => isTestModule(one) || isTestFunction(one));
  return tests.map(({ startLine, endLine }) => [startLine, endLine]);
}

function isTestModule({ kind, name, exported }: OutlineEntry): boolean {
  return kind === 'module' && !exported && testModule.test(name);
}

/** What stands before its name on lines of its own is an attribute. */
function isTestFunction({ kind, name, exported, line, startLine }: OutlineEntry): boolean {
  return kind === 'function' && !exported && testName.test(name) && startLine < line;
}
