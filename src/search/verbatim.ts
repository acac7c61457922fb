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

/** The chunks in which a text begins, capitals or not. */
export function chunksWith(verbatim: string, file: string, spans: readonly ChunkSpan[]): ReadonlySet<number> {
  const [wanted, text] = [verbatim.toLowerCase(), file.toLowerCase()];
  const found = new Set<number>();
  let line = 1;
  let counted = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++;
    const chunk = spans.findIndex((span) => meets(span, line, line));
    if (chunk !== -1) found.add(chunk);
  }
  return found;
}
