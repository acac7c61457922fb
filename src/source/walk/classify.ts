/**
 * Classifies a file by its path and its text: a test, an example, documentation, vendored, generated, minified, data.
 * Invariants: pure. Case matters only where a convention uses it. The cost does not grow with the text beyond a sample.
 */
import { fileTraits } from '../../model/file.ts';
import { isMinified, saysGenerated } from './text-traits.ts';
import {
  benchmarkFolders,
  builtExtensions,
  dataExtensions,
  documentExtensions,
  documentName,
  folderPatterns,
  folderTraits,
  lockNames,
  namePatterns,
  type NamePattern,
  productFolders,
  settingsName,
  specExtensions,
  topFolderTraits,
} from './path-traits.ts';

const { test, example, documentation, generated, data, minified } = fileTraits;

/** The traits that a folder gives to files with a certain extension. */
interface FolderTraits {
  traits: number;
  /** Null outside of source sets. */
  role: SourceSet['role'] | null;
}

/** By extension and folder. Cached, since a folder has many files of one kind. */
const cachedTraits = new Map<string, FolderTraits>();
const maxCached = 4096;

/** The bits of `fileTraits` that a path (relative to the root) determines: all but `exports`. */
export function classifyPath(path: string): number {
  const slash = path.lastIndexOf('/');
  const folder = slash === -1 ? '' : path.slice(0, slash);
  const name = path.slice(slash + 1);
  const lower = name.toLowerCase();
  const dot = lower.lastIndexOf('.');
  const extension = dot === -1 ? '' : lower.slice(dot + 1);
  const byName = traitsOfName(name, lower, extension);
  const { traits, role } = traitsOfFolders(folder, extension);
  if (role === null) return traits | byName;
  // The main source set contains the product, whatever its classes are called.
  if (role === 'main') return traits | (byName & ~(test | example));
  return traits | byName | (role === 'test' ? test : 0);
}

function traitsOfFolders(folder: string, extension: string): FolderTraits {
  const key = `${extension}/${folder}`;
  let found = cachedTraits.get(key);
  if (found === undefined) {
    if (cachedTraits.size >= maxCached) cachedTraits.clear();
    cachedTraits.set(key, (found = readFolders(folder === '' ? [] : folder.split('/'), extension)));
  }
  return found;
}

function readFolders(parts: readonly string[], extension: string): FolderTraits {
  const sourceSet = findSourceSet(parts);
  const depth = sourceSet === null ? parts.length : sourceSet.end;
  let traits = 0;
  for (let index = 0; index < depth; index++) traits |= traitsOfFolder(parts, index, extension);
  return { traits, role: sourceSet?.role ?? null };
}

/** The bits that the text determines: `generated` and `minified`. */
export function classifyText(path: string, text: string): number {
  return (saysGenerated(text) ? generated : 0) | (isMinified(path, text) ? minified : 0);
}

interface SourceSet {
  role: 'main' | 'test' | 'other';
  /** Number of parts before `src`. */
  end: number;
}

const sourceSetContent = /^(java|kotlin|scala(-.+)?|groovy|clojure|resources|proto)$/;

/** Maven's and Gradle's layout `src/<set>/<language>/`: the parts after it are packages (`com/example/test`), not conventions. */
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
  // In Java, `com.example` is a package's name, not an example.
  if (folder === 'example' && /^(com|org|net)$/.test(parts[index - 1] ?? '')) return 0;
  let traits = folderTraits.get(folder) ?? 0;
  const isOfProduct = (): boolean => parts.slice(0, index).some((outer) => productFolders.has(outer));
  if (benchmarkFolders.has(folder) && !isOfProduct()) traits |= test;
  if (index === 0) traits |= topFolderTraits.get(folder) ?? 0;
  if ((folder === 'spec' || folder === 'specs') && specExtensions.has(extension)) traits |= test;
  if (folder === 'dist' && builtExtensions.has(extension)) traits |= generated;
  for (const [pattern, found] of folderPatterns) if (pattern.test(part)) traits |= found;
  return traits;
}

/** The patterns to try for each extension, so that a name is not tried with all of them. */
const patternsByEnding = new Map<string, readonly NamePattern[]>();

function patternsOf(ending: string): readonly NamePattern[] {
  let found = patternsByEnding.get(ending);
  if (found === undefined) {
    if (patternsByEnding.size >= maxCached) patternsByEnding.clear();
    found = namePatterns.filter(([, , endings]) => endings === null || endings.includes(ending));
    patternsByEnding.set(ending, found);
  }
  return found;
}

function traitsOfName(name: string, lower: string, extension: string): number {
  if (lockNames.has(lower)) return generated | data;
  let traits = 0;
  for (const [pattern, found] of patternsOf(extension)) if (pattern.test(name)) traits |= found;
  if (documentExtensions.has(extension) || documentName.test(lower)) traits |= documentation;
  if (dataExtensions.has(extension) && !settingsName.test(lower)) traits |= data;
  return traits;
}
