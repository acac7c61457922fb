/**
 * Which of several types of one name in one namespace or package is meant: a project's parts may each have their own. The one whose folder
 * shares most with the file that names it; of those that are equally near none.
 */
import { entityFlags, entityKinds, exportForms } from '../model/link-facts.ts';
import { expectedOf } from './expected-declaration.ts';
import type { FileFacts } from './file-facts.ts';
import { ofSamePlatform } from './go-variants.ts';
import { isGo } from './language-rules.ts';
import { fitsSpace } from './spaces.ts';
import type { Exported } from './program.ts';
import type { Inference } from './questions.ts';

/** Files that export a name, by module and name; they are the same as long as the program. */
const holders = new WeakMap<FileFacts, Map<string, readonly FileFacts[]>>();

/** The files of a unit that export a name. */
export function holdersOf(i: Inference, unit: FileFacts, name: string): readonly FileFacts[] {
  let byName = holders.get(unit);
  if (byName === undefined) holders.set(unit, (byName = new Map<string, readonly FileFacts[]>()));
  let found = byName.get(name);
  if (found === undefined) {
    const files = unit
      .exports('*')
      .filter(({ form }) => form === exportForms.all)
      .map(({ a }) => i.program.module(unit, a));
    found = files.filter((file): file is FileFacts => file !== null && file.exports(name).length > 0);
    byName.set(name, found);
  }
  return found;
}

interface Wanted {
  name: string;
  space: number;
}

/** What a module exports under a name, as `asking` means it. */
export function exportedNear(i: Inference, asking: FileFacts, module: FileFacts, wanted: Wanted): Exported | null {
  const { name, space } = wanted;
  const first = i.program.exported(module, name, space);
  if (isGo(asking) && first?.kind === 'entities') return ofSamePlatform(i, asking, module, name) ?? first;
  if (first?.kind !== 'entities' || !asking.rules.callsByName || !module.path.startsWith('//')) return first;
  const files = holdersOf(i, module, name);
  if (files.length < 2) return first;
  const declared = files.map((file) => i.program.exported(file, name, space)).filter((one) => one !== null);
  // A type and functions that make it may share a name.
  const fitting = declared.filter((one) => fitsSpace(one, space));
  const found = nearestOf(asking, fitting.length > 0 ? fitting : declared);
  const expected = expectedOf(found.filter((one) => one.kind === 'entities'));
  if (expected !== null) return expected;
  const [only] = found;
  if (only === undefined || found.length === 1 || found.every(isOneOfMany)) return only ?? first;
  const [single, ...others] = found.filter((one) => !isOneOfMany(one));
  return others.length === 0 ? single! : variantOf(asking, found);
}

/** Folders of one part of a project for each platform or version of the language that it is built for (Scala's cross building). */
const variantFolder = /^(?:jvm|js|native)(?:-(?:jvm|js|native))*$|^scala-?\d[\w.+-]*$/;

/** Of declarations that are the same but for what they are built for that of the JVM, or of the latest version; null for others. */
function variantOf(asking: FileFacts, found: readonly Exported[]): Exported | null {
  if (asking.language !== 'scala') return null;
  const depth = Math.min(
    ...found.map((one) => (one.kind === 'external' ? 0 : sharedFolders(asking.path, one.file.path))),
  );
  const folders = found.map((one) => (one.kind === 'external' ? '' : (one.file.path.split('/')[depth] ?? '')));
  if (new Set(folders).size !== found.length || !folders.every((folder) => variantFolder.test(folder))) return null;
  const [first] = folders.toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? 1 : -1));
  return found[folders.indexOf(first!)]!;
}

function rankOf(folder: string): number {
  return folder === 'jvm' ? 0 : folder.startsWith('jvm') ? 1 : folder.startsWith('scala') ? 2 : 3;
}

function nearestOf(asking: FileFacts, found: readonly Exported[]): Exported[] {
  const shared = found.map((one) => (one.kind === 'external' ? -1 : sharedFolders(asking.path, one.file.path)));
  const most = Math.max(...shared);
  return found.filter((_, index) => shared[index] === most);
}

/** Parts of one type, and functions, which may share a name. */
function isOneOfMany(exported: Exported): boolean {
  if (exported.kind !== 'entities') return false;
  const { file, entities } = exported;
  return entities.every(
    (entity) => file.has(entity, entityFlags.extension) || file.kind(entity) === entityKinds.function,
  );
}

/** How many folders two paths have in common. */
export function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  let count = 0;
  while (count < left.length - 1 && count < right.length - 1 && left[count] === right[count]) count++;
  return count;
}
