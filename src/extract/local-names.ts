/**
 * Distinguishes definitions of the same name in different functions of one file: the `setup` of each `describe` in a test becomes a symbol of its
 * own. A setter becomes a symbol beside its getter. In languages with overloads, functions of one name in one scope become a symbol for each list of
 * parameter types. The distinction is a mark at the end of the definition's container: `~` and a word of the test's title, a number, the types
 * (`Outer.~(String,int)`), or `(set)` for a setter.
 * Invariant: other declarations of a name in one scope (merged interfaces, a type and a value) keep the same name, and so remain one symbol.
 */
import type { Definition } from '../model/definition.ts';
import { duplicateContainer, overloadContainer, qualifiedName, setterMark } from '../model/link.ts';
import { functionsByDefinition, labelsOf, parameterTypes } from '../model/languages/overload-types.ts';
import {
  entityFields,
  entityFlags,
  entityWidth,
  scopeKinds,
  scopeWidth,
  type FileSummary,
} from '../model/file-summary.ts';

/** The scope of definitions outside of all functions. */
const fileScope = -1;
/** The `parent` of an entity that no scope declares, such as a function that is assigned to a member. */
const unnamed = -2;
/** Maximum number of lines above a definition that are searched for a title. */
const maxLinesAbove = 500;
/** Maximum number of UTF-16 units of a line that are searched for a title. */
const maxLine = 500;
/** Maximum number of characters of a title in a mark. */
const maxTitle = 32;
/** Maximum number of steps from a member to its owner. */
const maxOwners = 100;

/** Where a definition is declared. */
interface Declaration {
  /** The scope of the function, or of the block in a function, that declares the definition or its owner; `fileScope` outside of functions. */
  scope: number;
  /** The definition of which this one is a member; -1 for none. */
  owner: number;
}

/**
 * Gives definitions of the same name in different functions different `container`s, and adapts the containers of their inner definitions and
 * members. Definitions outside of all functions keep their names.
 */
export function distinguishLocalNames(definitions: readonly Definition[], summary: FileSummary, source: Source): void {
  if (mayRepeat(definitions)) new LocalNames(definitions, summary, source).distinguish();
}

interface Source {
  text: string;
  /** Whether functions of one name in one scope that take other types are different functions. */
  hasOverloads: boolean | 'labels';
}

/** Whether two definitions may have one qualified name. In most files all names differ, which is checked without building qualified names. */
function mayRepeat(definitions: readonly Definition[]): boolean {
  const containers = new Map<string, string | null>();
  const qualified = new Set<string>();
  for (const definition of definitions) {
    const { name, container } = definition;
    const firstContainer = containers.get(name);
    if (firstContainer === undefined) containers.set(name, container);
    else if (firstContainer === container || qualified.has(qualifiedName(definition))) return true;
    else qualified.add(qualifiedName(definition));
  }
  return false;
}

class LocalNames {
  readonly #definitions: readonly Definition[];
  readonly #summary: FileSummary;
  /** By the index of a function's definition: its entity. Null in a language without overloads. */
  readonly #functions: ReadonlyMap<number, number> | null;
  readonly #text: string;
  /** Whether argument labels distinguish functions. */
  readonly #byLabels: boolean;
  readonly #declarations: readonly (Declaration | undefined)[];
  /** By definition: number of parts of its container. */
  readonly #depths: number[];
  #lines: readonly string[] | null = null;
  /** By definition: the line on which the enclosing definition begins; 0 for none. */
  #outerStarts: readonly number[] | null = null;
  #members: ReadonlyMap<number, readonly number[]> | null = null;
  #accessors: ReadonlyMap<number, number> | null = null;

  constructor(definitions: readonly Definition[], summary: FileSummary, { text, hasOverloads }: Source) {
    this.#definitions = definitions;
    this.#summary = summary;
    this.#functions = hasOverloads === false ? null : functionsByDefinition(summary);
    this.#byLabels = hasOverloads === 'labels';
    this.#text = text;
    this.#declarations = declarationsOf(definitions.length, summary);
    this.#depths = definitions.map(({ container }) => (container === null ? 0 : container.split('.').length));
  }

  /** Works from the outside in: once outer definitions have different names, inner ones may not need a mark. */
  distinguish(): void {
    for (let depth = 0, hasDeeper = true; hasDeeper; depth++) {
      hasDeeper = this.#depths.some((other) => other > depth);
      const atDepth = [...this.#depths.keys()].filter(
        (at) => this.#depths[at] === depth && this.#declarations[at] !== undefined,
      );
      for (const group of Map.groupBy(atDepth, (at) => qualifiedName(this.#definitions[at]!)).values())
        if (group.length > 1) this.#markGroup(group);
    }
  }

  /** Gives the definitions of one qualified name different containers: one for each scope, and in a scope one for each overload. */
  #markGroup(group: readonly number[]): void {
    const byScope = Map.groupBy(group, (at) => this.#declarations[at]!.scope);
    if (byScope.size > 1) this.#nameByScope(byScope);
    for (const same of byScope.values()) {
      this.#nameSetters(same);
      if (this.#functions !== null) this.#nameOverloads(same, this.#functions);
    }
  }

  /** Marks the setters that are declared beside a getter of one name; the getter keeps the name. */
  #nameSetters(group: readonly number[]): void {
    if (group.length < 2) return;
    const accessors = (this.#accessors ??= accessorFlags(this.#summary));
    if (!group.some((at) => accessors.get(at) === entityFlags.getter)) return;
    for (const at of group)
      if (accessors.get(at) === entityFlags.setter)
        this.#move(at, overloadContainer(this.#definitions[at]!.container, setterMark));
  }

  /** Marks the definitions of each scope; those outside of all functions stay as they are. */
  #nameByScope(byScope: Map<number, number[]>): void {
    byScope.delete(fileScope);
    const counts = new Map<string, number>();
    const marks = new Set<string>();
    for (const definitions of byScope.values()) {
      const word = markOf(this.#titleAbove(definitions[0]!));
      let mark = '';
      do {
        const count = (counts.get(word) ?? 0) + 1;
        counts.set(word, count);
        mark = word === '' ? String(count) : count === 1 ? word : `${word}-${count}`;
      } while (marks.has(mark));
      marks.add(mark);
      for (const at of definitions) this.#move(at, duplicateContainer(this.#definitions[at]!.container, mark));
    }
  }

  /** Gives functions of one name in one scope their parameter types as marks. Functions with the same types stay one symbol. */
  #nameOverloads(group: readonly number[], functions: ReadonlyMap<number, number>): void {
    const overloads = group.filter((at) => functions.has(at));
    if (overloads.length < 2) return;
    const entities = overloads.map((at) => functions.get(at)!);
    const types = this.#byLabels
      ? labelledMarks(this.#summary, entities)
      : entities.map((entity) => parameterTypes(this.#summary, entity));
    if (new Set(types).size < 2) return;
    for (const [index, at] of overloads.entries())
      this.#move(at, overloadContainer(this.#definitions[at]!.container, types[index]!));
  }

  /** Moves a definition into another container, with the definitions inside it. */
  #move(at: number, container: string | null): void {
    const definition = this.#definitions[at]!;
    const oldName = qualifiedName(definition);
    definition.container = container;
    this.#depths[at]!++;
    const newName = qualifiedName(definition);
    const isInside = ({ container: outer }: Definition): boolean =>
      outer === oldName || outer?.startsWith(`${oldName}.`) === true;
    let end = at + 1;
    for (; end < this.#definitions.length && isWithin(this.#definitions[end]!, definition); end++) {
      const inner = this.#definitions[end]!;
      if (!isInside(inner)) continue;
      inner.container = newName + inner.container!.slice(oldName.length);
      this.#depths[end]!++;
    }
    // A member may be defined after its owner: `Foo.prototype.go = …`.
    for (const member of this.#membersOf(at)) {
      const { container: outer } = this.#definitions[member]!;
      if ((member < at || member >= end) && outer === oldName) this.#move(member, newName);
    }
  }

  #membersOf(owner: number): readonly number[] {
    this.#members ??= Map.groupBy(this.#declarations.keys(), (at) => this.#declarations[at]?.owner ?? -1);
    return this.#members.get(owner) ?? [];
  }

  /**
   * The first quoted text on the nearest line above that encloses the definition by its indentation and has such a text; mostly the
   * title of a test. Only lines below the first line of the enclosing definition are searched. Empty for none.
   */
  #titleAbove(at: number): string {
    const lines = (this.#lines ??= this.#text.split('\n'));
    this.#outerStarts ??= outerStartsOf(this.#definitions);
    const { startLine } = this.#definitions[at]!;
    const last = Math.max(this.#outerStarts[at]!, startLine - maxLinesAbove);
    let indent = indentOf(lines[startLine - 1] ?? '');
    for (let line = startLine - 1; line > last && indent > 0; line--) {
      const text = lines[line - 1]!;
      if (indentOf(text) >= indent || text.trim() === '') continue;
      indent = indentOf(text);
      const quoted = quotedIn(text.slice(0, maxLine));
      if (quoted !== '') return quoted;
    }
    return '';
  }
}

/** The labels of functions of one name; with the types where several have the same labels. */
function labelledMarks(summary: FileSummary, functions: readonly number[]): string[] {
  const labels = functions.map((entity) => labelsOf(summary, entity, false));
  const counts = Map.groupBy(labels, (one) => one);
  return functions.map((entity, at) =>
    counts.get(labels[at]!)!.length > 1 ? labelsOf(summary, entity, true) : labels[at]!,
  );
}

/** Whether a definition is inside another one that begins before it. */
function isWithin({ startLine, startColumn }: Definition, { endLine, endColumn }: Definition): boolean {
  return startLine < endLine || (startLine === endLine && startColumn < endColumn);
}

/** By definition: the line on which the enclosing definition begins; 0 for none. */
function outerStartsOf(definitions: readonly Definition[]): number[] {
  const open: Definition[] = [];
  return definitions.map((definition) => {
    while (open.length > 0 && !isWithin(definition, open.at(-1)!)) open.pop();
    const outerStart = open.at(-1)?.startLine ?? 0;
    open.push(definition);
    return outerStart;
  });
}

/** The first quoted text; empty for none. */
function quotedIn(line: string): string {
  for (let at = 0; at < line.length; at++) {
    const quote = line[at]!;
    if (quote !== '"' && quote !== "'" && quote !== '`') continue;
    const end = line.indexOf(quote, at + 1);
    if (end > at + 1) return line.slice(at + 1, end);
    if (end !== -1) at = end;
  }
  return '';
}

/** A title as a mark: its words joined by hyphens, cut at a word to `maxTitle`. */
function markOf(title: string): string {
  // V8 takes long to compile patterns with Unicode properties, so an ASCII title gets a simpler one.
  const others = /[^ -~]/.test(title) ? /[^\p{L}\p{N}]+/gu : /[^a-zA-Z0-9]+/g;
  const words = title.replace(others, '-').replace(/^-|-$/g, '');
  if (words.length <= maxTitle) return words;
  const end = words.lastIndexOf('-', maxTitle);
  return words.slice(0, end > 0 ? end : maxTitle);
}

function indentOf(line: string): number {
  let at = 0;
  while (line[at] === ' ' || line[at] === '\t') at++;
  return at;
}

/** By the index of an accessor's definition: `entityFlags.getter`, `entityFlags.setter`, or both where one declaration has both. */
function accessorFlags({ entities }: FileSummary): Map<number, number> {
  const flags = new Map<number, number>();
  for (let at = 0; at < entities.length; at += entityWidth) {
    const definition = entities[at + entityFields.definition]!;
    const own = entities[at + entityFields.flags]! & (entityFlags.getter | entityFlags.setter);
    if (definition !== -1 && own !== 0) flags.set(definition, (flags.get(definition) ?? 0) | own);
  }
  return flags;
}

/** By definition; undefined where the file summary has no entity for it. */
function declarationsOf(count: number, { entities, scopes }: FileSummary): (Declaration | undefined)[] {
  const declarations = new Array<Declaration | undefined>(count);
  const namedDefinitions = new Set<number>();
  for (let at = 0; at < entities.length; at += entityWidth) {
    const definition = entities[at + entityFields.definition]!;
    if (definition === -1 || namedDefinitions.has(definition)) continue;
    // A definition may have two entities: a variable, and the function without a name that is its value. The scope of the variable counts.
    const isAssigned = (entities[at + entityFields.flags]! & entityFlags.assigned) !== 0;
    const isNamed = isAssigned || entities[at + entityFields.parent]! !== unnamed;
    if (isNamed) namedDefinitions.add(definition);
    if (!isNamed && declarations[definition] !== undefined) continue;
    const owner = ownerOf(at, entities);
    // All assignments to one export of a module are one symbol, whatever function they are in.
    const isExport = isAssigned && owner < 0 && unnamed === entities[at + entityFields.parent];
    declarations[definition] = {
      scope: isExport ? fileScope : localScopeOf(scopeOf(at, entities), scopes),
      owner: owner < 0 ? -1 : entities[owner * entityWidth + entityFields.definition]!,
    };
  }
  return declarations;
}

/** The entity of which another is a member; negative for none. @param at where the record of the other begins */
function ownerOf(at: number, entities: Int32Array): number {
  const parent = entities[at + entityFields.parent]!;
  return parent === unnamed ? entities[at + entityFields.assignedTo]! : parent;
}

/** The scope that declares an entity; for a member, the scope that declares its outermost owner. @param record where its record begins */
function scopeOf(record: number, entities: Int32Array): number {
  let at = record;
  for (let steps = 0; steps < maxOwners; steps++) {
    const owner = ownerOf(at, entities);
    if (owner < 0) break;
    at = owner * entityWidth;
  }
  return entities[at + entityFields.scope]!;
}

/** The innermost function, or block in a function, that encloses a scope; `fileScope` outside of all functions. */
function localScopeOf(scope: number, scopes: Int32Array): number {
  let localScope = fileScope;
  for (let at = scope; at !== -1; at = scopes[at * scopeWidth]!) {
    const kind = scopes[at * scopeWidth + 1]!;
    if (kind === scopeKinds.function || kind === scopeKinds.arrow) return localScope === fileScope ? at : localScope;
    if (kind === scopeKinds.file || kind === scopeKinds.namespace) return fileScope;
    if (kind === scopeKinds.block && localScope === fileScope) localScope = at;
  }
  return fileScope;
}
