/**
 * Styles the text of an answer by the forms that its lines have: headings, places, notes, code.
 * Invariants: the text is safe to print before it comes here, so every escape sequence of the result was made here; without them the result is
 * the text. A path is one only if the project has a file of that name.
 */
import { statSync } from 'node:fs';
import { definitionKinds } from '../../model/definition.ts';
import { displayWidth } from './display-width.ts';
import { foldLine } from './fold.ts';
import { locationFrom, type Linker, type PathBase, type Place } from './links.ts';
import type { Style } from './styles.ts';

export interface AnswerLook {
  /** What paths are relative to: the project, mostly. */
  root: PathBase;
  paint: (style: Style, text: string) => string;
  link: Linker;
  /** The parts of a line of code that were asked for; undefined: none. Sorted, without overlaps. */
  marks?: ((code: string) => readonly Span[]) | undefined;
  /** Whether indented lines are code, where they have no other form. */
  hasCode?: boolean;
  /** Columns that prose is folded to; null: it is not. */
  width?: number | null;
}

/** A line with fewer words, one of which fits no line, is a name or a path, which does not get shorter by folding. */
const minProse = 7;

const noteStart = /^(?:note|Note|hint): /;

/** Start and end in a text. */
export type Span = readonly [start: number, end: number];

/** More names are not looked up on disk. */
const maxLookups = 2000;

/** What may be a path with a place: `src/app.ts:12:8`, `./src/app.ts:3-9`, `src/app.ts#App.run`. */
const pathLike = /(?<![\w./\\-])((?:\.\.?\/)*\.?[\w@+~[\]()$-][^\s:"'`,;|#\\]*)(?::(\d+)(?:-(\d+)|:(\d+))?)?/g;

export function paintAnswer(text: string, look: AnswerLook): string {
  const painter = new Painter(look);
  return text
    .split('\n')
    .map((line) => painter.line(line))
    .join('\n');
}

class Painter {
  readonly #look: AnswerLook;
  readonly #isFile = new Map<string, boolean>();
  /** The file that the last heading named, whose places follow: `  12:8: text`. */
  #file: string | null = null;

  constructor(look: AnswerLook) {
    this.#look = look;
  }

  line(line: string): string {
    const { paint, width = null } = this.#look;
    if (line === '' || line === '--') return paint('dim', line);
    if (width === null || displayWidth(line) <= width || !this.#isProse(line)) return this.#form(line);
    const [first = '', ...rest] = foldLine(line, width);
    const isNote = noteStart.test(line);
    return [this.#form(first), ...rest.map((part) => (isNote ? this.#note(part) : this.#inline(part)))].join('\n');
  }

  #isProse(line: string): boolean {
    const { hasCode = false, width = null } = this.#look;
    const words = line.trim().split(/\s+/);
    const room = (width ?? Infinity) - /^ */.exec(line)![0].length - 2;
    if (words.length < minProse && words.some((word) => displayWidth(word) > room)) return false;
    if (this.#grepLine(line) !== null || placeBelow.test(line)) return false;
    if (noteStart.test(line) || labelOf(line) !== null || !hasCode || !/^\s/.test(line)) return true;
    return linkedFacts.test(line) || this.#startsWithPath(line);
  }

  #form(line: string): string {
    const { paint, link, hasCode = false } = this.#look;
    if (noteStart.test(line)) return this.#note(line);
    const heading = /^(#{1,3} )(.*)$/.exec(line);
    if (heading !== null) return paint('dim', heading[1]!) + this.#inline(heading[2]!, 'heading');
    const grep = this.#grepLine(line);
    if (grep !== null) return grep;
    const below = placeBelow.exec(line);
    if (below !== null && this.#file !== null) return this.#placeBelow(below, this.#file);
    this.#file = this.#exists(line.trim()) ? line.trim() : this.#file;
    const scored = /^(\[(?:similarity )?[\d.]+(?:% match)?\]) (.*)$/.exec(line);
    if (scored !== null) return `${paint('dim', scored[1]!)} ${this.#inline(scored[2]!, 'heading')}`;
    const numbered = /^( *)(\d+)(?: ?([|:│]) ?| {2}(?=.))(.*)$/.exec(line);
    if (hasCode && numbered !== null) return this.#numberedCode(line, numbered);
    if (hasCode && linkedFacts.test(line)) return this.#inline(line);
    const symbol = /^( +)(\S.*?)( \[\d+(?:-\d+)?\].*)$/s.exec(line);
    if (symbol !== null) return symbol[1]! + paint('name', symbol[2]!) + this.#inline(symbol[3]!);
    const label = labelOf(line);
    if (label !== null) return this.#labelled(line, label);
    if (hasCode && /^\s/.test(line) && !this.#startsWithPath(line)) return this.#marked(line);
    const member = memberLine().exec(line);
    if (member === null) return this.#inline(line);
    const [, indent = '', lines = '', rest = ''] = member;
    const number = paint('line', lines);
    const place = this.#file === null ? number : link(number, { path: this.#file, line: lines.replace(/-.*/, '') });
    return indent + place + this.#inline(rest);
  }

  /** `src/app.ts:12:text`, `src/app.ts:12:8: text`, `src/app.ts-13-context`. */
  #grepLine(line: string): string | null {
    const { paint, link } = this.#look;
    const [, indent = '', path, separator, number, column, rest] =
      /^( *)([^\s:][^:]*?)([:-])(\d+)(?::(\d+))?(?:\3(.*))?$/s.exec(line) ?? [];
    if (path === undefined || separator === undefined || number === undefined || rest === undefined) return null;
    if (!this.#exists(path)) return null;
    const between = paint('dim', separator);
    const at = column === undefined ? '' : between + paint('line', column);
    const place = link(paint('path', path) + between + paint('line', number) + at, { path, line: number, column });
    return indent + place + between + (separator === ':' ? this.#marked(rest) : rest);
  }

  /** `  12:8: text` and `  13- text`, below the path of their file. */
  #placeBelow([, indent = '', number = '', column, separator = '', text = '']: RegExpExecArray, path: string): string {
    const { paint, link } = this.#look;
    const at = column === undefined ? '' : paint('dim', ':') + paint('line', column);
    const place = link(paint('line', number) + at, { path, line: number, column });
    return `${indent}${place}${paint('dim', separator)} ${separator === ':' ? this.#marked(text) : text}`;
  }

  #numberedCode(line: string, [, indent = '', number = '', bar, code = '']: RegExpExecArray): string {
    const { paint } = this.#look;
    const gutter = line.slice(indent.length + number.length, line.length - code.length);
    return indent + paint('line', number) + (bar === undefined ? gutter : paint('dim', gutter)) + this.#marked(code);
  }

  /** `  src/app.ts#App.run  method`, `  1. ./src/app.ts:1-15`. */
  #startsWithPath(line: string): boolean {
    const path = /^ +(?:\d+\. )?([^\s:#]+)/.exec(line)?.[1];
    return path !== undefined && this.#exists(path);
  }

  /** Commands stand out from the rest of a note. */
  #note(line: string): string {
    const { paint } = this.#look;
    return line
      .split(/(`code-scout[^`]*`)/)
      .map((part, at) => paint(at % 2 === 1 ? 'command' : 'dim', part))
      .join('');
  }

  #labelled(line: string, label: string): string {
    const { paint } = this.#look;
    const rest = line.slice(label.length);
    // Facts about a piece of code are less important than the code.
    if (facts.test(label) && rest !== '') return paint('dim', label) + this.#inline(rest);
    return paint('label', label) + this.#inline(rest);
  }

  #marked(code: string): string {
    const { marks, paint } = this.#look;
    let result = '';
    let done = 0;
    for (const [start, end] of marks?.(code) ?? []) {
      result += code.slice(done, start) + paint('match', code.slice(start, end));
      done = end;
    }
    return result + code.slice(done);
  }

  /** Paths, line numbers and commands in a line that is no code. @param rest the style of everything else */
  #inline(text: string, rest?: Style): string {
    const { paint, link } = this.#look;
    const other = (part: string): string => this.#numbers(part, rest);
    let result = '';
    let done = 0;
    for (const match of text.matchAll(pathLike)) {
      const [whole, name = '', line, last, column] = match;
      // A bracket may be part of a name, or stand around it.
      const start = /^[([]/.test(name) && !this.#exists(name) ? 1 : 0;
      const path = name
        .slice(start)
        .replace(/(?<![.)\]])[.)\]]+$/, (end) => (this.#exists(name.slice(start)) ? end : ''));
      if (!this.#exists(path)) continue;
      const place: Place = { path, line, column };
      const from = match.index + start;
      const numbers = start + path.length === name.length && line !== undefined ? whole.slice(name.length) : '';
      const painted = paint('path', path) + this.#placeNumbers(numbers, last);
      result += other(text.slice(done, from)) + link(painted, place);
      done = from + path.length + numbers.length;
    }
    return result + other(text.slice(done));
  }

  #placeNumbers(text: string, last: string | undefined): string {
    const { paint } = this.#look;
    if (text === '') return '';
    return last === undefined
      ? text.replaceAll(/\d+/g, (number) => paint('line', number))
      : `:${paint('line', text.slice(1))}`;
  }

  /** `[8-15]`, `at 9`, `at 9, 12`, `:10`; commands in backticks. */
  #numbers(text: string, rest: Style | undefined): string {
    const { paint } = this.#look;
    const other = (part: string): string => (rest === undefined ? part : paint(rest, part));
    return text
      .split(/(`code-scout[^`]*`|(?<= )\[\d+(?:-\d+)?\]|(?<=\bat )\d+(?:, \d+)*)/)
      .map((part, at) => (at % 2 === 0 ? other(part) : paint(part.startsWith('`') ? 'command' : 'line', part)))
      .join('');
  }

  #exists(path: string): boolean {
    const known = this.#isFile.get(path);
    if (known !== undefined) return known;
    const isCandidate = !/^(?:\/|\.\.?(?:\/\.\.|$))|\\/.test(path) && path !== '' && this.#isFile.size < maxLookups;
    const location = isCandidate ? locationFrom(this.#look.root, path) : null;
    const isFile = location !== null && isFileAt(location);
    this.#isFile.set(path, isFile);
    return isFile;
  }
}

function isFileAt(location: string): boolean {
  try {
    return statSync(location, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // It is longer than a name can be, or in a folder that this user may not read.
    return false;
  }
}

/** `  5-6 property count`. */
const memberLine = (): RegExp => new RegExp(String.raw`^( *)(\d+(?:-\d+)?)( +(?:${definitionKinds.join('|')})\b.*)$`);

/** Words of answers that stand before a fact, indented or not. */
const facts =
  /^\s*(?:Calls|Chunks?|Code|Definition|Directory|Doc|File|Indexed|Language|Lines?|Matching|Skipped|Symbols?|Tests|Types|Usage|Used by|Uses|Why|matches|module|package):(?= |$)/;
/** What a piece of code is linked with, below its code. */
const linkedFacts = /^ {2}(?:also|called by|calls|tests|unresolved|used by): /;
/** A place whose path stands above it, and a line around it. */
const placeBelow = /^( +)(\d+)(?::(\d+))?([:-]) (.*)$/;
/** `functions[2]:`, above the symbols of a kind. */
const kindHead = /^ [a-z ]+\[\d+\]:$/;

/** `callers:`, `tests to run:`, `distance 1:`; `Language:`. Null if the line begins with none. */
function labelOf(line: string): string | null {
  return (/^[a-z][a-z ]{1,40}(?: \d+)?:(?= |$)/.exec(line) ?? facts.exec(line) ?? kindHead.exec(line))?.[0] ?? null;
}
