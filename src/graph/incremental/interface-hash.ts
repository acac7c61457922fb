/**
 * A hash of a file's interface: its exports, declarations and members, with all that inference can follow from them.
 * Positions, indexes of entities, and statements on which no declaration depends do not count. So an edit inside of a function does not affect the
 * file's dependents, if the result of the function stays as it was.
 * Invariant: when an edit of the file can change a link of another file, the hash changes.
 */
import { dialectOf } from '../languages/dialect.ts';
import { entityFields, entityFlags, entityKinds, exportForms, exportWidth } from '../../model/file-summary.ts';
import type { Digest } from '../../util/bytes/running-digest.ts';
import type { ProgramFile } from '../program/program-file.ts';
import {
  isAtTop,
  isLeftOut,
  marks,
  startWriting,
  writeEntity,
  writeEntityNumber,
  writeExports,
  writeQueue,
  type InterfaceNames,
  type Writing,
} from './interface-writing.ts';

const none: ReadonlySet<string> = new Set();

/**
 * The hash of a file's interface.
 * @param keys returns the keys of the file's definitions; called after the summary is loaded
 * @param names gets the names in the interface; null: they are not collected
 * @param without names of globals, top-level declarations and members of types, which are left out, except where another declaration depends on them
 */
export function interfaceHash(
  file: ProgramFile,
  keys: () => readonly number[],
  without: ReadonlySet<string> = none,
  names: InterfaceNames | null = null,
): string {
  const { summary } = file;
  if (summary.entities.length === 0 && summary.exports.length === 0 && summary.unit === '') return 'empty';
  return writeInterface(file, { keys: keys(), without, names }).toString();
}

const typeKinds: ReadonlySet<number> = new Set([entityKinds.class, entityKinds.interface, entityKinds.typeAlias]);

/**
 * A hash of the methods that a file declares, with the types in them and the file's imports: implicit implementations depend on these. Empty for a file
 * with neither a top-level type nor an extension.
 */
export function methodsHash(file: ProgramFile, keys: () => readonly number[]): string {
  const types: number[] = [];
  for (let entity = 0; entity < file.entityCount; entity++) {
    if (!typeKinds.has(file.kind(entity))) continue;
    if (isAtTop(file, entity) || file.has(entity, entityFlags.extension)) types.push(entity);
  }
  if (types.length === 0) return '';
  const writing = startWriting(file, { without: none, names: null, what: 'methods' });
  const { exports, modules } = file.summary;
  for (let at = 0; at < exports.length; at += exportWidth)
    if (exports[at + 1] !== exportForms.own) writing.digest.text(modules[exports[at + 2]!] ?? '');
  for (const entity of types) writeEntityNumber(writing, marks.top, entity);
  writeQueue(writing, keys());
  return writing.digest.toString();
}

/** The names in a file's interface. */
export function interfaceNames(file: ProgramFile): InterfaceNames {
  const names = { asked: new Set<string>(), declared: new Set<string>() };
  writeInterface(file, { keys: [], without: none, names });
  return names;
}

function writeInterface(
  file: ProgramFile,
  { keys, ...options }: Pick<Writing, 'without' | 'names'> & { keys: readonly number[] },
): Digest {
  const writing = startWriting(file, { ...options, what: 'all' });
  const { digest } = writing;
  digest.text(file.summary.unit);
  digest.number(file.summary.global ? 1 : 0);
  writeExports(writing);
  for (const text of dialectOf(file).otherInterfaceTexts?.(file) ?? []) digest.text(text);
  for (let entity = 0; entity < file.entityCount; entity++) {
    if (isLeftOut(writing, entity)) continue;
    if (isAtTop(file, entity) || file.has(entity, entityFlags.global | entityFlags.extension))
      writeEntityNumber(writing, marks.top, entity);
  }
  writeQueue(writing, keys);
  return digest;
}

/** The maximum cost of hashing each declaration of a file separately: entities × (numbers in the summary's nodes + entities). */
const maxSeparateWork = 160_000_000;

/** The visible part of a file's declarations of one name. */
export interface DeclaredName {
  digest: string;
  /** Names on which the declarations depend. */
  asked: Set<string>;
}

/**
 * The digests of a file's top-level declarations, members of types, and exports, by name. Digests of types leave out members. Empty for a file that is
 * too large.
 */
export function declaredNames(file: ProgramFile, keys: readonly number[]): Map<string, DeclaredName> {
  const found = new Map<string, DeclaredName>();
  if (file.entityCount * (file.summary.nodes.length + file.entityCount) > maxSeparateWork) return found;
  const entryOf = (name: string): DeclaredName => {
    let entry = found.get(name);
    if (entry === undefined) found.set(name, (entry = { digest: '', asked: new Set() }));
    return entry;
  };
  const { exports, modules } = file.summary;
  for (let at = 0; at < exports.length; at += exportWidth) {
    const [name = 0, form = 0, a = 0, b = 0] = exports.subarray(at, at + exportWidth);
    const isOwn = form === exportForms.own;
    const target = isOwn
      ? a === -1
        ? ''
        : file.name(a)
      : form === exportForms.local
        ? file.text(a)
        : (modules[a] ?? '');
    entryOf(file.text(name)).digest += ` ${form}${target} ${isOwn ? '' : file.text(b)}`;
  }
  const add = (entity: number): void => {
    const entry = entryOf(file.name(entity));
    entry.digest += ` ${writeDeclaration(file, entity, { keys, asked: entry.asked }).toString()}`;
  };
  for (let entity = 0; entity < file.entityCount; entity++)
    if (isAtTop(file, entity) || file.has(entity, entityFlags.global | entityFlags.extension)) add(entity);
  for (const owner of file.types) for (const member of file.membersIn(owner)) add(member);
  return found;
}

/** Digests a declaration with its parameters and local declarations. */
function writeDeclaration(
  file: ProgramFile,
  entity: number,
  { keys, asked }: { keys: readonly number[]; asked: Set<string> },
): Digest {
  const names = { asked, declared: new Set<string>() };
  const writing = startWriting(file, { without: none, names, what: 'declaration' });
  writeEntityNumber(writing, marks.top, entity);
  for (let at = 0; at < writing.queue.length; at++) {
    const queued = writing.queue[at]!;
    if (at === 0 || (file.get(queued, entityFields.parent) < 0 && !isAtTop(file, queued)))
      writeEntity(writing, queued, keys);
  }
  return writing.digest;
}
