/** Section titles in prose: `# Title`, `== Title`, `* Title`, or a title with a line of `===` below it. */
import type { LineSyntax } from '../../languages/language.ts';

export interface Heading {
  title: string;
  /** 0-based. */
  row: number;
  /** 1-based. */
  column: number;
  /** 1 is the outermost. */
  level: number;
}

/** Maximum lengths of a title and of a line (UTF-16 units). */
const maxTitle = 300;
const maxLine = 1_000;
/** Maximum number of lines of front matter. */
const maxFrontMatter = 200;

/** @param opaque 1 for lines in verbatim blocks and comments */
export function findHeadings(lines: readonly string[], { headings }: LineSyntax, opaque: Uint8Array): Heading[] {
  if (headings === undefined) return [];
  const found: Heading[] = [];
  // reStructuredText assigns levels to underlines in the order in which they appear.
  const levels = new Map<string, number>();
  let row = frontMatterEnd(lines);
  for (; row < lines.length; row++) {
    const line = lines[row]!;
    if (opaque[row] === 1 || line.length > maxLine || line.trim() === '') continue;
    const marked = headings.mark === undefined ? null : markedTitle(line, headings.mark);
    if (marked !== null) {
      found.push({ ...marked, row });
      continue;
    }
    const below = lines[row + 1] ?? '';
    if (headings.underlines === undefined || opaque[row + 1] === 1 || !isUnderline(below, headings.underlines))
      continue;
    const title = line.trim();
    const indent = line.length - line.trimStart().length;
    if (title.length > maxTitle || isUnderline(line, headings.underlines) || /^([-*+>|]|\d+[.)]) /.test(title))
      continue;
    // Below other text, a line of dashes is a rule after a paragraph, or part of a table.
    const above = lines[row - 1] ?? '';
    const isAlone = above.trim() === '' || isUnderline(above, headings.underlines);
    // In a language without marks at titles, an underline has at least four characters, or as many as the title.
    if (!isAlone || indent > 3 || (headings.mark === undefined && below.trim().length < Math.min(title.length, 4)))
      continue;
    // A line above the title as well makes another style. In Markdown, `=` is level 1 and `-` level 2.
    const style = below.trim()[0]! + (isUnderline(above, headings.underlines) ? above.trim()[0] : '');
    const level = headings.mark === '#' ? (style[0] === '=' ? 1 : 2) : (levels.get(style) ?? levels.size + 1);
    levels.set(style, level);
    found.push({ title, row, column: indent + 1, level });
    row++;
  }
  return found;
}

/** The row after the front matter, a `---` … `---` block at the start of a file. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, row) => row > 0 && /^(---|\.\.\.)\s*$/.test(line.slice(0, 20)));
  return end === -1 || end > maxFrontMatter ? 0 : end + 1;
}

function isUnderline(line: string, marks: string): boolean {
  const text = line.trimEnd();
  const mark = text[0];
  if (mark === undefined || text.length < 2 || text.length > maxTitle || !marks.includes(mark)) return false;
  for (const letter of text) if (letter !== mark) return false;
  return true;
}

function markedTitle(line: string, mark: string): { title: string; column: number; level: number } | null {
  let level = 0;
  while (line[level] === mark) level++;
  if (level === 0 || level > 6 || !/\s/.test(line[level] ?? '')) return null;
  const rest = line.slice(level);
  const trimmed = rest.trim();
  let end = trimmed.length;
  // Markdown allows the same marks at the end of a title.
  while (end > 0 && trimmed[end - 1] === mark) end--;
  const title =
    end < trimmed.length && (end === 0 || /\s/.test(trimmed[end - 1]!)) ? trimmed.slice(0, end).trimEnd() : trimmed;
  if (title === '' || title.length > maxTitle) return null;
  return { title, column: level + (rest.length - rest.trimStart().length) + 1, level };
}
