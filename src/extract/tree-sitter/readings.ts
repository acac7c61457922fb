/** Of the ways in which a text can be read by its grammar the one that leaves least of it unread. */
import type { Parser, Query, Tree } from 'web-tree-sitter';
import type { Reading, SyntaxNode, TreeSitterGrammar, UnreadPart } from '../../languages/language.ts';
import { withoutTables } from './number-tables.ts';

interface ParsedReading {
  /** Null when it takes too long. */
  tree: Tree | null;
  /** A line of what this reading leaves out; null when it has all. */
  leftOutAt: number | null;
}

/** Of what is left unread: what another reading leaves out, or has twice, is not worth a little less. */
const betterShare = 0.9;

/** The tree of a text, or, where that has errors or the grammar mistook something, of the reading of it that has fewest. */
export function parseBest(
  { parser, errors }: { parser: Parser; errors: Query },
  grammar: TreeSitterGrammar,
  text: string,
  isLate: () => boolean,
): ParsedReading {
  const parse = (one: string): Tree | null => {
    const given = new GivenText(withoutTables(one));
    const tree = parser.parse(given.from, null, { progressCallback: isLate });
    given.parsed = true;
    if (tree === null) parser.reset();
    return tree;
  };
  const prepared = grammar.prepare?.(text) ?? text;
  const first = parse(prepared);
  if (first === null) return { tree: null, leftOutAt: null };
  let best = { tree: first, leftOutAt: null as number | null };
  const unread = unreadParts(errors, first);
  const isWhole = unread.length === 0;
  const others = isWhole ? reread(grammar, first.rootNode, prepared) : (grammar.readings?.(prepared, unread) ?? []);
  // What the grammar mistook counts as one unit.
  let left = isWhole ? 1 : unitsOf(unread);
  for (const { text: other, leftOutAt } of others) {
    const tree = parse(other);
    if (tree === null) break;
    const units = unitsOf(unreadParts(errors, tree));
    if (units >= left * betterShare) {
      tree.delete();
      continue;
    }
    best.tree.delete();
    best = { tree, leftOutAt };
    left = units;
    if (left === 0) break;
  }
  return best;
}

/** What the parser copies at a time, at most (UTF-16 units). */
const mostUnits = 5119;
/** What it gets where it goes back. */
const backUnits = 256;

/**
 * A text, as the parser asks for it. A scanner that asks for the column of each word, as that of Scala does, lets it ask for the text from the
 * beginning of the line again each time: with as much as the parser takes, copying was two thirds of its work.
 */
class GivenText {
  /** From now on nothing is copied. */
  parsed = false;
  readonly #text: string;
  #end = 0;
  #units = mostUnits;

  constructor(text: string) {
    this.#text = text;
  }

  readonly from = (index: number): string => {
    if (this.parsed) return this.#text.slice(index);
    this.#units = index === this.#end ? Math.min(mostUnits, this.#units * 4) : backUnits;
    const part = this.#text.slice(index, index + this.#units);
    this.#end = index + part.length;
    return part;
  };
}

function reread(grammar: TreeSitterGrammar, root: SyntaxNode, text: string): readonly Reading[] {
  const again = grammar.reread?.(root, text) ?? null;
  return again === null ? [] : [{ text: again, leftOutAt: null }];
}

/** In order; what is missing is one unit long. */
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
