/**
 * Builds the `FileSummary` of one file. Nodes, scopes and entities are numbered in the order in which they are written.
 * `finish` returns the summary, once.
 */
import { Ints } from './ints.ts';
import { assignmentWidth, maxAlternatives, resolveAssignments } from './assignments.ts';
import {
  blankEntity,
  blankImport,
  entityFields,
  entityKinds,
  entityWidth,
  ops,
  scopeKinds,
  scopeWidth,
  siteKinds,
  siteWidth,
  type FileSummary,
} from './file-summary.ts';

interface Place {
  line: number;
  column: number;
}

/** The fields of a new entity without its place; a missing field means none. */
interface UnplacedEntity {
  name: string;
  kind: number;
  scope: number;
  flags?: number;
  parent?: number;
  type?: number;
  value?: number;
  ownScope?: number;
}

export type EntityDraft = UnplacedEntity & Place;

/**
 * Tables that another walker wrote in its own memory, with the numbering of a file summary. The arrays are views of that memory. They are valid until
 * the walker writes again.
 */
interface WrittenTables {
  strings: string[];
  modules: readonly string[];
  nodes: Int32Array;
  scopes: Int32Array;
  entities: Int32Array;
  exports: Int32Array;
  sites: Int32Array;
  expected: Int32Array;
  assignments: Int32Array;
}

/** The ops of values that may hand on a function by its name. */
const handable: ReadonlySet<number> = new Set([
  ...[ops.name, ops.member, ops.overload, ops.keyword, ops.array, ops.either, ops.cast, ops.typed],
]);

/** Lists that no writer of this thread uses now. The next writer reuses them, because most files need no more space than earlier files. */
const spareLists: Ints[] = [];

/** Longer lists are not reused. */
const maxSpareLength = 1 << 18;

function takeInts(): Ints {
  return spareLists.pop() ?? new Ints();
}

function release(list: Ints): void {
  if (list.values.length > maxSpareLength) return;
  list.length = 0;
  spareLists.push(list);
}

/** Returns the numbers of a list, and releases the list. */
function takeNumbers(list: Ints): Int32Array {
  const numbers = list.take();
  release(list);
  return numbers;
}

export class SummaryWriter {
  /** Indexes of texts; null while the texts come from another walker and none was added. */
  #strings: Map<string, number> | null = new Map();
  #texts: string[] = [];
  readonly #nodes = takeInts();
  readonly #scopes = takeInts();
  readonly #entities = takeInts();
  readonly #exports = takeInts();
  readonly #sites = takeInts();
  readonly #expected = takeInts();
  readonly #modules = new Map<string, number>();
  /** Assignments. Only at the end is it known which targets are declared variables, class members or exports. */
  readonly #assignments = takeInts();
  global = false;
  /** Whether an assignment to an undeclared name declares a variable of the file (JavaScript). */
  declaresByAssigning = false;
  /** Whether an assignment to a member of a member (`a.b.c = v`) declares that member (Lua). */
  nestsMembers = false;
  /** Names of the global object, whose members are global variables (JavaScript). */
  globalObjects: ReadonlySet<string> = new Set();
  unit = '';

  constructor() {
    this.#nodes.push(ops.none);
    this.scope(-1, scopeKinds.file, -1);
  }

  /** A writer that continues the tables of another walker. */
  static continueTables(tables: WrittenTables): SummaryWriter {
    const writer = new SummaryWriter();
    writer.#texts = tables.strings;
    writer.#strings = null;
    for (const specifier of tables.modules) writer.module(specifier);
    writer.#nodes.replace(tables.nodes);
    writer.#scopes.replace(tables.scopes);
    writer.#entities.replace(tables.entities);
    writer.#exports.replace(tables.exports);
    writer.#sites.replace(tables.sites);
    writer.#expected.replace(tables.expected);
    writer.#assignments.replace(tables.assignments);
    return writer;
  }

  /** The index of a string, which is written if it is new. */
  string(text: string): number {
    const strings = (this.#strings ??= new Map(this.#texts.map((written, at) => [written, at])));
    let index = strings.get(text);
    if (index === undefined) {
      index = this.#texts.length;
      strings.set(text, index);
      this.#texts.push(text);
    }
    return index;
  }

  /** The index of a string; -1 if the string was not written. */
  stringIndex(text: string): number {
    return this.#strings === null ? this.#texts.indexOf(text) : (this.#strings.get(text) ?? -1);
  }

  get entityCount(): number {
    return this.#entities.length / entityWidth;
  }

  text(string: number): string {
    return this.#texts[string]!;
  }

  /** Returns the index of a module. @param specifier as written in the source, with `\0` in front if it is that of a `require` */
  module(specifier: string): number {
    let index = this.#modules.get(specifier);
    if (index === undefined) this.#modules.set(specifier, (index = this.#modules.size));
    return index;
  }

  scope(parent: number, kind: number, owner: number): number {
    const at = this.#scopes.extend(scopeWidth);
    const { values } = this.#scopes;
    values[at] = parent;
    values[at + 1] = kind;
    values[at + 2] = owner;
    return at / scopeWidth;
  }

  setScopeOwner(scope: number, owner: number): void {
    this.#scopes.values[scope * scopeWidth + 2] = owner;
  }

  scopeParent(scope: number): number {
    return this.#scopes.values[scope * scopeWidth]!;
  }

  scopeKind(scope: number): number {
    return this.#scopes.values[scope * scopeWidth + 1]!;
  }

  scopeOwner(scope: number): number {
    return this.#scopes.values[scope * scopeWidth + 2]!;
  }

  entity(draft: EntityDraft): number;
  entity(draft: UnplacedEntity, place: Readonly<Place>): number;
  entity(draft: UnplacedEntity & Partial<Place>, place: Readonly<Partial<Place>> = draft): number {
    const entity = this.declare(draft.name, draft.kind, place as Place, draft.scope);
    const at = entity * entityWidth;
    const { values } = this.#entities;
    values[at + entityFields.flags] = draft.flags ?? 0;
    values[at + entityFields.parent] = draft.parent ?? -1;
    values[at + entityFields.type] = draft.type ?? 0;
    values[at + entityFields.value] = draft.value ?? 0;
    values[at + entityFields.ownScope] = draft.ownScope ?? -1;
    return entity;
  }

  /** Adds an entity with a name and a place only: `set` adds the rest, without an object for each. */
  declare(name: string, kind: number, place: Readonly<Place>, scope: number): number {
    return this.declareString(this.string(name), kind, place, scope);
  }

  /** Like `declare`, with the index of the name among the strings. */
  declareString(name: number, kind: number, place: Readonly<Place>, scope: number): number {
    const at = this.#entities.extend(entityWidth);
    const { values } = this.#entities;
    const blank = kind === entityKinds.import ? blankImport : blankEntity;
    for (let field = 0; field < entityWidth; field++) values[at + field] = blank[field]!;
    values[at + entityFields.name] = name;
    values[at + entityFields.kind] = kind;
    values[at + entityFields.line] = place.line;
    values[at + entityFields.column] = place.column;
    values[at + entityFields.scope] = scope;
    return at / entityWidth;
  }

  /** @param field of `entityFields` */
  set(entity: number, field: number, value: number): void {
    this.#entities.values[entity * entityWidth + field] = value;
  }

  get(entity: number, field: number): number {
    return this.#entities.values[entity * entityWidth + field]!;
  }

  addFlags(entity: number, flags: number): void {
    this.set(entity, entityFields.flags, this.get(entity, entityFields.flags) | flags);
  }

  /** Writes a node; returns its number. */
  node(op: number, a?: number, b?: number, c?: number): number {
    const count = a === undefined ? 1 : b === undefined ? 2 : c === undefined ? 3 : 4;
    const at = this.#nodes.extend(count);
    const { values } = this.#nodes;
    values[at] = op;
    if (count > 1) values[at + 1] = a!;
    if (count > 2) values[at + 2] = b!;
    if (count > 3) values[at + 3] = c!;
    return at;
  }

  list(items: readonly number[]): number {
    if (items.length === 0) return 0;
    const at = this.#nodes.extend(items.length + 2);
    const { values } = this.#nodes;
    values[at] = ops.list;
    values[at + 1] = items.length;
    for (let index = 0; index < items.length; index++) values[at + 2 + index] = items[index]!;
    return at;
  }

  /**
   * Records values that other code may get where no node and no entity says so: arguments of a call without a node, what is kept in fields and elements,
   * what is returned. A function that one of them names is handed on. They are written as arguments of a call of nothing.
   */
  handOn(values: readonly number[]): void {
    const named = values.filter((value) => handable.has(this.opOf(value)));
    if (named.length > 0) this.node(ops.call, 0, this.list(named), 0);
  }

  /** The numbers of a list node; none for 0. */
  items(list: number): readonly number[] {
    if (list === 0) return [];
    const { values } = this.#nodes;
    const count = values[list + 1]!;
    const items = new Array<number>(count);
    for (let at = 0; at < count; at++) items[at] = values[list + 2 + at]!;
    return items;
  }

  name(text: string, scope: number): number {
    return this.node(ops.name, this.string(text), scope);
  }

  member(object: number, name: string): number {
    return this.node(ops.member, object, this.string(name));
  }

  /** A node whose value is one of the alternatives; nodes without a value (0) are left out. */
  either(alternatives: readonly number[]): number {
    const nodes = alternatives.filter((node) => node !== 0).slice(0, maxAlternatives);
    if (nodes.length <= 1) return nodes[0] ?? 0;
    return this.node(ops.either, this.list(nodes));
  }

  opOf(node: number): number {
    return this.#nodes.values[node]!;
  }

  operand(node: number, index: number): number {
    return this.#nodes.values[node + 1 + index]!;
  }

  /** A node for an entity of this file. */
  entityNode(entity: number): number {
    return this.node(ops.entity, entity);
  }

  /** Runs `work` and drops the sites that `work` writes: a type that is written into two entities has its sites once. */
  withoutSites<T>(work: () => T): T {
    const { length } = this.#sites;
    const result = work();
    this.#sites.length = length;
    return result;
  }

  /** Runs `work`, and then removes the sites that it wrote at places that `keeps` does not accept. */
  withSitesAt<T>(keeps: (kind: number, line: number, column: number) => boolean, work: () => T): T {
    const sites = this.#sites;
    let end = sites.length;
    const start = end;
    const result = work();
    const { values } = sites;
    for (let at = start; at < sites.length; at += siteWidth) {
      if (!keeps(values[at]!, values[at + 2]!, values[at + 3]!)) continue;
      values.copyWithin(end, at, at + siteWidth);
      end += siteWidth;
    }
    sites.length = end;
    return result;
  }

  /** Says that the result of a call is expected to have this type. */
  expect(call: number, type: number): void {
    this.#expected.push(call);
    this.#expected.push(type);
  }

  site(kind: number, node: number, place: Readonly<Place>, scope: number): void {
    const at = this.#sites.extend(siteWidth);
    const { values } = this.#sites;
    values[at] = kind;
    values[at + 1] = node;
    values[at + 2] = place.line;
    values[at + 3] = place.column;
    values[at + 4] = scope;
  }

  /** The number of sites so far. */
  get siteCount(): number {
    return this.#sites.length / siteWidth;
  }

  /** Gives the site of a callee the arguments of its call, which are visited after it: they choose among functions of one name. */
  chooses(site: number, args: number): void {
    const { values } = this.#sites;
    const at = site * siteWidth + 1;
    const kind = values[at - 1];
    const isCall = kind === siteKinds.call || kind === siteKinds.construct || kind === siteKinds.decorate;
    if (site >= 0 && site < this.siteCount && isCall) values[at] = this.node(ops.overload, values[at], args);
  }

  export(name: string, form: number, a: number, b: number): void {
    const all = this.#exports;
    all.push(this.string(name));
    all.push(form);
    all.push(a);
    all.push(b);
  }

  /** `target = value`: resolved by `finish`, when all declarations are known. */
  assign(target: number, value: number, place: Readonly<Place>, scope: number): void {
    const at = this.#assignments.extend(assignmentWidth);
    const { values } = this.#assignments;
    values[at] = target;
    values[at + 1] = value;
    values[at + 2] = place.line;
    values[at + 3] = place.column;
    values[at + 4] = scope;
  }

  /** @param definitions places of the file's definitions, in their order */
  finish(definitions: readonly Place[]): FileSummary {
    resolveAssignments(this, this.#assignments, this.#exports);
    release(this.#assignments);
    if (definitions.length > 0) this.#linkDefinitions(definitions);
    return {
      strings: this.#texts,
      nodes: takeNumbers(this.#nodes),
      scopes: takeNumbers(this.#scopes),
      entities: takeNumbers(this.#entities),
      exports: takeNumbers(this.#exports),
      sites: takeNumbers(this.#sites),
      expected: takeNumbers(this.#expected),
      modules: [...this.#modules.keys()],
      global: this.global,
      unit: this.unit,
    };
  }

  /** Gives each entity the index of the definition at its place. */
  #linkDefinitions(definitions: readonly Place[]): void {
    const { values, length } = this.#entities;
    const places = new Map<number, number>();
    // Most entities are on lines without a definition and need no look-up.
    const lines = new Uint8Array(definitions.reduce((last, { line }) => Math.max(last, line), 0) + 1);
    for (let at = 0; at < definitions.length; at++) {
      const { line, column } = definitions[at]!;
      lines[line] = 1;
      places.set(placeKey(line, column), at);
    }
    for (let at = 0; at < length; at += entityWidth) {
      const line = values[at + entityFields.line]!;
      if (lines[line] !== 1) continue;
      const column = values[at + entityFields.column]!;
      // A name in backquotes (`default` of Swift, Kotlin and Scala) begins one column later, after the backquote.
      const definition = places.get(placeKey(line, column)) ?? this.#quotedAt(places, at);
      if (definition !== undefined) values[at + entityFields.definition] = definition;
    }
  }

  /** The definition one column after an entity's place, behind the backquote. */
  #quotedAt(places: ReadonlyMap<number, number>, at: number): number | undefined {
    const { values } = this.#entities;
    const isNamed =
      values[at + entityFields.kind] !== entityKinds.parameter && this.text(values[at + entityFields.name]!) !== '';
    return isNamed
      ? places.get(placeKey(values[at + entityFields.line]!, values[at + entityFields.column]! + 1))
      : undefined;
  }
}

function placeKey(line: number, column: number): number {
  return line * 1_000_000 + column;
}
