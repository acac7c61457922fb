/**
 * What a file is by its path and its text: a test, an example, documentation, generated, minified, data.
 * Invariants: pure; case of a letter matters only where a convention has it; cost does not grow with the text beyond a sample.
 */
import { fileTraits } from '../model/file.ts';
import { isMinified, saysGenerated } from './text-traits.ts';
import {
  builtExtensions,
  dataExtensions,
  documentExtensions,
  documentName,
  folderPatterns,
  folderTraits,
  lockNames,
  namePatterns,
  settingsName,
  specExtensions,
  topFolderTraits,
} from './path-traits.ts';

const { test, example, documentation, generated, data, minified } = fileTraits;

/** Bits of `fileTraits` that a path (relative to the root) tells: all but `exports`. */
export function classifyPath(path: string): number {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const lower = name.toLowerCase();
  const dot = lower.lastIndexOf('.');
  const extension = dot === -1 ? '' : lower.slice(dot + 1);
  const sourceSet = findSourceSet(parts);
  const byName = traitsOfName(name, lower, extension);
  let traits = 0;
  const depth = sourceSet === null ? parts.length : sourceSet.end;
  for (let index = 0; index < depth; index++) traits |= traitsOfFolder(parts, index, extension);
  if (sourceSet === null) return traits | byName;
  // In the main source set lies the product, whatever its classes are called.
  if (sourceSet.role === 'main') return traits | (byName & ~(test | example));
  return traits | byName | (sourceSet.role === 'test' ? test : 0);
}

/** Bits that the text tells: `generated` and `minified`. */
export function classifyText(path: string, text: string): number {
  return (saysGenerated(text) ? generated : 0) | (isMinified(path, text) ? minified : 0);
}

interface SourceSet {
  role: 'main' | 'test' | 'other';
  /** How many parts come before `src`. */
  end: number;
}

const sourceSetContent = /^(java|kotlin|scala(-.+)?|groovy|clojure|resources|proto)$/;

/** Maven's and Gradle's layout `src/<set>/<language>/`: what follows are packages (`com/example/test`), not conventions. */
function findSourceSet(parts: readonly string[]): SourceSet | null {
  for (let index = parts.length - 3; index >= 0; index--) {
    if (parts[index] !== 'src' || !sourceSetContent.test(parts[index + 2] ?? '')) continue;
    const name = parts[index + 1] ?? '';
    const role = /^(main|[A-Za-z0-9]+Main)$/.test(name)
      ? 'main'
      : /^(test|it|jmh|testFixtures|.*Tests?|.*Benchmarks?)$/.test(name)
        ? 'test'
        : 'other';
    return { role, end: index };
  }
  return null;
}

function traitsOfFolder(parts: readonly string[], index: number, extension: string): number {
  const part = parts[index] as string;
  const folder = part.toLowerCase();
  // Java's reserved domain is a package's name, not an example.
  if (folder === 'example' && /^(com|org|net)$/.test(parts[index - 1] ?? '')) return 0;
  let traits = folderTraits.get(folder) ?? 0;
  if (index === 0) traits |= topFolderTraits.get(folder) ?? 0;
  if ((folder === 'spec' || folder === 'specs') && specExtensions.has(extension)) traits |= test;
  if (folder === 'dist' && builtExtensions.has(extension)) traits |= generated;
  for (const [pattern, found] of folderPatterns) if (pattern.test(part)) traits |= found;
  return traits;
}

function traitsOfName(name: string, lower: string, extension: string): number {
  if (lockNames.has(lower)) return generated | data;
  let traits = 0;
  for (const [pattern, found] of namePatterns) if (pattern.test(name)) traits |= found;
  if (documentExtensions.has(extension) || documentName.test(lower)) traits |= documentation;
  if (dataExtensions.has(extension) && !settingsName.test(lower)) traits |= data;
  return traits;
}
