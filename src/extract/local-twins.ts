/**
 * Tells apart what functions of one file declare under one name: the `setup` of each `describe` of a test is a symbol of its own.
 * Invariant: what one scope declares several times (overloads, merged interfaces) keeps one name, and so stays one symbol.
 */
import type { Definition } from '../model/definition.ts';
import { qualifiedName, duplicateContainer } from '../model/link.ts';
import {
  entityFields,
  entityFlags,
  entityWidth,
  scopeKinds,
  scopeWidth,
  type FileSummary,
} from '../model/file-summary.ts';

/** The scope of what no function declares. */
const outside = -1;
/** The `parent` of what has no name of its own. */
const unnamed = -2;
/** Lines above a definition that are looked at for what is written around it. */
const mostLinesAbove = 500;
/** Units of a line that are looked at. */
const longestLine = 500;
/** Characters of a mark that are taken from the text around. */
const mostTitle = 32;
/** Members of members that are followed to what they are of. */
const mostHolders = 100;

/** Where a definition is declared. */
interface Home {
  /** The function, or block in one, that declares it, or what it is a member of. */
  scope: number;
  /** The definition that it is a member of; -1 for none. */
  holder: number;
}

/**
 * Gives what different functions declare under one name another `container` each, and what is inside of it, or a member of it, the one that
 * follows. What stands outside of all functions keeps its name.
 */
export function nameLocalTwins(definitions: readonly Definition[], summary: FileSummary, text: string): void {
  if (isAnyRepeated(definitions)) new Twins(definitions, summary, text).nameApart();
}

/** Most files have no name twice, which is known without any text made. */
function isAnyRepeated(definitions: readonly Definition[]): boolean {
  const containers = new Map<string, string | null>();
  const qualified = new Set<string>();
  for (const definition of definitions) {
    const { name, container } = definition;
    const known = containers.get(name);
    if (known === undefined) containers.set(name, container);
    else if (known === container || qualified.has(qualifiedName(definition))) return true;
    else qualified.add(qualifiedName(definition));
  }
  return false;
}

class Twins {
  readonly #definitions: readonly Definition[];
  readonly #text: string;
  readonly #homes: readonly (Home | undefined)[];
  /** By definition: parts of its container. */
  readonly #depths: number[];
  #lines: readonly string[] | null = null;
  /** By definition: the line on which the innermost one around it begins; 0 for none. */
  #around: readonly number[] | null = null;
  #members: ReadonlyMap<number, readonly number[]> | null = null;

  constructor(definitions: readonly Definition[], summary: FileSummary, text: string) {
    this.#definitions = definitions;
    this.#text = text;
    this.#homes = homesOf(definitions.length, summary);
    this.#depths = definitions.map(({ container }) => (container === null ? 0 : container.split('.').length));
  }

  /** From the outside in: what is inside of one that has another name may need no other. */
  nameApart(): void {
    for (let depth = 0, isAny = true; isAny; depth++) {
      isAny = this.#depths.some((one) => one > depth);
      const here = [...this.#depths.keys()].filter((at) => this.#depths[at] === depth && this.#homes[at] !== undefined);
      for (const group of Map.groupBy(here, (at) => qualifiedName(this.#definitions[at]!)).values())
        if (group.length > 1) this.#nameGroup(group);
    }
  }

  #nameGroup(group: readonly number[]): void {
    const byHome = Map.groupBy(group, (at) => this.#homes[at]!.scope);
    if (byHome.size < 2) return;
    byHome.delete(outside);
    const counts = new Map<string, number>();
    const marks = new Set<string>();
    for (const twins of byHome.values()) {
      const word = wordOf(this.#titleAround(twins[0]!));
      let mark = '';
      do {
        const count = (counts.get(word) ?? 0) + 1;
        counts.set(word, count);
        mark = word === '' ? String(count) : count === 1 ? word : `${word}-${count}`;
      } while (marks.has(mark));
      marks.add(mark);
      for (const at of twins) this.#move(at, duplicateContainer(this.#definitions[at]!.container, mark));
    }
  }

  /** Puts a definition into another container, and what is in it. */
  #move(at: number, container: string | null): void {
    const moved = this.#definitions[at]!;
    const before = qualifiedName(moved);
    moved.container = container;
    this.#depths[at]!++;
    const after = qualifiedName(moved);
    const isOf = ({ container: of }: Definition): boolean => of === before || of?.startsWith(`${before}.`) === true;
    let end = at + 1;
    for (; end < this.#definitions.length && isWithin(this.#definitions[end]!, moved); end++) {
      const inner = this.#definitions[end]!;
      if (!isOf(inner)) continue;
      inner.container = after + inner.container!.slice(before.length);
      this.#depths[end]!++;
    }
    // `Foo.prototype.go = …` stands behind `Foo`.
    for (const member of this.#membersOf(at)) {
      const { container: of } = this.#definitions[member]!;
      if ((member < at || member >= end) && of === before) this.#move(member, after);
    }
  }

  #membersOf(holder: number): readonly number[] {
    this.#members ??= Map.groupBy(this.#homes.keys(), (at) => this.#homes[at]?.holder ?? -1);
    return this.#members.get(holder) ?? [];
  }

  /**
   * The first text in quotes on the nearest line around a definition, and within what it stands in, that has one: the title of a test mostly.
   * Empty for none.
   */
  #titleAround(at: number): string {
    const lines = (this.#lines ??= this.#text.split('\n'));
    this.#around ??= startsAround(this.#definitions);
    const { startLine } = this.#definitions[at]!;
    const last = Math.max(this.#around[at]!, startLine - mostLinesAbove);
    let indent = indentOf(lines[startLine - 1] ?? '');
    for (let line = startLine - 1; line > last && indent > 0; line--) {
      const text = lines[line - 1]!;
      if (indentOf(text) >= indent || text.trim() === '') continue;
      indent = indentOf(text);
      const quoted = quotedIn(text.slice(0, longestLine));
      if (quoted !== '') return quoted;
    }
    return '';
  }
}

/** Whether a definition that begins behind another begins before its end. */
function isWithin({ startLine, startColumn }: Definition, { endLine, endColumn }: Definition): boolean {
  return startLine < endLine || (startLine === endLine && startColumn < endColumn);
}

function startsAround(definitions: readonly Definition[]): number[] {
  const open: Definition[] = [];
  return definitions.map((definition) => {
    while (open.length > 0 && !isWithin(definition, open.at(-1)!)) open.pop();
    const around = open.at(-1)?.startLine ?? 0;
    open.push(definition);
    return around;
  });
}

/** The first text in quotes; empty for none. */
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

/** A title as words with hyphens between them, as many as a mark has room for. */
function wordOf(title: string): string {
  // V8 takes long to make ready what Unicode says of letters.
  const others = /[^ -~]/.test(title) ? /[^\p{L}\p{N}]+/gu : /[^a-zA-Z0-9]+/g;
  const words = title.replace(others, '-').replace(/^-|-$/g, '');
  if (words.length <= mostTitle) return words;
  const end = words.lastIndexOf('-', mostTitle);
  return words.slice(0, end > 0 ? end : mostTitle);
}

function indentOf(line: string): number {
  let at = 0;
  while (line[at] === ' ' || line[at] === '\t') at++;
  return at;
}

/** By definition; undefined where the facts do not say. */
function homesOf(count: number, { entities, scopes }: FileSummary): (Home | undefined)[] {
  const homes = new Array<Home | undefined>(count);
  const named = new Set<number>();
  for (let at = 0; at < entities.length; at += entityWidth) {
    const definition = entities[at + entityFields.definition]!;
    if (definition === -1 || named.has(definition)) continue;
    // The name of a function that is a value is another entity's.
    const isAssigned = (entities[at + entityFields.flags]! & entityFlags.assigned) !== 0;
    const isNamed = isAssigned || entities[at + entityFields.parent]! !== unnamed;
    if (isNamed) named.add(definition);
    if (!isNamed && homes[definition] !== undefined) continue;
    const holder = holderOf(at, entities);
    // What is assigned to the exports of a module is one, wherever that is done.
    const isExport = isAssigned && holder < 0 && unnamed === entities[at + entityFields.parent];
    homes[definition] = {
      scope: isExport ? outside : homeOf(scopeOf(at, entities), scopes),
      holder: holder < 0 ? -1 : entities[holder * entityWidth + entityFields.definition]!,
    };
  }
  return homes;
}

/** The entity that another is a member of; below zero for none. */
function holderOf(at: number, entities: Int32Array): number {
  const parent = entities[at + entityFields.parent]!;
  return parent === unnamed ? entities[at + entityFields.assignedTo]! : parent;
}

/** Where an entity is declared, or what it is a member of. */
function scopeOf(entity: number, entities: Int32Array): number {
  let at = entity;
  for (let steps = 0; steps < mostHolders; steps++) {
    const holder = holderOf(at, entities);
    if (holder < 0) break;
    at = holder * entityWidth;
  }
  return entities[at + entityFields.scope]!;
}

/** The innermost function or block around a scope; a block that is in no function is as the file's own. */
function homeOf(scope: number, scopes: Int32Array): number {
  let home = outside;
  for (let at = scope; at !== -1; at = scopes[at * scopeWidth]!) {
    const kind = scopes[at * scopeWidth + 1]!;
    if (kind === scopeKinds.function || kind === scopeKinds.arrow) return home === outside ? at : home;
    if (kind === scopeKinds.file || kind === scopeKinds.namespace) return outside;
    if (kind === scopeKinds.block && home === outside) home = at;
  }
  return outside;
}
