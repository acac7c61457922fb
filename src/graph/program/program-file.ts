/** One file of a program: its summary, and look-up tables that are made from the summary at first use. */
import {
  entityFields,
  entityFlags,
  entityKinds,
  entityWidth,
  scopeWidth,
  siteWidth,
  type FileSummary,
} from '../../model/file-summary.ts';
import { argumentsByName, calledEntity, callsByName, type NamedArgument } from './tables/calls-by-name.ts';
import { EntityTable, declaredEntities, memberEntities } from './tables/entity-table.ts';
import {
  bytesOf,
  classesAndInterfaces,
  entitiesByName,
  expectedByCall,
  exportsByName,
  extensionsIn,
  globalsIn,
  globalsNamed,
  holdersByFunction,
  type ExportRecord,
} from './tables/file-tables.ts';
import type { Slot } from './memo.ts';
import { spaceOfKind } from './spaces.ts';
import type { LanguageRules } from './language-rules.ts';
import { NumberSet } from '../../util/number-set.ts';
import { StringPlaces } from './tables/string-places.ts';

const none: readonly number[] = [];
const noArguments: readonly NamedArgument[] = [];
const noExports: readonly ExportRecord[] = [];

/** This many names are looked for one by one among the globals of a file. The next one makes a table of all, which would not pay for few names. */
const fewNames = 8;

/** Where a file's summary comes from. `load` is called again when the summary is needed after it was dropped. */
export interface SummarySource {
  path: string;
  /** The rules of the file's language. */
  rules: LanguageRules;
  load: () => FileSummary;
  /** Resolves the file's module specifiers: the place of a file for each, or -1. */
  resolve: (file: ProgramFile) => Int32Array;
  /** Called at the first use of the summary, and at the first use after its derived results were dropped. `isNew`: whether it was just loaded. */
  loaded: (file: ProgramFile, isNew: boolean) => void;
}

export class ProgramFile {
  readonly path: string;
  readonly language: string;
  readonly rules: LanguageRules;
  /** The file's place: its position among the program's files and units. */
  readonly index: number;
  /** The places of all files that were read to answer questions about this file. The answers depend on no other files. */
  readonly reads = new NumberSet();
  #lastRead = -1;
  /** The estimated size of the summary in memory, in bytes. */
  bytes = 0;
  readonly #source: SummarySource;
  #summary: FileSummary | null = null;
  /** `nodes` and `entities` of the summary, which are read most often; null when `#summary` is. */
  #nodes: Int32Array | null = null;
  #entities: Int32Array | null = null;
  /** The summary while it is in memory without derived results; `#summary` is null then. */
  #idle: FileSummary | null = null;
  #modules: Int32Array | null = null;
  #scopes: EntityTable | null = null;
  #members: EntityTable | null = null;
  #exports: Map<string, ExportRecord[]> | null = null;
  #strings: StringPlaces | null = null;
  #expected: Map<number, number> | null = null;
  #calls: ReadonlyMap<number, readonly number[]> | null = null;
  #namedArguments: ReadonlyMap<number, readonly NamedArgument[]> | null = null;
  #holders: Map<number, number> | null = null;
  #extensions: Map<string, number[]> | null = null;
  #globals: Map<string, number[]> | null = null;
  /** How many times `globals` was asked while there is no table. */
  #globalsAsked = 0;
  #types: readonly number[] | null = null;
  /** Memos by the index of their slot. */
  #memos: unknown[] = [];

  constructor(index: number, source: SummarySource) {
    this.index = index;
    this.path = source.path;
    this.language = source.rules.linkedAs;
    this.rules = source.rules;
    this.#source = source;
  }

  get summary(): FileSummary {
    return this.#summary ?? this.#load();
  }

  /** Whether the summary is in memory and may have derived results. */
  get isInUse(): boolean {
    return this.#summary !== null;
  }

  #load(): FileSummary {
    const isNew = this.#idle === null;
    const summary = this.#idle ?? this.#source.load();
    this.#summary = summary;
    this.#nodes = summary.nodes;
    this.#entities = summary.entities;
    this.#idle = null;
    if (isNew) this.bytes = bytesOf(summary);
    this.#source.loaded(this, isNew);
    return summary;
  }

  /** Adds to `reads`. Most calls have the index of the call before, which is cheaper to compare than to add to a set. */
  addRead(index: number): void {
    if (index === this.#lastRead) return;
    this.#lastRead = index;
    this.reads.add(index);
  }

  /** By module specifier of the summary: the place of the file that it means, or -1. */
  get modules(): Int32Array {
    return (this.#modules ??= this.#source.resolve(this));
  }

  get entityCount(): number {
    return this.summary.entities.length / entityWidth;
  }

  /** Drops the summary and all that was derived from it. No question may be in progress. */
  release(): void {
    this.dropDerived();
    this.#idle = null;
  }

  /** Drops all that was derived from the summary, but not the summary. No question may be in progress. */
  dropDerived(): void {
    this.#idle ??= this.#summary;
    this.#summary = null;
    this.#nodes = null;
    this.#entities = null;
    this.#scopes = null;
    this.#members = null;
    this.#exports = null;
    this.#strings = null;
    this.#expected = null;
    this.#calls = null;
    this.#namedArguments = null;
    this.#holders = null;
    this.#extensions = null;
    this.#globals = null;
    this.#globalsAsked = 0;
    this.#types = null;
    this.#memos = [];
  }

  /** A rule's memo for this file. It lasts until `dropDerived`. */
  memo<T>(slot: Slot<T>): T {
    const memo = this.#memos[slot.index];
    return memo === undefined ? this.#newMemo(slot) : (memo as T);
  }

  /** Runs `work` with empty memos, and puts back those before it. */
  withOtherMemos<T>(work: () => T): T {
    const memos = this.#memos;
    this.#memos = [];
    const result = work();
    this.#memos = memos;
    return result;
  }

  #newMemo<T>(slot: Slot<T>): T {
    const memos = this.#memos;
    // Filled without gaps: V8 turns an array with a gap into a dictionary.
    while (memos.length <= slot.index) memos.push(undefined);
    const memo = slot.make(this.summary);
    memos[slot.index] = memo;
    return memo;
  }

  get siteCount(): number {
    return this.summary.sites.length / siteWidth;
  }

  /** The calls and constructions whose callee's last name is `name` (index of a string), in the order of their nodes. */
  callsNamed(name: number): readonly number[] {
    this.#calls ??= callsByName(this.summary);
    return this.#calls.get(name) ?? none;
  }

  /** The arguments of calls that are names or members whose last name is `name` (index of a string). */
  argumentsNamed(name: number): readonly NamedArgument[] {
    this.#namedArguments ??= argumentsByName(this.summary);
    return this.#namedArguments.get(name) ?? noArguments;
  }

  /** The calls of a function or class expression itself: `(function () {})()`. */
  callsOfEntity(entity: number): readonly number[] {
    return this.callsNamed(calledEntity(entity));
  }

  /** The variable or property that has a function expression as its value; -1 for none. @param entity the function expression */
  holderOf(entity: number): number {
    this.#holders ??= holdersByFunction(this.summary);
    return this.#holders.get(entity) ?? -1;
  }

  /** The type node that is expected of a call's result; 0 for none. */
  expected(call: number): number {
    this.#expected ??= expectedByCall(this.summary);
    return this.#expected.get(call) ?? 0;
  }

  /** A field of an entity. @param field one of `entityFields` */
  get(entity: number, field: number): number {
    return (this.#entities ?? this.#load().entities)[entity * entityWidth + field]!;
  }

  /** The index of an entity's definition among the file's definitions; -1 for an entity that is not a definition. */
  definition(entity: number): number {
    return (this.#entities ?? this.#load().entities)[entity * entityWidth + entityFields.definition]!;
  }

  kind(entity: number): number {
    return (this.#entities ?? this.#load().entities)[entity * entityWidth + entityFields.kind]!;
  }

  has(entity: number, flag: number): boolean {
    const entities = this.#entities ?? this.#load().entities;
    return (entities[entity * entityWidth + entityFields.flags]! & flag) !== 0;
  }

  name(entity: number): string {
    return this.summary.strings[this.get(entity, entityFields.name)]!;
  }

  /** The text of a string of the summary, by its index. */
  text(string: number): string {
    return this.summary.strings[string]!;
  }

  /** The index of a string by its text; -1 when the summary does not have the string. */
  stringOf(text: string): number {
    return (this.#strings ??= new StringPlaces(this.summary.strings)).of(text);
  }

  op(node: number): number {
    return (this.#nodes ?? this.#load().nodes)[node]!;
  }

  operand(node: number, index: number): number {
    return (this.#nodes ?? this.#load().nodes)[node + 1 + index]!;
  }

  /** The number of items of a list node; 0 for no list. */
  count(list: number): number {
    return list <= 0 ? 0 : (this.#nodes ?? this.#load().nodes)[list + 1]!;
  }

  /** An item of a list node. The list must be long enough. */
  item(list: number, index: number): number {
    return (this.#nodes ?? this.#load().nodes)[list + 2 + index]!;
  }

  /** The items of a list node; empty for no list. */
  list(node: number): readonly number[] {
    if (node <= 0) return none;
    const nodes = this.#nodes ?? this.#load().nodes;
    const count = nodes[node + 1]!;
    const items = new Array<number>(count);
    for (let at = 0; at < count; at++) items[at] = nodes[node + 2 + at]!;
    return items;
  }

  scopeParent(scope: number): number {
    return this.summary.scopes[scope * scopeWidth]!;
  }

  scopeKind(scope: number): number {
    return this.summary.scopes[scope * scopeWidth + 1]!;
  }

  scopeOwner(scope: number): number {
    return this.summary.scopes[scope * scopeWidth + 2]!;
  }

  /** Entities that a scope declares under a name (index of a string), in order. */
  declared(scope: number, name: number): readonly number[] {
    this.#scopes ??= this.#indexScopes();
    return this.#scopes.find(scope, name);
  }

  /** Entities that a scope declares, in order. */
  declaredIn(scope: number): readonly number[] {
    this.#scopes ??= this.#indexScopes();
    return this.#scopes.within(scope);
  }

  /** Classes and interfaces, in order. */
  get types(): readonly number[] {
    return (this.#types ??= classesAndInterfaces(this.summary));
  }

  #indexScopes(): EntityTable {
    const { entities, strings } = this.summary;
    return new EntityTable(entities, strings.length, declaredEntities);
  }

  /**
   * The declarations that `name` means in a scope: those of the innermost scope that declares it in that space.
   * @param withNarrowed whether entities with `entityFlags.narrowed` count
   */
  lookUp(scope: number, name: number, space: number, withNarrowed: boolean): readonly number[] {
    const table = (this.#scopes ??= this.#indexScopes());
    const { scopes } = this.summary;
    for (let at = table.innermostWith(scopes, scope, name); at !== -1;) {
      const meant = this.#inSpace(table.find(at, name), space, withNarrowed);
      if (meant.length > 0) return meant;
      at = table.innermostWith(scopes, scopes[at * scopeWidth]!, name);
    }
    return none;
  }

  /**
   * The declaration that a name means in a scope, if it is the only one and not narrowed; else -1. It is faster than `lookUp`, because it allocates
   * nothing, but it may answer -1 where `lookUp` finds one declaration: for a name with many declarations in the file.
   */
  onlyDeclared(scope: number, name: number, space: number): number {
    const table = (this.#scopes ??= this.#indexScopes());
    const { scopes } = this.summary;
    for (let at = table.innermostWith(scopes, scope, name); at !== -1;) {
      const entity = table.findOnly(at, name, space);
      if (entity !== -1) return entity < 0 || this.has(entity, entityFlags.narrowed) ? -1 : entity;
      at = table.innermostWith(scopes, scopes[at * scopeWidth]!, name);
    }
    return -1;
  }

  /** The entities that are in a space, without narrowed ones unless `withNarrowed`. In the common case, when all remain, it returns `found` itself. */
  #inSpace(found: readonly number[], space: number, withNarrowed: boolean): readonly number[] {
    let meant: number[] | null = null;
    for (let at = 0; at < found.length; at++) {
      const entity = found[at]!;
      const isInSpace =
        (spaceOfKind[this.kind(entity)]! & space) !== 0 && (withNarrowed || !this.has(entity, entityFlags.narrowed));
      if (isInSpace) meant?.push(entity);
      else meant ??= found.slice(0, at);
    }
    return meant ?? found;
  }

  /** Members of an entity by name, in order. */
  members(owner: number, name: string): readonly number[] {
    const string = this.stringOf(name);
    if (string === -1) return none;
    this.#members ??= this.#indexMembers();
    return this.#members.find(owner, string);
  }

  /** Members of an entity, in order. */
  membersIn(owner: number): readonly number[] {
    this.#members ??= this.#indexMembers();
    return this.#members.within(owner);
  }

  /** Members of an entity by their name (index of a string); undefined for an entity without members. */
  memberTable(owner: number): ReadonlyMap<number, number[]> | undefined {
    const members = this.membersIn(owner);
    return members.length === 0 ? undefined : Map.groupBy(members, (member) => this.get(member, entityFields.name));
  }

  /** Whether any entity has a member of that name. */
  hasMember(name: string): boolean {
    const string = this.stringOf(name);
    return string !== -1 && (this.#members ??= this.#indexMembers()).has(string);
  }

  #indexMembers(): EntityTable {
    const { entities, strings } = this.summary;
    return new EntityTable(entities, strings.length, memberEntities);
  }

  /** Entities that extend a type with this name. */
  extensions(name: string): readonly number[] {
    return this.allExtensions.get(name) ?? none;
  }

  /** All entities that extend a type, by the type's name. */
  get allExtensions(): ReadonlyMap<string, readonly number[]> {
    return (this.#extensions ??= entitiesByName(this.summary, extensionsIn(this.summary)));
  }

  /** Entities with this name that are declared for the whole program. */
  globals(name: string): readonly number[] {
    if (this.#globals === null && this.#globalsAsked++ < fewNames) return globalsNamed(this.summary, name);
    this.#globals ??= entitiesByName(this.summary, globalsIn(this.summary));
    return this.#globals.get(name) ?? none;
  }

  /**
   * The entity that represents the symbol of `entity`: the first of the symbol's declarations. Overloads, merged interfaces, and a type and a value
   * of one name are one symbol. In nominal languages each member represents itself.
   */
  symbol(entity: number): number {
    const parent = this.get(entity, entityFields.parent);
    const name = this.get(entity, entityFields.name);
    // In nominal languages, overloads differ by their parameters, and a field may have a method's name.
    if (parent >= 0 && this.rules.nominal) return entity;
    if (parent >= 0 && this.kind(entity) !== entityKinds.parameter) {
      this.#members ??= this.#indexMembers();
      return this.#members.find(parent, name)[0] ?? entity;
    }
    // A parameter, or an entity that is not found by name.
    if (parent !== -1) return entity;
    const declared = this.declared(this.get(entity, entityFields.scope), name);
    return declared.includes(entity) ? declared[0]! : entity;
  }

  /** The exports under a name. Star exports have the name `*`, a value that is exported as a whole has `=`. */
  exports(name: string): readonly ExportRecord[] {
    this.#exports ??= exportsByName(this.summary);
    return this.#exports.get(name) ?? noExports;
  }
}
