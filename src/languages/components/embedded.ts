/**
 * Turns a component file into a program. The scripts stay where they are. The rest is replaced by blanks, except for the names
 * and expressions that the markup uses.
 * Invariant: the program has the length and lines of the file, so every place in it is a place in the file.
 */
import type { EmbeddedProgram } from '../language.ts';
import { blocksOf, isProgram, type Block } from './blocks.ts';
import { readMarkup, type MarkupStyle } from './markup.ts';

const styles: Readonly<Record<string, MarkupStyle>> = {
  vue: 'vue',
  riot: 'svelte',
  svelte: 'svelte',
  astro: 'astro',
  marko: 'vue',
};

/** The program of a component file; null for a file without a script, which is read line by line instead. */
export function embeddedProgram(path: string, text: string): EmbeddedProgram | null {
  const style = styles[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'vue';
  const blocks = blocksOf(text, style === 'astro');
  const scripts = blocks.filter((block) => isProgram(block) && block.end > block.start);
  if (scripts.length === 0) return null;
  const scriptPieces: Piece[] = scripts.map(({ start, end }) => ({
    start,
    end,
    // Ends the statement of the markup before the script.
    before: start > 0 && text[start - 1] !== '\n' ? ';' : '',
    after: endOfScript(text, end),
  }));
  const parts = markupBetween(text, blocks).map((gap) => readMarkup(text, gap, style));
  // A custom element (`my-element`) is a component only if the scripts mention the name of the component (`MyElement`).
  const scriptText = scripts.map(({ start, end }) => text.slice(start, end)).join('\n');
  const tags = parts
    .flatMap((part) => part.tags)
    .filter(({ start, end, name }) => name === text.slice(start, end) || scriptText.includes(name));
  const markupPieces: Piece[] = [
    ...parts.flatMap((part) => part.expressions),
    ...tags.map(({ start, end, name }) => ({ start, end, text: name, before: ';', after: '' })),
  ];
  const finish =
    style === 'svelte' ? (program: string) => withStores(program, scriptText) : (program: string) => program;
  return {
    text: finish(programOf(text, [...scriptPieces, ...markupPieces])),
    scripts: finish(programOf(text, scriptPieces)),
    markup: withoutScripts(text, scripts),
    dialect: dialectOf(scripts),
    tags: tags.map(({ start }) => start),
  };
}

/**
 * What to put after a script, so that the first expression of the markup does not continue the script's last statement, which may
 * lack a semicolon.
 * Where the closing tag stands on a line of its own, an empty block is put there: a semicolon could become a part of the last
 * statement, which would then end on that line.
 */
function endOfScript(text: string, end: number): string {
  const isOnOwnLine = /[\r\n][ \t]*$/.test(text.slice(Math.max(0, end - 200), end));
  const mark = isOnOwnLine ? '{}' : ';';
  const replaced = text.slice(end, end + mark.length);
  return replaced.length < mark.length || hasLineEnd(replaced) ? '' : mark;
}

/** Svelte: `$count` is the value of the store `count`, so it counts as a reference to `count`, if the scripts contain that name. */
function withStores(program: string, scripts: string): string {
  const words = new Set(scripts.match(/(?<![\w$.])[A-Za-z_]\w*/g));
  return program.replace(/(?<![\w$.])\$([A-Za-z_]\w*)/g, (whole, name: string) =>
    words.has(name) ? ` ${name}` : whole,
  );
}

function dialectOf(scripts: readonly Block[]): EmbeddedProgram['dialect'] {
  const languages = new Set(scripts.map(({ attributes }) => attributes.get('lang') ?? attributes.get('type') ?? ''));
  if (languages.has('tsx')) return 'tsx';
  return languages.has('ts') || languages.has('typescript') || languages.has('text/typescript') ? 'ts' : 'jsx';
}

/** The ranges of the markup: the gaps between scripts, styles and comments. */
function markupBetween(text: string, blocks: readonly Block[]): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  let from = 0;
  for (const block of blocks) {
    if (block.from > from) gaps.push({ from, to: block.from });
    from = block.to;
  }
  if (from < text.length) gaps.push({ from, to: text.length });
  // A template in another language (Pug) is not read.
  return gaps.filter(
    ({ from: start, to }) => !/<template\b[^>]*\slang=/i.test(text.slice(start, Math.min(to, start + 2_000))),
  );
}

interface Piece {
  start: number;
  end: number;
  /** The text to put between `start` and `end`, not longer than the file's text there; default: the file's text. */
  text?: string;
  /** Replaces as many characters of the file before the piece. */
  before: string;
  /** Replaces as many characters of the file after the piece. */
  after: string;
}

/**
 * Puts pieces of a file at their places, with blanks between them. Pieces that would overlap or overwrite a line end are left
 * out.
 */
function programOf(file: string, pieces: readonly Piece[]): string {
  let program = '';
  let at = 0;
  for (const { start, end, before, after, text = file.slice(start, end) } of pieces.toSorted(
    (a, b) => a.start - b.start,
  )) {
    const [from, to] = [start - before.length, end + after.length];
    if (from < at || hasLineEnd(file.slice(from, start)) || hasLineEnd(file.slice(end, to))) continue;
    program += blank(file.slice(at, from)) + before + text.padEnd(end - start) + after;
    at = to;
  }
  return program + blank(file.slice(at));
}

function withoutScripts(file: string, scripts: readonly Block[]): string {
  let markup = '';
  let at = 0;
  for (const { start, end } of scripts) {
    markup += file.slice(at, start) + blank(file.slice(start, end));
    at = end;
  }
  return markup + file.slice(at);
}

function hasLineEnd(text: string): boolean {
  return text.includes('\n') || text.includes('\r');
}

/** The text with everything but its line ends turned into blanks. */
function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
