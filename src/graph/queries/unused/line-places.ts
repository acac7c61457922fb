/** Whether a place in a source text is in a comment or in a string, as far as its lines show. In doubt it is in neither. */

interface LinePlace {
  /** Where the line begins in the text. */
  lineStart: number;
  /** 1-based. */
  column: number;
}

const numberSign = /\.(?:py|pyi|rb|sh|bash|zsh|pl|pm|ex|exs|r|jl|ya?ml|toml|nim|cr|tcl|mk|cmake)$/i;
const dashes = /\.(?:lua|sql|hs|elm|ada|adb|ads|vhd)$/i;
/** At most this many lines of a block comment are looked at, backwards. */
const maxBlockLines = 500;

/** Only comments that begin their line are seen, and blocks of which each line begins with `*`. */
export function isInComment(path: string, text: string, { lineStart, column }: LinePlace): boolean {
  const before = text.slice(lineStart, lineStart + column - 1).trimStart();
  if (numberSign.test(path)) return before.startsWith('#') && !before.startsWith('#{');
  if (dashes.test(path)) return before.startsWith('--') && !before.startsWith('--[[');
  if (before.startsWith('//')) return true;
  if (before.startsWith('/*')) return !before.includes('*/');
  return before.startsWith('*') && !before.includes('*/') && isInStarredBlock(text, lineStart);
}

/** Whether the lines before a line that begins with `*` begin so too, up to the opening of the comment. */
function isInStarredBlock(text: string, lineStart: number): boolean {
  let end = lineStart - 1;
  for (let left = maxBlockLines; left > 0 && end > 0; left--) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end).trim();
    if (line.includes('*/')) return false;
    if (line.startsWith('/*')) return true;
    if (!line.startsWith('*')) return false;
    end = start - 1;
  }
  return false;
}

/** Whether a quotation mark is open before the place. */
export function isInString(text: string, { lineStart, column }: LinePlace): boolean {
  let open = '';
  for (let at = lineStart; at < lineStart + column - 1; at++) {
    const character = text[at]!;
    if (character === '\\') at++;
    else if (open === character) open = '';
    else if (open === '' && (character === '"' || character === "'" || character === '`')) open = character;
  }
  return open !== '';
}
