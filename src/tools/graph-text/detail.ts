/** How much of each symbol a graph answer shows, and the choice of the most detailed level that fits into the answer's budget. */
import { fits, largestFitting, type Draft } from '../budget.ts';

export interface Detail {
  /** Characters of a signature; 0 for none. */
  signature: number;
  /** Line numbers that are named for one link. */
  lines: number;
  /** Links of one symbol. */
  links: number;
  /** Characters of a name. */
  name: number;
  /** Characters of a path. */
  path: number;
  /** Reference sites that are listed one by one: unresolved ones, and those that name a function as a value. */
  samples: number;
  /** Lines of code that are printed for one link. */
  texts: number;
  testFiles: number;
}

/** The levels, the most detailed first. The first level at which everything fits is taken; at the last one, symbols may be left out. */
const details: readonly Detail[] = [
  { signature: 120, lines: 30, links: 6, name: 300, path: 1000, samples: 10, texts: 3, testFiles: 40 },
  { signature: 80, lines: 10, links: 3, name: 200, path: 1000, samples: 5, texts: 1, testFiles: 15 },
  { signature: 40, lines: 4, links: 1, name: 200, path: 1000, samples: 3, texts: 0, testFiles: 8 },
];
/** Symbols without their links, for answers in which names matter more. */
const namesOnly: Detail = {
  signature: 40,
  lines: 0,
  links: 0,
  name: 200,
  path: 1000,
  samples: 3,
  texts: 0,
  testFiles: 8,
};
/** For an answer in which not even one symbol fits at the other levels. */
const bare: Detail = { signature: 0, lines: 1, links: 1, name: 50, path: 80, samples: 1, texts: 0, testFiles: 1 };

/** At most `limit` characters, cut with an ellipsis, never between the halves of a surrogate pair. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = /[\ud800-\udbff]$/.test(text.slice(0, limit - 1)) ? limit - 2 : limit - 1;
  return `${text.slice(0, cut)}…`;
}

export interface Fitting {
  total: number;
  maxChars: number;
  /** Whether links may be dropped to show more symbols. */
  namesMatterMost?: boolean;
  draft(count: number, detail: Detail): Draft;
}

/** The draft with as many of `total` symbols or paths as fit, at least one, in as much detail as fits. Drafts must grow with the number and with the detail. */
export function fitDraft({ total, maxChars, namesMatterMost = false, draft }: Fitting): Draft {
  const levels = namesMatterMost ? [...details, namesOnly] : details;
  // Each symbol or path takes at least eight characters, so a larger number cannot fit.
  const maxCount = Math.min(total, Math.ceil(maxChars / 8));
  if (maxCount === total) {
    for (const detail of levels) {
      const whole = draft(total, detail);
      if (fits(whole, maxChars)) return whole;
    }
  }
  const leastDetail = levels.at(-1) ?? bare;
  const count = Math.min(
    maxCount,
    largestFitting(maxCount, maxChars, (number) => draft(number, leastDetail)),
  );
  const cut = draft(count, leastDetail);
  return fits(cut, maxChars) ? cut : draft(Math.min(1, total), bare);
}
