/** What is marked in the code of an answer: the words, the text or the name that was asked for. */
import type { Span } from '../terminal/paint-answer.ts';

export type Marks = (code: string) => readonly Span[];

/** Longer lines are searched up to here: a user's expression must not take long on a minified file. */
const maxLine = 2000;

/** Unlike the search, JavaScript can take exponential time for a repeated group. */
const repeatedGroup = /\)[*+{]/;

function expressionMarks(expression: RegExp): Marks {
  return (code) =>
    [...code.slice(0, maxLine).matchAll(expression)].map(({ 0: text, index }) => [index, index + text.length]);
}

/**
 * By a text or an expression, with case by the rule of the search: it counts where the query has a capital. Null for an expression that
 * JavaScript does not understand.
 */
function textMarks({ query, regex, case_sensitive: isCased, whole_word: isWord }: Arguments): Marks | undefined {
  const text = String(query);
  if (regex !== false && repeatedGroup.test(text)) return undefined;
  const flags = (isCased ?? /\p{Lu}/u.test(text)) ? 'gu' : 'giu';
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  const bounded = (source: string): string =>
    isWord === true ? String.raw`(?<![\p{L}\p{N}_])(?:${source})(?![\p{L}\p{N}_])` : source;
  // What looks like an expression is one only if its text is found nowhere, so both are tried.
  const sources = regex === false ? [literal] : regex === true ? [text] : [`${literal}|${text}`, literal];
  for (const source of sources) {
    try {
      return expressionMarks(new RegExp(bounded(source), flags));
    } catch {
      // The next one, or none.
    }
  }
  return undefined;
}

/** By the last part of a symbol: `run` of `src/app.ts#App.run`. */
function nameMarks(symbol: unknown): Marks | undefined {
  const name = /[\p{L}\p{N}_$]+$/u.exec(String(symbol))?.[0];
  return name === undefined
    ? undefined
    : textMarks({ query: name, regex: false, case_sensitive: true, whole_word: true });
}

type Arguments = Readonly<Record<string, unknown>>;

/** Tools whose answers have code, which is indented. */
const withCode: ReadonlySet<string> = new Set([
  'chunk_file',
  'chunk_files',
  'explain_usage',
  'explore',
  'get_chunk',
  'get_context',
  'get_definition',
  'search_by_embedding',
  'search_repo',
]);

export function hasCode(tool: string): boolean {
  return withCode.has(tool);
}

/** @param args the arguments of the tool */
export async function marksFor(tool: string, args: Arguments): Promise<Marks | undefined> {
  switch (tool) {
    case 'explore':
    case 'search_by_embedding':
    case 'search_repo': {
      const { queryWordFinder } = await import('../../engine/search/query-words.ts');
      return queryWordFinder(String(args['query']));
    }
    case 'search_code':
      return textMarks(args);
    case 'explain_usage':
    case 'get_callers':
    case 'get_callees':
      return nameMarks(args['symbol']);
    default:
      return undefined;
  }
}
