/** Lines of files, as they are on disk. Invariant: a file that cannot be read gives empty texts; it does not fail the answer that shows it. */
import type { Engine } from '../engine/types.ts';
import type { Excerpt } from './contract.ts';
import { cutText } from './question.ts';

/** Enough for the lines of an excerpt, and little beside an answer. */
const maxChars = 8000;
/** Longer lines of an excerpt are cut. */
const maxLineLength = 240;

/** Lines of a file, without their ends; empty where they cannot be read. */
async function linesOf(engine: Engine, path: string, startLine: number, endLine: number): Promise<string[]> {
  try {
    const { content } = await engine.files.read({ path, startLine, startColumn: 1, endLine, maxChars });
    return content.kind === 'text' ? content.text.replace(/\r?\n$/, '').split(/\r?\n/) : [];
  } catch {
    return [];
  }
}

/** Whole files are read as far as this. */
const maxFileChars = 200_000;

/** The text of a file; empty where it cannot be read. */
export async function textOf(engine: Engine, path: string): Promise<string> {
  try {
    const page = await engine.files.read({ path, startLine: 1, startColumn: 1, endLine: null, maxChars: maxFileChars });
    return page.content.kind === 'text' ? page.content.text : '';
  } catch {
    return '';
  }
}

/** The text of each place, trimmed. */
export async function lineTexts(
  engine: Engine,
  places: readonly { path: string; line: number }[],
  maxLength: number,
): Promise<string[]> {
  return Promise.all(
    places.map(async ({ path, line }) => {
      const [text = ''] = line === 0 ? [] : await linesOf(engine, path, line, line);
      return cutText(text.trim(), maxLength);
    }),
  );
}

/** The lines around one that matters. @param around how many before and behind it */
export async function excerpt(
  engine: Engine,
  { path, line }: { path: string; line: number },
  around: { before: number; behind: number },
): Promise<Excerpt | null> {
  if (line === 0) return null;
  const startLine = Math.max(1, line - around.before);
  const lines = await linesOf(engine, path, startLine, line + around.behind);
  if (lines.length === 0) return null;
  return { path, startLine, lines: lines.map((text) => cutText(text, maxLineLength)), line };
}
