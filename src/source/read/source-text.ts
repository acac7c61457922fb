/** The text of a file as everything but text search and `read_file` sees it: decoded, and of a notebook the code of its cells. */
import { isNotebook } from '../../model/notebook-cell.ts';
import { decodeText, type DecodedText } from './decode-text.ts';
import { notebookText } from './notebook.ts';

/** Null for binary content. The lines are those of the file. */
export function sourceText(path: string, bytes: Buffer): DecodedText | null {
  const decoded = decodeText(bytes);
  if (decoded === null || !isNotebook(path)) return decoded;
  return { ...decoded, text: textAsSource(path, decoded.text) };
}

/** The same of a text that is decoded already. */
export function textAsSource(path: string, text: string): string {
  return isNotebook(path) ? (notebookText(text) ?? text) : text;
}
