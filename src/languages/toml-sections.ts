/** Reads the sections of TOML manifests (Cargo.toml, pyproject.toml): enough for these, and nothing of the rest of TOML. */

/** By the name of a section, by key. A string is its content; arrays and inline tables are their text, on one line. */
export type TomlSections = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Arrays of more lines are cut. */
const maxArrayLines = 2_000;
/** Longer lines are not read (UTF-16 units). */
const maxLineLength = 20_000;

/** The keys before the first section are in the section ''. Repeated sections (`[[bin]]`) are one. */
export function tomlSections(text: string): TomlSections {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  sections.set('', section);
  const lines = text.split('\n').map((line) => (line.length > maxLineLength ? '' : line));
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const header = /^\s*\[\[?([^[\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) {
      const name = header.replaceAll(/["'\s]/g, '');
      section = sections.get(name) ?? new Map<string, string>();
      sections.set(name, section);
      continue;
    }
    const [, key, rest = ''] = /^\s*["']?([\w.-]+)["']?\s*=([^]*)/.exec(line) ?? [];
    const begun = rest.trim();
    if (key === undefined || begun === '') continue;
    const quotes = /^("""|''')/.exec(begun)?.[1];
    if (quotes !== undefined) {
      // What is in a text of several lines is no section, whatever it looks like.
      for (let isOpen = !begun.slice(3).includes(quotes); isOpen && at + 1 < lines.length;) isOpen = !lines[++at]!.includes(quotes); // prettier-ignore
      continue;
    }
    let value = begun;
    if (value.startsWith('[')) {
      const last = Math.min(lines.length, at + maxArrayLines) - 1;
      const parts = [withoutComment(value)];
      while (!isClosed(parts) && at < last) parts.push(withoutComment(lines[++at]!));
      value = parts.join(' ');
    }
    section.set(
      key,
      /^"([^"]*)"|^'([^']*)'/
        .exec(value)
        ?.slice(1)
        .find((one) => one !== undefined) ?? value,
    );
  }
  return sections;
}

/** The strings of an array. */
export function tomlStrings(array: string | undefined): string[] {
  if (array?.startsWith('[') !== true) return [];
  const found: string[] = [];
  for (let at = 0; at < array.length; at++) {
    const end = isQuote(array[at]!) ? endOfString(array, at) : null;
    if (end === null) continue;
    found.push(array.slice(at + 1, end));
    at = end;
  }
  return found;
}

/** The string under a key of an inline table. @param table as text: `{ version = "1", package = "a" }` */
export function tomlField(table: string, key: string): string | null {
  const found = new RegExp(`[{,]\\s*${key}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(table);
  return found?.[1] ?? found?.[2] ?? null;
}

// A regular expression would look from each quote to the end of a line on which none closes.

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

/** The position of the quote that closes the string at `start`; the end of the text where none does. */
function endOfString(text: string, start: number): number {
  const quote = text[start]!;
  let at = start + 1;
  for (; at < text.length && text[at] !== quote; at++) if (quote === '"' && text[at] === '\\') at++;
  return Math.min(at, text.length);
}

/** What is on a line beside its strings and its comment, and where the comment begins. */
function plainOf(line: string): { plain: string; end: number } {
  let plain = '';
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '#') return { plain, end: at };
    if (isQuote(line[at]!)) at = endOfString(line, at);
    else plain += line[at]!;
  }
  return { plain, end: line.length };
}

/** Whether an array ends with the last of its lines. Brackets in strings do not count. */
function isClosed(parts: readonly string[]): boolean {
  return plainOf(parts.at(-1)!).plain.trimEnd().endsWith(']');
}

function withoutComment(line: string): string {
  return line.slice(0, plainOf(line).end).trim();
}
