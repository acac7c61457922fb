/** Ranks matching lines: definitions of the text first, whole words before parts, important files first. */
import type { OutlineEntry } from '../../store/outline.ts';
import type { DocumentTable, Store } from '../../store/store.ts';
import { hybridRanking } from '../../search/hybrid/constants.ts';
import { filePrior } from '../../search/hybrid/ranking.ts';
import type { TextMatch, TextPattern } from '../../text/text-search.ts';

/** The searched files, with their rows. */
export interface RankedFiles {
  documents: DocumentTable;
  rows: ReadonlyMap<string, number>;
}

/** Limit on the number of files whose definitions are looked up, if the query is not a literal name. */
const mostOutlined = 40;
/** Factor on the score of a line where the match is the name of a definition. */
const definitionFactor = 2.5;
/** Factor on the score of a line where the match is a whole word. */
const wordFactor = 1.3;

/** The factor that a file's kind gives to its score; 1 for a file that is not in the index yet. */
export function priorOf(documents: DocumentTable, row: number | undefined): number {
  return row === undefined ? 1 : filePrior(documents, row, hybridRanking.test);
}

/** The best files that together have at least `lines` matching lines. */
export function chooseFiles(
  { documents, rows }: RankedFiles,
  files: readonly [string, number][],
  lines: number,
): string[] {
  const ordered = files
    .map(([path, count]) => ({ path, count, prior: priorOf(documents, rows.get(path)) }))
    .sort((a, b) => b.prior - a.prior || (a.path < b.path ? -1 : 1));
  const chosen: string[] = [];
  let sum = 0;
  for (const { path, count } of ordered) {
    if (sum >= lines) break;
    chosen.push(path);
    sum += count;
  }
  return chosen;
}

/** Order: definitions of what was found, then whole words, then parts; tests and generated files last; then by path and line. */
export async function rankLines(
  store: Store,
  { documents, rows }: RankedFiles,
  pattern: TextPattern,
  matches: readonly TextMatch[],
): Promise<TextMatch[]> {
  const scored = matches.map((match) => ({
    match,
    score: priorOf(documents, rows.get(match.path)) * (isWholeWord(match) ? wordFactor : 1),
  }));
  const sort = (): unknown =>
    scored.sort(
      (a, b) =>
        b.score - a.score ||
        (a.match.path < b.match.path ? -1 : a.match.path > b.match.path ? 1 : a.match.line - b.match.line),
    );
  sort();
  const files = new Set<number>();
  for (const { match } of scored) {
    if (files.size >= mostOutlined) break;
    const row = rows.get(match.path);
    if (row !== undefined) files.add(documents.ids[row]!);
  }
  // For a literal name all its definitions are looked up, in any file.
  const named =
    !pattern.isRegex && namePattern().test(pattern.query) ? await store.definitionsNamed([pattern.query]) : null;
  const definitions = new Map<number, OutlineEntry[]>(named === null ? await store.outlines([...files]) : []);
  for (const { fileId, definition } of named?.get(pattern.query) ?? [])
    definitions.set(fileId, [...(definitions.get(fileId) ?? []), definition]);
  for (const lineScore of scored) {
    const row = rows.get(lineScore.match.path);
    const ofFile = row === undefined ? [] : (definitions.get(documents.ids[row]!) ?? []);
    // The name of a definition is a whole word, so the factor for a word is included already.
    if (ofFile.some((definition) => overlapsName(definition, lineScore.match)))
      lineScore.score *= definitionFactor / wordFactor;
  }
  sort();
  return scored.map(({ match }) => match);
}

/** Whether the match overlaps the defined name. */
function overlapsName({ line, column, name }: OutlineEntry, match: TextMatch): boolean {
  return line === match.line && match.column < column + name.length && column < match.column + match.length;
}

// Compiling Unicode classes takes V8 up to half a millisecond, so they are made when they are needed.
const namePattern = (): RegExp => /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const wordCharacterPattern = (): RegExp => /[\p{L}\p{N}_]/u;

function isWholeWord({ text, column, length }: TextMatch): boolean {
  const [before, after] = [text[column - 2] ?? ' ', text[column - 1 + length] ?? ' '];
  return !wordCharacterPattern().test(before) && !wordCharacterPattern().test(after);
}
