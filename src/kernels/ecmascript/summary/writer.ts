/**
 * Notes what the walk sees of one file, in the tables of `model/file-summary.ts`. Nodes, scopes and entities are numbered in the order they are written.
 * Invariant: it settles nothing: the host hands its tables to `model/facts-writer.ts`, which makes the facts of them as it does for all languages.
 */
import { Ints } from '../ints';
import { take } from '../memory';
import { locate, placeColumn, placeLine } from '../places';
import { Text } from '../texts';
import {
  assignmentWidth,
  blankEntity,
  blankImport,
  entityWidth,
  fieldColumn,
  fieldFlags,
  fieldKind,
  fieldLine,
  fieldName,
  fieldScope,
  kindImport,
  maxAlternatives,
  opEither,
  opEntity,
  opList,
  opMember,
  opName,
  opNone,
  scopeBlock,
  scopeFile,
  scopeWidth,
  siteWidth,
} from '../generated/codes';
import { Strings } from './strings';

@unmanaged
export class SummaryTables {
  strings: Strings;
  modules: Strings;
  nodes: Ints;
  scopes: Ints;
  entities: Ints;
  exports: Ints;
  sites: Ints;
  /** Pairs of a call's node and the type node that its result has to be. */
  expected: Ints;
  /** Assignments to what may turn out to be a declared variable, a class member or an export: `assignmentWidth` numbers each. */
  assignments: Ints;
  /** Names of variables that are given the object of exports. */
  exportsNames: Ints;
  /** The file is a script: its top level belongs to the whole program. */
  isGlobal: bool;

  string(text: Text): i32 {
    return this.strings.index(text);
  }

  /** @param specifier as written; `\0` before it marks one of `require` */
  module(specifier: Text): i32 {
    return this.modules.index(specifier);
  }

  scope(parent: i32, kind: i32, owner: i32): i32 {
    const scopes = this.scopes;
    const at = scopes.extend(scopeWidth);
    scopes.set(at, parent);
    scopes.set(at + 1, kind);
    scopes.set(at + 2, owner);
    return at / scopeWidth;
  }

  setScopeOwner(scope: i32, owner: i32): void {
    this.scopes.set(scope * scopeWidth + 2, owner);
  }

  scopeParent(scope: i32): i32 {
    return this.scopes.get(scope * scopeWidth);
  }

  scopeKind(scope: i32): i32 {
    return this.scopes.get(scope * scopeWidth + 1);
  }

  scopeOwner(scope: i32): i32 {
    return this.scopes.get(scope * scopeWidth + 2);
  }

  /** The scope that `var` and functions' names go to. */
  hoistingScope(scope: i32): i32 {
    let at = scope;
    while (this.scopeKind(at) === scopeBlock) at = this.scopeParent(at);
    return at;
  }

  /**
   * An entity of which nothing else is known yet: `set` adds that. What it is given, and is written for that, is to be written before.
   * @param offset where its name stands
   */
  entity(name: Text, kind: i32, offset: i32, scope: i32): i32 {
    const string = this.string(name);
    const at = this.entities.extend(entityWidth);
    const blank = kind === kindImport ? blankImport : blankEntity;
    memory.copy(this.entities.values + ((<usize>at) << 2), blank, (<usize>entityWidth) << 2);
    const entity = at / entityWidth;
    this.set(entity, fieldName, string);
    this.set(entity, fieldKind, kind);
    this.set(entity, fieldScope, scope);
    this.place(entity, offset);
    return entity;
  }

  /** Says where an entity's name stands, for what has no name where it is written. */
  place(entity: i32, offset: i32): void {
    locate(offset);
    this.set(entity, fieldLine, placeLine);
    this.set(entity, fieldColumn, placeColumn);
  }

  /** @param field one of `codes.ts` */
  set(entity: i32, field: i32, value: i32): void {
    this.entities.set(entity * entityWidth + field, value);
  }

  get(entity: i32, field: i32): i32 {
    return this.entities.get(entity * entityWidth + field);
  }

  addFlags(entity: i32, flags: i32): void {
    this.set(entity, fieldFlags, this.get(entity, fieldFlags) | flags);
  }

  /** A node with one operand; gives its place. */
  node1(op: i32, a: i32): i32 {
    const nodes = this.nodes;
    const at = nodes.extend(2);
    nodes.set(at, op);
    nodes.set(at + 1, a);
    return at;
  }

  node2(op: i32, a: i32, b: i32): i32 {
    const nodes = this.nodes;
    const at = nodes.extend(3);
    nodes.set(at, op);
    nodes.set(at + 1, a);
    nodes.set(at + 2, b);
    return at;
  }

  node3(op: i32, a: i32, b: i32, c: i32): i32 {
    const nodes = this.nodes;
    const at = nodes.extend(4);
    nodes.set(at, op);
    nodes.set(at + 1, a);
    nodes.set(at + 2, b);
    nodes.set(at + 3, c);
    return at;
  }

  /** @param limit how many of the items there may be: those behind are left out */
  list(items: Ints, limit: i32 = i32.MAX_VALUE): i32 {
    const count = min(items.length, limit);
    if (count === 0) return 0;
    const nodes = this.nodes;
    const at = nodes.extend(count + 2);
    nodes.set(at, opList);
    nodes.set(at + 1, count);
    for (let index = 0; index < count; index++) nodes.set(at + 2 + index, items.get(index));
    return at;
  }

  listOfOne(item: i32): i32 {
    return this.node2(opList, 1, item);
  }

  listOfTwo(first: i32, second: i32): i32 {
    return this.node3(opList, 2, first, second);
  }

  /** How many numbers a list node has; none for 0. */
  itemCount(list: i32): i32 {
    return list === 0 ? 0 : this.nodes.get(list + 1);
  }

  /** A number of a list node; 0 for one that it has not. */
  item(list: i32, index: i32): i32 {
    return index < this.itemCount(list) ? this.nodes.get(list + 2 + index) : 0;
  }

  name(text: Text, scope: i32): i32 {
    return this.node2(opName, this.string(text), scope);
  }

  member(object: i32, name: Text): i32 {
    return this.node2(opMember, object, this.string(name));
  }

  /** One of the nodes, without those that say nothing. */
  either(alternatives: Ints): i32 {
    const known = Ints.of(maxAlternatives);
    for (let index = 0; index < alternatives.length && known.length < maxAlternatives; index++) {
      const node = alternatives.get(index);
      if (node !== 0) known.push(node);
    }
    if (known.length === 0) return 0;
    return known.length === 1 ? known.get(0) : this.node1(opEither, this.list(known));
  }

  eitherOf(first: i32, second: i32): i32 {
    if (first === 0) return second;
    return second === 0 ? first : this.node1(opEither, this.listOfTwo(first, second));
  }

  opOf(node: i32): i32 {
    return this.nodes.get(node);
  }

  operand(node: i32, index: i32): i32 {
    return this.nodes.get(node + 1 + index);
  }

  /** A node that stands for an entity of this file. */
  entityNode(entity: i32): i32 {
    return this.node1(opEntity, entity);
  }

  /** The result of a call has to be of this type. */
  expect(call: i32, type: i32): void {
    this.expected.push(call);
    this.expected.push(type);
  }

  /** @param offset where what is named stands */
  site(kind: i32, node: i32, offset: i32, scope: i32): void {
    locate(offset);
    const sites = this.sites;
    const at = sites.extend(siteWidth);
    sites.set(at, kind);
    sites.set(at + 1, node);
    sites.set(at + 2, placeLine);
    sites.set(at + 3, placeColumn);
    sites.set(at + 4, scope);
  }

  export(name: Text, form: i32, a: i32, b: i32): void {
    const exports = this.exports;
    exports.push(this.string(name));
    exports.push(form);
    exports.push(a);
    exports.push(b);
  }

  /** `target = value`: the host settles it. */
  assign(target: i32, value: i32, offset: i32, scope: i32): void {
    locate(offset);
    const assignments = this.assignments;
    const at = assignments.extend(assignmentWidth);
    assignments.set(at, target);
    assignments.set(at + 1, value);
    assignments.set(at + 2, placeLine);
    assignments.set(at + 3, placeColumn);
    assignments.set(at + 4, scope);
  }

  static make(): SummaryTables {
    const made = changetype<SummaryTables>(take(offsetof<SummaryTables>()));
    made.strings = Strings.of(1 << 8);
    made.modules = Strings.of(1 << 4);
    made.nodes = Ints.of(1 << 12);
    made.scopes = Ints.of(1 << 9);
    made.entities = Ints.of(1 << 12);
    made.exports = Ints.of(1 << 6);
    made.sites = Ints.of(1 << 11);
    made.expected = Ints.of(1 << 6);
    made.assignments = Ints.of(1 << 6);
    made.exportsNames = Ints.of(2);
    made.isGlobal = false;
    made.nodes.push(opNone);
    made.scope(-1, scopeFile, -1);
    return made;
  }
}

/** Of the file at hand. */
export let writer: SummaryTables = changetype<SummaryTables>(0);

export function startWriting(): void {
  writer = SummaryTables.make();
}
