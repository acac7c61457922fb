/** Tables of a file's summary: exports, entities by name, and lists of some kinds of entities. */
import {
  entityFields,
  entityFlags,
  entityKinds,
  entityWidth,
  exportWidth,
  ops,
  type FileSummary,
} from '../../../model/file-summary.ts';

/** An export. `form` is one of `exportForms`, which defines the meaning of `a` and `b`. */
export interface ExportRecord {
  form: number;
  a: number;
  b: number;
}

/** What a file exports, by name. */
export function exportsByName({ exports: all, strings }: FileSummary): Map<string, ExportRecord[]> {
  const table = new Map<string, ExportRecord[]>();
  for (let at = 0; at < all.length; at += exportWidth)
    addTo(table, strings[all[at]!]!, { form: all[at + 1]!, a: all[at + 2]!, b: all[at + 3]! });
  return table;
}

/** The given entities of a file by name, in the order given. */
export function entitiesByName({ strings, entities }: FileSummary, given: readonly number[]): Map<string, number[]> {
  const table = new Map<string, number[]>();
  for (const entity of given) addTo(table, strings[entities[entity * entityWidth + entityFields.name]!]!, entity);
  return table;
}

function addTo<T>(table: Map<string, T[]>, name: string, one: T): void {
  const ofName = table.get(name);
  if (ofName === undefined) table.set(name, [one]);
  else ofName.push(one);
}

/** By function expression: the variable or property that has it as its value; the last of several. */
export function holdersByFunction({ entities, nodes }: FileSummary): Map<number, number> {
  const holders = new Map<number, number>();
  for (let at = 0; at < entities.length; at += entityWidth) {
    const value = entities[at + entityFields.value]!;
    if (value !== 0 && nodes[value] === ops.entity) holders.set(nodes[value + 1]!, at / entityWidth);
  }
  return holders;
}

/** The classes and interfaces of a file, in order. */
export function classesAndInterfaces({ entities }: FileSummary): number[] {
  const found: number[] = [];
  for (let at = 0; at < entities.length; at += entityWidth) {
    const kind = entities[at + entityFields.kind]!;
    if (kind === entityKinds.class || kind === entityKinds.interface) found.push(at / entityWidth);
  }
  return found;
}

/** Top-level classes, interfaces and aliases, without extensions of types that are declared elsewhere; in order. */
export function typesAtTop({ entities }: FileSummary): number[] {
  const found: number[] = [];
  for (let at = 0; at < entities.length; at += entityWidth) {
    const kind = entities[at + entityFields.kind]!;
    if (kind !== entityKinds.class && kind !== entityKinds.interface && kind !== entityKinds.typeAlias) continue;
    const isTop = entities[at + entityFields.scope] === 0 && entities[at + entityFields.parent] === -1;
    if (isTop && (entities[at + entityFields.flags]! & entityFlags.extension) === 0) found.push(at / entityWidth);
  }
  return found;
}

/** Entities that extend a type which is declared elsewhere, in order. */
export function extensionsIn({ entities }: FileSummary): number[] {
  const found: number[] = [];
  for (let at = 0; at < entities.length; at += entityWidth)
    if ((entities[at + entityFields.flags]! & entityFlags.extension) !== 0) found.push(at / entityWidth);
  return found;
}

/** Entities that are declared for the whole program, in order. */
export function globalsIn(summary: FileSummary): number[] {
  const found: number[] = [];
  for (let at = 0; at < summary.entities.length; at += entityWidth)
    if (isGlobal(summary, at)) found.push(at / entityWidth);
  return found;
}

/** Those of `globalsIn` that have a name. */
export function globalsNamed(summary: FileSummary, name: string): number[] {
  const found: number[] = [];
  const { strings, entities } = summary;
  const string = strings.indexOf(name);
  if (string === -1) return found;
  for (let at = 0; at < entities.length; at += entityWidth)
    if (entities[at + entityFields.name] === string && isGlobal(summary, at)) found.push(at / entityWidth);
  return found;
}

/** @param at where the entity begins */
function isGlobal({ entities, global }: FileSummary, at: number): boolean {
  if (entities[at + entityFields.parent] !== -1) return false;
  return (
    (entities[at + entityFields.flags]! & entityFlags.global) !== 0 ||
    (global && entities[at + entityFields.scope] === 0)
  );
}

/** By call: the type node that is expected of its result. */
export function expectedByCall({ expected }: FileSummary): Map<number, number> {
  const types = new Map<number, number>();
  for (let at = 0; at < expected.length; at += 2) types.set(expected[at]!, expected[at + 1]!);
  return types;
}

/** The estimated size of a summary in memory: four bytes a number, 32 bytes a string. */
export function bytesOf(summary: FileSummary): number {
  const { strings, nodes, scopes, entities, exports, sites } = summary;
  const numbers = nodes.length + scopes.length + entities.length + exports.length + sites.length;
  return numbers * 4 + strings.length * 32;
}
