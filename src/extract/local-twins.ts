/**
 * Tells apart what functions of one file declare under one name: the `setup` of each `describe` of a test is a symbol of its own.
 * Invariant: what one scope declares several times (overloads, merged interfaces) keeps one name, and so stays one symbol.
 */
import type { Definition } from '../model/definition.ts';
import { qualifiedName, twinContainer } from '../model/link.ts';
import { entityFields, entityFlags, entityWidth, scopeKinds, scopeWidth, type LinkFacts } from '../model/link-facts.ts';

/** The scope of what no function declares. */
const outside = -1;
/** The `parent` of what has no name of its own. */
const unnamed = -2;
/** Lines above a definition that are looked at for what is written around it. */
const mostLinesAbove = 500;
/** Characters of a mark that are taken from the text around. */
const mostTitle = 32;

/**
 * Gives what different functions declare under one name another `container` each, and what is inside of it the one that follows. What
 * stands outside of all functions keeps its name.
 */
export function nameLocalTwins(definitions: readonly Definition[], facts: LinkFacts, text: string): void {
  if (!isAnyRepeated(definitions)) return;
  const homes = homesOf(definitions.length, facts);
  const depths = definitions.map(({ container }) => (container === null ? 0 : container.split('.').length));
  let lines: string[] | null = null;
  // From the outside in: what is inside of one that has another name may need no other.
  for (let depth = 0; depth <= Math.max(...depths); depth++) {
    const here = [...depths.keys()].filter((at) => depths[at] === depth && homes[at] !== undefined);
    for (const group of Map.groupBy(here, (at) => qualifiedName(definitions[at]!)).values()) {
      const byHome = Map.groupBy(group, (at) => homes[at]!);
      if (byHome.size < 2) continue;
      byHome.delete(outside);
      lines ??= text.split('\n');
      const marks = new Set<string>();
      for (const twins of byHome.values()) {
        const mark = markOf(titleAround(lines, definitions, twins[0]!), marks);
        marks.add(mark);
        for (const at of twins) for (const moved of move(definitions, at, mark)) depths[moved]!++;
      }
    }
  }
}

function isAnyRepeated(definitions: readonly Definition[]): boolean {
  return new Set(definitions.map(qualifiedName)).size < definitions.length;
}

/** Gives the indexes of all that have another container now. */
function move(definitions: readonly Definition[], at: number, mark: string): number[] {
  const all = [at];
  const moved = definitions[at]!;
  const before = qualifiedName(moved);
  moved.container = twinContainer(moved.container, mark);
  const after = qualifiedName(moved);
  for (let next = at + 1; next < definitions.length && isWithin(definitions[next]!, moved); next++) {
    const inner = definitions[next]!;
    if (inner.container !== before && inner.container?.startsWith(`${before}.`) !== true) continue;
    inner.container = after + inner.container.slice(before.length);
    all.push(next);
  }
  return all;
}

function isWithin({ startLine, startColumn }: Definition, { endLine, endColumn }: Definition): boolean {
  return startLine < endLine || (startLine === endLine && startColumn < endColumn);
}

/** As much of words with hyphens between them as a mark has room for. */
function wholeWords(words: string): string {
  if (words.length <= mostTitle) return words;
  const end = words.lastIndexOf('-', mostTitle);
  return words.slice(0, end > 0 ? end : mostTitle);
}

/** A word for a title, or a number, that none of the others has. */
function markOf(title: string, others: ReadonlySet<string>): string {
  const word = wholeWords(title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, ''));
  for (let count = 1; ; count++) {
    const mark = word === '' ? String(count) : count === 1 ? word : `${word}-${count}`;
    if (!others.has(mark)) return mark;
  }
}

/**
 * The first text in quotes on the nearest line around a definition, and within what it stands in, that has one: the title of a test mostly.
 * Empty for none.
 */
function titleAround(lines: readonly string[], definitions: readonly Definition[], at: number): string {
  const { startLine } = definitions[at]!;
  const last = Math.max(startAround(definitions, at), startLine - mostLinesAbove);
  let indent = indentOf(lines[startLine - 1] ?? '');
  for (let line = startLine - 1; line > last && indent > 0; line--) {
    const text = lines[line - 1]!;
    if (indentOf(text) >= indent || text.trim() === '') continue;
    indent = indentOf(text);
    const quoted = /(["'`])((?:(?!\1).)+)\1/.exec(text.slice(0, 500));
    if (quoted !== null) return quoted[2]!;
  }
  return '';
}

/** The line on which the innermost definition around another begins; 0 for none. */
function startAround(definitions: readonly Definition[], at: number): number {
  for (let before = at - 1; before >= 0; before--)
    if (isWithin(definitions[at]!, definitions[before]!)) return definitions[before]!.startLine;
  return 0;
}

function indentOf(line: string): number {
  let at = 0;
  while (line[at] === ' ' || line[at] === '\t') at++;
  return at;
}

/** For each definition the function, or block in one, that declares it, or what it is a member of; undefined where the facts do not say. */
function homesOf(count: number, { entities, scopes }: LinkFacts): (number | undefined)[] {
  const homes = new Array<number | undefined>(count);
  const named = new Set<number>();
  for (let at = 0; at < entities.length; at += entityWidth) {
    const definition = entities[at + entityFields.definition]!;
    if (definition === -1 || named.has(definition)) continue;
    // The name of a function that is a value is another entity's.
    const isAssigned = (entities[at + entityFields.flags]! & entityFlags.assigned) !== 0;
    const isNamed = isAssigned || entities[at + entityFields.parent]! !== unnamed;
    if (isNamed) named.add(definition);
    if (isNamed || homes[definition] === undefined) homes[definition] = homeOf(scopeOf(at, entities), scopes);
  }
  return homes;
}

/** Where an entity is declared, or what it is a member of. */
function scopeOf(entity: number, entities: Int32Array): number {
  let at = entity;
  for (;;) {
    const parent = entities[at + entityFields.parent]!;
    const holder = parent === unnamed ? entities[at + entityFields.assignedTo]! : parent;
    if (holder < 0) return entities[at + entityFields.scope]!;
    at = holder * entityWidth;
  }
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
