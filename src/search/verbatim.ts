/** Texts that a question gives as they stand in the code, without quotes: a message, a line of code. */
import type { ChunkSpan } from '../model/chunk.ts';
import { meets } from './chunk-spans.ts';

/** Fewer are a name, and stand anywhere. */
const leastWords = 3;

/** What is looked for as it stands; null for a question that is a name, narrows itself or has quotes. */
export function verbatimText(query: string): string | null {
  const text = query.trim().replace(/[.?!…]+$/, '');
  const isPlain = !/\n|"|(?:^|\s)(?:lang|language|path|kind):/.test(text);
  return isPlain && text.split(/\s+/).length >= leastWords ? text : null;
}

/** The chunks in which a text begins, with a capital or without: all of each file in small letters would cost more than the search. */
export function chunksWith(verbatim: string, text: string, spans: readonly ChunkSpan[]): ReadonlySet<number> {
  const found = new Set<number>();
  const [first, rest] = [verbatim.charAt(0).toLowerCase(), verbatim.slice(1)];
  let line = 1;
  let counted = 0;
  for (let at = text.indexOf(rest); at !== -1; at = text.indexOf(rest, at + rest.length)) {
    if (text.charAt(at - 1).toLowerCase() !== first) continue;
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++;
    const chunk = spans.findIndex((span) => meets(span, line, line));
    if (chunk !== -1) found.add(chunk);
  }
  return found;
}
