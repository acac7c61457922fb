/**
 * Test code inside a file: in Rust a private module `tests`, which is compiled only with the tests, and functions named `test_…` that have an
 * attribute (`#[test]`). In C and C++ functions that a macro of tests makes (`TEST(Suite, Name) { … }`), which have its call as their signature.
 */
import { isSourceOfC } from '../../model/file.ts';
import { qualifiedName } from '../../model/link.ts';
import type { OutlineEntry } from '../../store/outline.ts';

const testModule = /^tests?$/;
const testName = /^test_/;

/** Whether a definition is test code. @param definitions all definitions of its file */
export function inTestModule(path: string, definition: OutlineEntry, definitions: readonly OutlineEntry[]): boolean {
  if (isSourceOfC(path)) return isMadeTest(definition);
  if (!path.endsWith('.rs')) return false;
  if (isTestFunction(definition)) return true;
  const names = qualifiedName(definition).split('.');
  return names.some((name, at) => {
    if (!testModule.test(name)) return false;
    const outer = names.slice(0, at + 1).join('.');
    return definitions.some((one) => one.kind === 'module' && !one.exported && qualifiedName(one) === outer);
  });
}

/** The first and last line of each test module and test function of a file. `definitions` is read only for a language with such tests. */
export function testLines(file: {
  path: string;
  readonly definitions: readonly OutlineEntry[];
}): readonly (readonly [number, number])[] {
  const isOfC = isSourceOfC(file.path);
  if (!isOfC && !file.path.endsWith('.rs')) return [];
  const tests = file.definitions.filter(isOfC ? isMadeTest : (one) => isTestModule(one) || isTestFunction(one));
  return tests.map(({ startLine, endLine }) => [startLine, endLine]);
}

function isTestModule({ kind, name, exported }: OutlineEntry): boolean {
  return kind === 'module' && !exported && testModule.test(name);
}

/** A definition that starts on a line before its name has an attribute. */
function isTestFunction({ kind, name, exported, line, startLine }: OutlineEntry): boolean {
  return kind === 'function' && !exported && testName.test(name) && startLine < line;
}

function isMadeTest({ kind, signature }: OutlineEntry): boolean {
  return kind === 'function' && signature !== null && /^[A-Z0-9_]*TEST[A-Z0-9_]*\(/.test(signature);
}
