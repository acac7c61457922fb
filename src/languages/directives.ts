/**
 * Rewrites a text without `#if` and similar directives, for files that have such directives where the grammar does not expect
 * them: in a list, a member or an expression.
 */
import type { Reading, UnreadPart } from './language.ts';

const directiveLine = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b[ \t]*(.*)/;

/**
 * Whether a branch is never taken in the language being read. The argument is the directive's word and its condition, without
 * `#`.
 */
type IsNever = (opening: string) => boolean;

const isFalse: IsNever = (opening) => /^if (?:false|0)\b/.test(opening);

/** Also refuses the branches of a C file that only a C++ compiler sees. */
const neverInC: IsNever = (opening) =>
  isFalse(opening) || /^(?:ifdef *|if defined *(?:\( *)?)__cplusplus\b/.test(opening);

/**
 * First reading: all branches, without the directives. Second reading: only the first branch of each `#if`, or the second where
 * the first is never taken. No reading where the text has no directives.
 */
export function readingsWithoutDirectives(text: string): Reading[] {
  const lines = linesWithDirectives(text);
  return lines === null ? [] : [allBranches(lines), firstBranches(lines, { isNever: isFalse, bodies: null })];
}

/**
 * The readings for C, where branches may hold alternative definitions. First reading: all branches. Second reading: all branches
 * outside of function bodies, and only one branch of each `#if` inside of them, without the branches that C never takes. No
 * reading where no parse error is near a directive.
 */
export function readingsOfBodies(text: string, unread: readonly UnreadPart[]): Reading[] {
  // Most parse errors in C come from macros. Only an error near a directive may come from the directive.
  if (!unread.some((part) => isNearDirective(text, part))) return [];
  const lines = linesWithDirectives(text);
  return lines === null ? [] : [allBranches(lines), firstBranches(lines, { isNever: neverInC, bodies: new Bodies() })];
}

/**
 * The reading for C++: all branches, without the directives.
 * The error must be on a directive or around one: most errors that are merely near a directive come from macros.
 * A second reading, of the first branches only, would read no more than this one in nine of ten files.
 */
export function readingOfBranches(text: string, unread: readonly UnreadPart[]): Reading[] {
  if (!unread.some((part) => isAtDirective(text, part))) return [];
  const lines = linesWithDirectives(text);
  return lines === null ? [] : [allBranches(lines)];
}

function isAtDirective(text: string, { start, end }: UnreadPart): boolean {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end);
  return anyDirective.test(text.slice(from, to === -1 ? text.length : to));
}

const anyDirective = /^[ \t]*#[ \t]*(?:if|el|endif)/m;

/** The largest distance between a parse error and a directive that may be its cause, in UTF-16 units. */
const maxDistance = 300;

function isNearDirective(text: string, { start, end }: UnreadPart): boolean {
  const nearby = text.slice(Math.max(0, start - maxDistance), end + maxDistance);
  return anyDirective.test(nearby);
}

/** Lines with their line ends; null where no line is a directive. */
function linesWithDirectives(text: string): string[] | null {
  const lines = text.split(/(?<=\n)/);
  return lines.some((line) => directiveLine.test(line)) ? lines : null;
}

function blank(line: string): string {
  return line.replace(/[^\r\n]/g, ' ');
}

function allBranches(lines: readonly string[]): Reading {
  return { text: lines.map((line) => (directiveLine.test(line) ? blank(line) : line)).join(''), leftOutAt: null };
}

interface Choice {
  isNever: IsNever;
  /** Finds function bodies: only inside of them one branch is chosen. Null: one branch is chosen everywhere. */
  bodies: Bodies | null;
}

/** An open `#if`, with what is known of its current branch. */
interface Condition {
  /** Whether the lines of the current branch are read. */
  isTaken: boolean;
  /** Whether the current branch or an earlier one is read. */
  wasTaken: boolean;
  /** Whether only one branch of the condition is read. */
  isChoice: boolean;
  /** Whether the current branch is never taken in the language being read. */
  isNever: boolean;
}

function firstBranches(lines: readonly string[], { isNever, bodies }: Choice): Reading {
  const conditions: Condition[] = [];
  let leftOutAt: number | null = null;
  const chosen = lines.map((line, index) => {
    const [, word, condition = ''] = directiveLine.exec(line) ?? [];
    const last = conditions.at(-1);
    if (word?.startsWith('if') === true) {
      const isFirstNever = isNever(`${word} ${condition}`);
      const isChoice = bodies === null || bodies.isInside;
      conditions.push({ isTaken: !isFirstNever, wasTaken: !isFirstNever, isChoice, isNever: isFirstNever });
    } else if (word === 'endif') {
      conditions.pop();
    } else if (word !== undefined && last !== undefined) {
      last.isTaken = !last.isChoice || !last.wasTaken;
      last.wasTaken = true;
      last.isNever = false;
    }
    const isChosen = word === undefined && conditions.every(({ isTaken }) => isTaken);
    // A branch that is never taken is never compiled, so leaving it out loses nothing.
    const isLoss = word === undefined && !isChosen && !conditions.some((open) => open.isNever);
    if (isLoss) leftOutAt ??= index + 1;
    if (isChosen) bodies?.read(line);
    return isChosen ? line : blank(line);
  });
  return { text: chosen.join(''), leftOutAt };
}

/**
 * Tracks the braces of C line by line, and distinguishes function bodies from the bodies of types and namespaces. A brace opens a
 * function body where a closing parenthesis precedes it in the same statement and no `struct` or similar keyword follows that
 * parenthesis. Every brace inside of a function body belongs to the body.
 */
class Bodies {
  readonly #tokens = /\/\*|\/\/.*|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\.){1,16}'|[{}();]|\w+/g;
  /** For each open brace: whether it opens a function body or is inside of one. */
  readonly #open: boolean[] = [];
  #inComment = false;
  /** Whether the current statement has had a closing parenthesis, as that of a function's parameters. */
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
