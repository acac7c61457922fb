/**
 * Texts that a file must contain for a pattern to match in it, derived from the pattern.
 * Invariant: a matching text contains all texts of one of the alternatives, except for the case of ASCII letters. Where nothing is certain
 * about a pattern, there are no required texts.
 */
import type { TextPattern } from './text-search.ts';

/** Alternatives; a match contains all texts of one of them. Null: nothing is known. */
export type RequiredText = readonly (readonly string[])[] | null;

/** Minimum length of a required text. Shorter ones occur in most files. */
const minLength = 3;
/** Maximum number of alternatives; with more, nothing is required. */
const maxAlternatives = 30;
/** Maximum depth of nested groups, and of nested classes. The regex crate refuses deeper patterns. */
const maxDepth = 250;

export function requiredText({ query, isRegex }: TextPattern): RequiredText {
  if (!isRegex) return usableAlternatives([literalsOf(query)]);
  try {
    const parser = new RegexReader(query);
    return usableAlternatives(parser.alternatives().map(({ texts }) => texts.flatMap(literalsOf)));
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** The parts of a text within one line and within ASCII. Other letters have case mappings and forms that programs treat differently. */
function literalsOf(text: string): string[] {
  return text.split(/[^\x20-\x7e\t]+/).filter(({ length }) => length >= minLength);
}

/** The alternatives; null where they are too many, or one of them requires nothing. */
function usableAlternatives(alternatives: string[][]): RequiredText {
  return alternatives.length > maxAlternatives || alternatives.some(({ length }) => length === 0) ? null : alternatives;
}

/** Thrown for syntax that the reader does not know. */
class Unreadable extends Error {}

/** Texts that one branch of a pattern requires. `isExact`: the branch has one text, and matches nothing else. */
interface Branch {
  texts: string[];
  isExact: boolean;
}

const nothing: Branch = { texts: [], isExact: false };
/** A character that stands for itself after a backslash. */
const plainEscape = /[^\p{L}\p{N}<>]/u;
const controls: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** Reads the syntax of Rust's regex crate. Parts that it cannot read reliably require nothing. */
class RegexReader {
  readonly #pattern: string;
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** All alternatives of the pattern. */
  alternatives(): Branch[] {
    const branches = this.#alternation();
    if (this.#at < this.#pattern.length) throw new Unreadable('a parenthesis is left over');
    return branches;
  }

  #alternation(): Branch[] {
    const branches = this.#sequence();
    while (this.#pattern[this.#at] === '|') {
      this.#at++;
      branches.push(...this.#sequence());
      if (branches.length > maxAlternatives) throw new Unreadable('too many alternatives');
    }
    return branches;
  }

  /** Reads a sequence. If a group in it has alternatives, each becomes a branch. Of several such groups only the one that requires most counts. */
  #sequence(): Branch[] {
    const texts: string[] = [];
    let run = '';
    let isExact = true;
    let branchesOfGroup: Branch[] | null = null;
    const endRun = (): void => {
      if (run !== '') texts.push(run);
      run = '';
    };
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at]!)) {
      const start = this.#at;
      const branches = this.#atom();
      const { minCount, isOnce } = this.#repetition();
      const [only] = branches;
      if (minCount > 0 && isOnce && branches.length === 1 && only!.isExact) {
        run += only!.texts[0] ?? '';
        continue;
      }
      if (this.#at === start) throw new Unreadable('nothing was read');
      endRun();
      isExact = false;
      if (minCount === 0) continue;
      if (branches.length === 1) texts.push(...only!.texts);
      else if (branchesOfGroup === null || minRequired(branches) > minRequired(branchesOfGroup))
        branchesOfGroup = branches;
    }
    endRun();
    if (branchesOfGroup === null) return [{ texts: isExact ? [texts.join('')] : texts, isExact }];
    return branchesOfGroup.map((branch) => ({ texts: [...texts, ...branch.texts], isExact: false }));
  }

  #atom(): Branch[] {
    const character = this.#character();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        this.#class();
        return [nothing];
      case '.':
      case '^':
      case '$':
        return [nothing];
      case '\\':
        return [this.#escape()];
      default:
        return [{ texts: [character], isExact: true }];
    }
  }

  #character(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at)!);
    this.#at += character.length;
    return character;
  }

  #group(): Branch[] {
    if (this.#pattern[this.#at] === '?') {
      const head = /^\?(?:(?<flags>[a-zA-Z-]*)(?<end>[:)])|P?<\w+>)/.exec(this.#pattern.slice(this.#at));
      // Stop where white space is ignored, or where the syntax changes.
      if (head === null || head.groups?.['flags']?.includes('x') === true)
        throw new Unreadable('a group of another kind');
      this.#at += head[0].length;
      if (head.groups?.['end'] === ')') return [nothing];
    }
    this.#depth++;
    if (this.#depth > maxDepth) throw new Unreadable('groups are too deep');
    const branches = this.#alternation();
    if (this.#pattern[this.#at] !== ')') throw new Unreadable('a group is open');
    this.#at++;
    this.#depth--;
    return branches;
  }

  /** Skips a character class, which may contain nested classes. */
  #class(depth = 0): void {
    if (depth > maxDepth) throw new Unreadable('classes are too deep');
    if (this.#pattern[this.#at] === '^') this.#at++;
    if (this.#pattern[this.#at] === ']') this.#at++;
    while (this.#pattern[this.#at] !== ']') {
      if (this.#at >= this.#pattern.length) throw new Unreadable('a class is open');
      const character = this.#character();
      if (character === '\\') this.#at++;
      else if (character === '[') this.#class(depth + 1);
    }
    this.#at++;
  }

  #escape(): Branch {
    if (this.#at >= this.#pattern.length) throw new Unreadable('an escape ends');
    const character = this.#character();
    if (plainEscape.test(character)) return { texts: [character], isExact: true };
    const control = controls.get(character);
    if (control !== undefined) return { texts: [control], isExact: true };
    if ('wWdDsSbBAz<>'.includes(character)) {
      // `\b{start}`
      if (this.#pattern[this.#at] === '{' && character === 'b') this.#skipBraces();
      return nothing;
    }
    if ('pPxuU'.includes(character)) {
      if (this.#pattern[this.#at] === '{') this.#skipBraces();
      else this.#at += { p: 1, P: 1, x: 2, u: 4, U: 8 }[character]!;
      return nothing;
    }
    throw new Unreadable('an escape that is not known');
  }

  #skipBraces(): void {
    const end = this.#pattern.indexOf('}', this.#at);
    if (end === -1) throw new Unreadable('a brace is open');
    this.#at = end + 1;
  }

  /** The minimum count, and whether the repetition is exactly one. */
  #repetition(): { minCount: number; isOnce: boolean } {
    let minCount = 1;
    let isOnce = true;
    for (;;) {
      const found = /^(?:[?*+]|\{(\d*)(?:,\d*)?\})/.exec(this.#pattern.slice(this.#at, this.#at + 20));
      if (found === null) return { minCount, isOnce };
      this.#at += found[0].length;
      isOnce = false;
      if (found[0] === '?' || found[0] === '*' || (found[0].startsWith('{') && !(Number(found[1]) > 0))) minCount = 0;
    }
  }
}

/** The smallest, over all branches, of the length of the branch's longest required text. */
function minRequired(branches: readonly Branch[]): number {
  return Math.min(...branches.map(({ texts }) => texts.reduce((most, { length }) => Math.max(most, length), 0)));
}
