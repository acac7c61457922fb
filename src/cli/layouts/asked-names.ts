/**
 * Names in a question of one or two words: where a symbol is defined that the first result does not show, and what a word may mean that finds nothing. The
 * ranking is about files; somebody who types a name wants its definition, however it is written.
 */
import type { Engine } from '../../engine/types.ts';
import type { SymbolNode } from '../../model/graph.ts';
import { printable } from '../terminal/printable.ts';
import type { Piece } from './piece-lines.ts';
import { kindWord } from './symbol-lines.ts';

const mostWords = 2;
/** Shorter words are no name that somebody would look for. */
const leastLetters = 4;
/** Of a name that more symbols have, none is what was meant. */
const mostMeanings = 3;
/** Kinds that a question does not name alone. */
const parts: ReadonlySet<string> = new Set(['property', 'variable', 'enumMember', 'file']);

/** Lines for each such word; empty where there is nothing to say. @param shown the first result; undefined: there is none */
export async function namesAsked(
  engine: Pick<Engine, 'graph'>,
  query: string,
  shown: Piece | undefined,
  shownPath: (path: string) => string,
): Promise<string[]> {
  const words = query.trim().split(/\s+/);
  if (words.length > mostWords || words.some((word) => !/^[\p{L}\p{N}_$]+$/u.test(word) || word.length < leastLetters))
    return [];
  const lines: string[] = [];
  for (const word of words) {
    const { symbols, taken } = await engine.graph.search({ pattern: word, offset: 0, limit: 50 });
    const own = symbols.filter(({ kind, isTest }) => !isTest && !parts.has(kind));
    const meant = own.length > 0 || shown !== undefined ? own : symbols.slice(0, mostMeanings);
    if (meant.length === 0 || meant.length > mostMeanings || meant.some((node) => isShown(node, shown))) continue;
    if (taken !== undefined && shown !== undefined) continue;
    const places = meant.map(
      (node) => `${kindWord(node.kind)} ${printable(node.qualified)} at ${shownPath(node.path)}:${node.line}`,
    );
    lines.push(
      taken === undefined
        ? `note: ${places.join(', ')}`
        : `note: Nothing is named ${word}. Did you mean ${places.join(', ')}?`,
    );
  }
  return lines;
}

function isShown({ path, line }: SymbolNode, shown: Piece | undefined): boolean {
  return shown?.file.path === path && shown.chunk.startLine <= line && line <= shown.chunk.endLine;
}
