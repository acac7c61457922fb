/**
 * A hash of what other files can see of a file: what its exports, declarations and members are made of, as far as inference can follow them.
 * Positions, numbering, and statements that do not affect a declaration do not count, so that an edit inside a function whose result stays
 * the same does not affect the file's dependents.
 * Invariant: when an edit of this file can change an answer about another file, the hash changes.
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
 * @param keys of the file's definitions; called when its summary is loaded
 * @param names collected while the interface is written; null: not collected
 * @param without names declared for the program, in modules at the top, or by types: the hash is that of the file without them, except where something else depends on them
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
 * A hash of what a file declares of its types' methods, which alone decides implicit implementations; empty where it declares no type and
 * no method.
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

/** The names that `interfaceHash` covers. */
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

/** Each declaration is hashed separately only where the entities of a file times the numbers of its summary are at most this many. */
const maxSeparateWork = 160_000_000;

/** What others see of a name in a file. */
export interface DeclaredName {
  digest: string;
  /** Names that it depends on. */
  asked: Set<string>;
}

/**
 * By name: the top-level declarations of a file, members of its types, and exports; types without their members. Empty for a file that is too
 * large.
 */
export function declaredNames(file: ProgramFile, keys: readonly number[]): Map<string, DeclaredName> {
  const found = new Map<string, DeclaredName>();
  if (file.entityCount * (file.summary.nodes.length + file.entityCount) > maxSeparateWork) return found;
  const entryOf = (name: string): DeclaredName => {
    let known = found.get(name);
    if (known === undefined) found.set(name, (known = { digest: '', asked: new Set() }));
    return known;
  };
  const { exports, modules } = file.summary;
  for (let place = 0; place < exports.length; place += exportWidth) {
    const [name = 0, form = 0, a = 0, b = 0] = exports.subarray(place, place + exportWidth);
    const isOwn = form === exportForms.own;
    const of = isOwn ? (a === -1 ? '' : file.name(a)) : form === exportForms.local ? file.text(a) : (modules[a] ?? '');
    entryOf(file.text(name)).digest += ` ${form}${of} ${isOwn ? '' : file.text(b)}`;
  }
  const add = (entity: number): void => {
    const known = entryOf(file.name(entity));
    known.digest += ` ${writeDeclaration(file, entity, { keys, asked: known.asked }).toString()}`;
  };
  for (let entity = 0; entity < file.entityCount; entity++)
    if (isAtTop(file, entity) || file.has(entity, entityFlags.global | entityFlags.extension)) add(entity);
  for (const owner of file.types) for (const member of file.membersIn(owner)) add(member);
  return found;
}

/** Writes a declaration with its parameters and local declarations. */
function writeDeclaration(
  file: ProgramFile,
  entity: number,
  { keys, asked }: { keys: readonly number[]; asked: Set<string> },
): Digest {
  const names = { asked, declared: new Set<string>() };
  const writing = startWriting(file, { without: none, names, what: 'declaration' });
  writeEntityNumber(writing, marks.top, entity);
  for (let at = 0; at < writing.queue.length; at++) {
    const met = writing.queue[at]!;
    if (at === 0 || (file.get(met, entityFields.parent) < 0 && !isAtTop(file, met))) writeEntity(writing, met, keys);
  }
  return writing.digest;
}
