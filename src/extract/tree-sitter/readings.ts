/**
 * A grammar can read a text in several ways. Chooses the reading that leaves least of the text unread.
 * Invariant: the work of a reading is bounded by the length of the text, and the same text always gives the same tree (unless time is up).
 */
import type { Parser, Tree } from 'web-tree-sitter';
import type { Reading, SyntaxNode, TreeSitterGrammar, UnreadPart } from '../../languages/language.ts';
import { cutFault, declarationAround, memberBefore } from './cut-fault.ts';
import { withoutTables } from './number-tables.ts';
import { withinMemory } from './start.ts';

interface ParsedReading {
  /** Null when parsing took too long. */
  tree: Tree | null;
  /** A line that this reading leaves out; null when it has all lines. */
  leftOutAt: number | null;
  /** The first line of what was cut out because the parser could not get over it; null when nothing was. */
  cutAt: number | null;
}

/** What one parse of a text may cost. Recovering from errors can cost a parser minutes for a few hundred characters. */
interface WorkLimit {
  /** Reports of the parser's progress, one for each hundred of its steps. */
  reports: number;
  /** UTF-16 units that the parser requests. A scanner that looks for an end that does not exist requests the rest of the text each time. */
  units: number;
}

/**
 * At least five times what real files cost, with and without errors (seven grammars): up to 27 reports per thousand units; 41 units requested for
 * each, most of all in Scala.
 */
function workLimit({ length }: string): WorkLimit {
  return { reports: 250 + length / 8, units: 1_000 * (length + 1_000) };
}

/** Maximum number of faults that are cut out of a text. Each costs the work of one parse. */
const maxCuts = 5;

/** A reading must reduce the unread part below this share. A smaller gain is not worth what the reading leaves out or duplicates. */
const betterShare = 0.9;

/** The tree of a text. Where the tree has errors, or the grammar misread something, the reading that leaves least unread. */
export function parseBest(
  { parser }: { parser: Pick<Parser, 'parse' | 'reset'> },
  grammar: TreeSitterGrammar,
  text: string,
  isOverTime: () => boolean,
): ParsedReading {
  const parse = (reading: string): Tree | number =>
    parseWithin(parser, grammar.needsLastBreak === true ? withLastBreak(reading) : reading, isOverTime);
  const prepared = grammar.prepare?.(text) ?? text;
  const first = parse(prepared);
  if (typeof first === 'number') return withoutFaults(parse, prepared, { fault: first, isOverTime });
  let best = { tree: first, leftOutAt: null as number | null, cutAt: null };
  const unread = unreadParts(first);
  const hasNoErrors = unread.length === 0;
  const others = hasNoErrors
    ? rereadings(grammar, first.rootNode, prepared)
    : (grammar.readings?.(prepared, unread) ?? []);
  // In a text without errors, what was misread counts as one unit.
  let unreadUnits = hasNoErrors ? 1 : unitsOf(unread);
  for (const { text: other, leftOutAt } of others) {
    const tree = parse(other);
    if (typeof tree === 'number') break;
    const units = unitsOf(unreadParts(tree));
    if (units >= unreadUnits * betterShare) {
      tree.delete();
      continue;
    }
    best.tree.delete();
    best = { tree, leftOutAt, cutAt: null };
    unreadUnits = units;
    if (unreadUnits === 0) break;
  }
  return best;
}

const withLastBreak = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** The tree of a text; where the work exceeds its limit or time is up, the offset that the parser had reached. */
function parseWithin(parser: Pick<Parser, 'parse' | 'reset'>, text: string, isOverTime: () => boolean): Tree | number {
  const limit = workLimit(text);
  const input = new ParserInput(withoutTables(text), limit.units);
  let reports = 0;
  let reached = 0;
  // The declared type has no result, but a true one stops the parser.
  const progressCallback = ({ currentOffset }: { currentOffset: number }): boolean => {
    reports++;
    // In bytes of UTF-16.
    reached = Math.max(reached, currentOffset >> 1);
    return reports > limit.reports || input.exhaustedAt !== -1 || isOverTime();
  };
  const tree = withinMemory(() => parser.parse(input.readFrom, null, { progressCallback }));
  input.parsed = true;
  if (tree !== null && input.exhaustedAt === -1) return tree;
  if (tree === null) parser.reset();
  else tree.delete();
  return Math.min(reports > 0 ? reached : input.exhaustedAt, text.length - 1);
}

/**
 * The tree of a text without the parts that the parser cannot get over. Where it stops for the first time, the declaration before that line is kept; where
 * it stops in the same declaration again, all from its last member before that line on, then all of it: a parser goes on for many lines before it stops.
 * After `maxCuts` of them, all from the first fault on goes.
 */
function withoutFaults(
  parse: (text: string) => Tree | number,
  whole: string,
  { fault, isOverTime }: { fault: number; isOverTime: () => boolean },
): ParsedReading {
  let text = whole;
  let at = fault;
  /** Number of cuts by start of the declaration. */
  const cutsOf = new Map<number, number>();
  for (let cuts = 0; cuts < maxCuts && !isOverTime(); cuts++) {
    const declaration = declarationAround(text, at);
    const before = cutsOf.get(declaration.start) ?? 0;
    const member = before === 1 ? memberBefore(text, declaration, at) : null;
    const without = cutFault(text, declaration, before === 0 ? at : (member ?? declaration.start));
    if (without === text) break;
    cutsOf.set(declaration.start, before + 1);
    text = without;
    const tree = parse(text);
    if (typeof tree !== 'number') return { tree, leftOutAt: null, cutAt: lineOfDifference(whole, text) };
    at = tree;
  }
  return beforeFault(parse, whole, { fault, isOverTime });
}

/** The tree of what stands before a fault; without the declaration with the fault where the parser does not get over what is left of that. */
function beforeFault(
  parse: (text: string) => Tree | number,
  whole: string,
  { fault, isOverTime }: { fault: number; isOverTime: () => boolean },
): ParsedReading {
  const { start } = declarationAround(whole, fault);
  for (const from of [fault, start]) {
    if (isOverTime()) break;
    const text = cutFault(whole, { start, end: whole.length }, from);
    const tree = parse(text);
    if (typeof tree !== 'number') return { tree, leftOutAt: null, cutAt: lineOfDifference(whole, text) };
  }
  return { tree: null, leftOutAt: null, cutAt: null };
}

/** The first line in which two texts differ. */
function lineOfDifference(a: string, b: string): number {
  const others = b.split('\n');
  return a.split('\n').findIndex((line, at) => line !== others[at]) + 1;
}

/** Maximum number of UTF-16 units that the parser copies per request. */
const maxUnits = 5119;
/** Number of UTF-16 units that the parser gets when it goes back. */
const backUnits = 256;

/**
 * A text that the parser requests in parts. A scanner that needs the column of each word, as Scala's does, makes the parser request the text from
 * the beginning of the line each time. With the maximum amount per request, copying took two thirds of the time.
 */
class ParserInput {
  /** Set when parsing has ended; after that, text is returned without copying limits. */
  parsed = false;
  /**
   * The index that was requested when the parser had got as many units as it may; -1 before. From then on the text ends for it: what it cannot read it skips
   * in one step, between two reports.
   */
  exhaustedAt = -1;
  readonly #text: string;
  /** Number of UTF-16 units that the parser may still get. */
  #left: number;
  #end = 0;
  #units = maxUnits;

  constructor(text: string, mostUnits: number) {
    this.#text = text;
    this.#left = mostUnits;
  }

  /** The next part of the text, from `index` on. */
  readonly readFrom = (index: number): string => {
    if (this.parsed) return this.#text.slice(index);
    if (this.#left < 0 && this.exhaustedAt === -1) this.exhaustedAt = index;
    // See `needsLastBreak`.
    if (this.exhaustedAt !== -1) return index === this.exhaustedAt ? '\n' : '';
    this.#units = index === this.#end ? Math.min(maxUnits, this.#units * 4) : backUnits;
    let end = Math.min(index + this.#units, this.#text.length);
    // The parser takes half of a character (a surrogate) for an error.
    if (isFirstHalf(this.#text.charCodeAt(end - 1)) && end < this.#text.length && end - 1 > index) end--;
    const part = this.#text.slice(index, end);
    this.#end = end;
    this.#left -= part.length;
    return part;
  };
}

/** Whether a unit is the first of the two that make a character outside of the first 65,536. */
function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** The reading that the grammar proposes for a text without errors that it misread; none where it read the text well. */
function rereadings(grammar: TreeSitterGrammar, root: SyntaxNode, text: string): readonly Reading[] {
  const other = grammar.reread?.(root, text) ?? null;
  return other === null ? [] : [{ text: other, leftOutAt: null }];
}

/**
 * The parts of a text that the parser could not read, in order; a missing node counts as one unit. Only nodes with an error inside are visited:
 * a query for errors visits all nodes, which costs a fifth of a parse.
 */
function unreadParts({ rootNode }: Tree): UnreadPart[] {
  const parts: UnreadPart[] = [];
  let end = 0;
  const open = rootNode.hasError ? [rootNode] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const start = node.startIndex;
    if ((node.isError || node.isMissing) && start >= end) {
      end = Math.max(node.endIndex, start + 1);
      parts.push({ start, end });
    }
    // What is inside of a part that is counted already adds nothing.
    if (node.endIndex < end) continue;
    for (let at = node.childCount - 1, children = node.children; at >= 0; at--) {
      const child = children[at]!;
      if (child.hasError) open.push(child);
    }
  }
  return parts;
}

function unitsOf(parts: readonly UnreadPart[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}
