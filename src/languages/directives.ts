/** Texts without `#if` and its kin, for files in which these stand where the grammar does not expect them: within a list, a member, an expression. */
import type { Reading, UnreadPart } from './language.ts';

const directive = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b[ \t]*(.*)/;

/** Whether a branch is never taken in the language at hand: `#` and its word, and what stands behind. */
type IsNever = (opening: string) => boolean;

const isFalse: IsNever = (opening) => /^if (?:false|0)\b/.test(opening);

/** What C++ alone sees of a file of C. */
const neverInC: IsNever = (opening) => isFalse(opening) || /^(?:ifdef|if defined *\(?) *__cplusplus\b/.test(opening);

/** All branches without the directives, then of each condition the first branch alone, or the second where the first is never taken. */
export function readingsWithoutDirectives(text: string): Reading[] {
  const lines = linesWithDirectives(text);
  return lines === null ? [] : [allBranches(lines), firstBranches(lines, { isNever: isFalse, bodies: null })];
}

/** The same where alternatives may be definitions (C): of these all are kept, and a choice is made in bodies of functions alone. */
export function readingsOfBodies(text: string, unread: readonly UnreadPart[]): Reading[] {
  // Most of what cannot be read there are macros.
  if (!unread.some((part) => isNearDirective(text, part))) return [];
  const lines = linesWithDirectives(text);
  return lines === null ? [] : [allBranches(lines), firstBranches(lines, { isNever: neverInC, bodies: new Bodies() })];
}

/**
 * All branches without the directives, for C++: where an error is near a directive it is a macro mostly, so that one has to stand within it or at
 * it, and a second reading, of first branches, is worse than this one or the same in nine of ten files.
 */
export function readingOfBranches(text: string, unread: readonly UnreadPart[]): Reading[] {
  if (!unread.some((part) => isAtDirective(text, part))) return [];
  const lines = linesWithDirectives(text);
  return lines === null ? [] : [allBranches(lines)];
}

function isAtDirective(text: string, { start, end }: UnreadPart): boolean {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end);
  return directives.test(text.slice(from, to === -1 ? text.length : to));
}

const directives = /^[ \t]*#[ \t]*(?:if|el|endif)/m;

/** Units around what could not be read in which a directive may be the cause. */
const reach = 300;

function isNearDirective(text: string, { start, end }: UnreadPart): boolean {
  const around = text.slice(Math.max(0, start - reach), end + reach);
  return directives.test(around);
}

/** With their ends; null where none is a directive. */
function linesWithDirectives(text: string): string[] | null {
  const lines = text.split(/(?<=\n)/);
  return lines.some((line) => directive.test(line)) ? lines : null;
}

function blank(line: string): string {
  return line.replace(/[^\r\n]/g, ' ');
}

function allBranches(lines: readonly string[]): Reading {
  return { text: lines.map((line) => (directive.test(line) ? blank(line) : line)).join(''), leftOutAt: null };
}

interface Choice {
  isNever: IsNever;
  /** Where a choice is made; null for everywhere. */
  bodies: Bodies | null;
}

function firstBranches(lines: readonly string[], { isNever, bodies }: Choice): Reading {
  const open: { isTaken: boolean; wasTaken: boolean; isChoice: boolean; isNever: boolean }[] = [];
  let leftOutAt: number | null = null;
  const kept = lines.map((line, index) => {
    const [, word, condition = ''] = directive.exec(line) ?? [];
    const last = open.at(-1);
    if (word?.startsWith('if') === true) {
      const isFirstNever = isNever(`${word} ${condition}`);
      const isChoice = bodies === null || bodies.isInside;
      open.push({ isTaken: !isFirstNever, wasTaken: !isFirstNever, isChoice, isNever: isFirstNever });
    } else if (word === 'endif') {
      open.pop();
    } else if (word !== undefined && last !== undefined) {
      last.isTaken = !last.isChoice || !last.wasTaken;
      last.wasTaken = true;
      last.isNever = false;
    }
    const isKept = word === undefined && open.every(({ isTaken }) => isTaken);
    if (!isKept && word === undefined && !open.some((one) => one.isNever)) leftOutAt ??= index + 1;
    if (isKept) bodies?.read(line);
    return isKept ? line : blank(line);
  });
  return { text: kept.join(''), leftOutAt };
}

/** Follows the braces of C, line by line, to tell bodies of functions from those of types and namespaces. */
class Bodies {
  readonly #tokens = /\/\*|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[{}();]|\w+/g;
  /** By open brace: whether it is in a body. */
  readonly #open: boolean[] = [];
  #inComment = false;
  /** The statement at hand has parameters. */
  #hasParameters = false;

  get isInside(): boolean {
    return this.#open.at(-1) === true;
  }

  read(line: string): void {
    if (/^[ \t]*#/.test(line)) return;
    let from = 0;
    if (this.#inComment) {
      const end = line.indexOf('*/');
      if (end === -1) return;
      from = end + 2;
      this.#inComment = false;
    }
    this.#tokens.lastIndex = from;
    for (let found = this.#tokens.exec(line); found !== null; found = this.#tokens.exec(line)) {
      const [token] = found;
      if (token === '/*') {
        const end = line.indexOf('*/', this.#tokens.lastIndex);
        if (end === -1) {
          this.#inComment = true;
          return;
        }
        this.#tokens.lastIndex = end + 2;
      } else this.#take(token);
    }
  }

  #take(token: string): void {
    if (token === '{') this.#open.push(this.isInside || this.#hasParameters);
    else if (token === '}') this.#open.pop();
    if (token === ')') this.#hasParameters = true;
    else if (token === '{' || token === '}' || token === ';') this.#hasParameters = false;
    else if (/^(?:namespace|class|struct|union|enum)$/.test(token)) this.#hasParameters = false;
  }
}
