/** A grammar can read a text in several ways. Chooses the reading that leaves least of the text unread. */
import type { Parser, Query, Tree } from 'web-tree-sitter';
import type { Reading, SyntaxNode, TreeSitterGrammar, UnreadPart } from '../../languages/language.ts';
import { withoutTables } from './number-tables.ts';

interface ParsedReading {
  /** Null when parsing took too long. */
  tree: Tree | null;
  /** A line that this reading leaves out; null when it has all lines. */
  leftOutAt: number | null;
}

/** A reading must reduce the unread part below this share. A smaller gain is not worth what the reading leaves out or duplicates. */
const betterShare = 0.9;

/** The tree of a text. Where the tree has errors, or the grammar misread something, the reading that leaves least unread. */
export function parseBest(
  { parser, errors }: { parser: Parser; errors: Query },
  grammar: TreeSitterGrammar,
  text: string,
  isOverTime: () => boolean,
): ParsedReading {
  const parse = (reading: string): Tree | null => {
    const input = new ParserInput(withoutTables(reading));
    const tree = parser.parse(input.readFrom, null, { progressCallback: isOverTime });
    input.parsed = true;
    if (tree === null) parser.reset();
    return tree;
  };
  const prepared = grammar.prepare?.(text) ?? text;
  const first = parse(prepared);
  if (first === null) return { tree: null, leftOutAt: null };
  let best = { tree: first, leftOutAt: null as number | null };
  const unread = unreadParts(errors, first);
  const hasNoErrors = unread.length === 0;
  const others = hasNoErrors
    ? rereadings(grammar, first.rootNode, prepared)
    : (grammar.readings?.(prepared, unread) ?? []);
  // In a text without errors, what was misread counts as one unit.
  let unreadUnits = hasNoErrors ? 1 : unitsOf(unread);
  for (const { text: other, leftOutAt } of others) {
    const tree = parse(other);
    if (tree === null) break;
    const units = unitsOf(unreadParts(errors, tree));
    if (units >= unreadUnits * betterShare) {
      tree.delete();
      continue;
    }
    best.tree.delete();
    best = { tree, leftOutAt };
    unreadUnits = units;
    if (unreadUnits === 0) break;
  }
  return best;
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
  readonly #text: string;
  #end = 0;
  #units = maxUnits;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next part of the text, from `index` on. */
  readonly readFrom = (index: number): string => {
    if (this.parsed) return this.#text.slice(index);
    this.#units = index === this.#end ? Math.min(maxUnits, this.#units * 4) : backUnits;
    let end = Math.min(index + this.#units, this.#text.length);
    // The parser takes half of a character (a surrogate) for an error.
    if (isFirstHalf(this.#text.charCodeAt(end - 1)) && end < this.#text.length && end - 1 > index) end--;
    const part = this.#text.slice(index, end);
    this.#end = end;
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

/** The parts of a text that the parser could not read, in order; a missing node counts as one unit. */
function unreadParts(errors: Query, { rootNode }: Tree): UnreadPart[] {
  const parts: UnreadPart[] = [];
  if (!rootNode.hasError) return parts;
  let end = 0;
  for (const { node } of errors.captures(rootNode)) {
    const start = node.startIndex;
    if (start < end) continue;
    end = Math.max(node.endIndex, start + 1);
    parts.push({ start, end });
  }
  return parts;
}

function unitsOf(parts: readonly UnreadPart[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}
