/**
 * Records what the walk finds in one file, in the tables of `model/file-summary.ts`. Nodes, scopes and entities are numbered in the order of writing.
 * Invariant: the tables record names only; the linker resolves them. The host passes the tables to `model/summary-writer.ts`, which makes the file
 * summary for all languages.
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
  opCall,
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

/** As the parent of an entity: it is no member, and no scope finds it by name. An export or an expression refers to it. */
export const undeclared: i32 = -2;

@unmanaged
export class SummaryTables {
  strings: Strings;
  modules: Strings;
  nodes: Ints;
  scopes: Ints;
  entities: Ints;
  exports: Ints;
  sites: Ints;
  /** Pairs of a call's node and the type node expected of its result. */
  expected: Ints;
  /** Assignments whose target may be a declared variable, a class member or an export: `assignmentWidth` numbers each. */
  assignments: Ints;
  /** Names of variables whose value is the exports object. */
  exportsNames: Ints;
  /** Whether the file is a script, whose top level belongs to the whole program. */
  isGlobal: bool;

  string(text: Text): i32 {
    return this.strings.index(text);
  }

  /** The number of a module. @param specifier as in the source, with a `\0` before it if it is that of `require` */
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

  /** The scope in which `var` declares its names: the nearest one that is not a block. */
  hoistingScope(scope: i32): i32 {
    let at = scope;
    while (this.scopeKind(at) === scopeBlock) at = this.scopeParent(at);
    return at;
  }

  /**
   * Adds an entity with default values; `set` adds the rest. Nodes that the entity refers to must be written before it.
   * @param offset of its name
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

  /** Sets the place of an entity's name, where that differs from the place given to `entity`. */
  place(entity: i32, offset: i32): void {
    locate(offset);
    this.set(entity, fieldLine, placeLine);
    this.set(entity, fieldColumn, placeColumn);
  }

  /** @param field constant of `codes.ts` */
  set(entity: i32, field: i32, value: i32): void {
    this.entities.set(entity * entityWidth + field, value);
  }

  get(entity: i32, field: i32): i32 {
    return this.entities.get(entity * entityWidth + field);
  }

  addFlags(entity: i32, flags: i32): void {
    this.set(entity, fieldFlags, this.get(entity, fieldFlags) | flags);
  }

  /** Writes a node with one operand. @returns its index */
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

  /** Writes a list node. @param limit maximum number of items; the rest is left out */
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

  /** Records a value that is kept where no entity says so, like `SummaryWriter.handOn`. */
  handOn(value: i32): void {
    const op = value === 0 ? opNone : this.nodes.get(value);
    if (op === opName || op === opMember || op === opEither) this.node3(opCall, 0, this.listOfOne(value), 0);
  }

  listOfTwo(first: i32, second: i32): i32 {
    return this.node3(opList, 2, first, second);
  }

  /** The length of a list node; 0 for node 0. */
  itemCount(list: i32): i32 {
    return list === 0 ? 0 : this.nodes.get(list + 1);
  }

  /** An item of a list node; 0 after its end. */
  item(list: i32, index: i32): i32 {
    return index < this.itemCount(list) ? this.nodes.get(list + 2 + index) : 0;
  }

  name(text: Text, scope: i32): i32 {
    return this.node2(opName, this.string(text), scope);
  }

  member(object: i32, name: Text): i32 {
    return this.node2(opMember, object, this.string(name));
  }

  /** A node for alternatives, of which at most `maxAlternatives` are kept; 0 where all are 0. */
  either(alternatives: Ints): i32 {
    const kept = Ints.of(maxAlternatives);
    for (let index = 0; index < alternatives.length && kept.length < maxAlternatives; index++) {
      const node = alternatives.get(index);
      if (node !== 0) kept.push(node);
    }
    if (kept.length === 0) return 0;
    return kept.length === 1 ? kept.get(0) : this.node1(opEither, this.list(kept));
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

  /** The expression whose value is an entity of this file. */
  entityNode(entity: i32): i32 {
    return this.node1(opEntity, entity);
  }

  /** Records that the result of a call must have this type. */
  expect(call: i32, type: i32): void {
    this.expected.push(call);
    this.expected.push(type);
  }

  /** Records a reference site. @param offset where it is */
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

  /** Records `target = value`. The host finds the entity that the target means. */
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
    const tables = changetype<SummaryTables>(take(offsetof<SummaryTables>()));
    tables.strings = Strings.of(1 << 8);
    tables.modules = Strings.of(1 << 4);
    tables.nodes = Ints.of(1 << 12);
    tables.scopes = Ints.of(1 << 9);
    tables.entities = Ints.of(1 << 12);
    tables.exports = Ints.of(1 << 6);
    tables.sites = Ints.of(1 << 11);
    tables.expected = Ints.of(1 << 6);
    tables.assignments = Ints.of(1 << 6);
    tables.exportsNames = Ints.of(2);
    tables.isGlobal = false;
    tables.nodes.push(opNone);
    tables.scope(-1, scopeFile, -1);
    return tables;
  }
}

/** The tables of the current file. */
export let writer: SummaryTables = changetype<SummaryTables>(0);

export function startWriting(): void {
  writer = SummaryTables.make();
}
