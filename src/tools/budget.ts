/** Keeps an answer within its number of characters, as text and as structured data. The caller counts and names what does not fit. */
import { z } from 'zod';

export const defaultMaxChars = 8000;
export const largestMaxChars = 50_000;

/** The parameter of every tool whose answer can grow. */
export const maxCharsInput = z
  .int()
  .min(1000)
  .max(largestMaxChars)
  .optional()
  .meta({ default: defaultMaxChars })
  .describe('Max 50,000');

/** An answer as text and as structured data, perhaps still too long. */
export interface Draft {
  text: string;
  structured: Record<string, unknown>;
}

export function fits(draft: Draft, maxChars: number): boolean {
  return draft.text.length < maxChars && JSON.stringify(draft.structured).length < maxChars;
}

/** The largest count from 1 to `max` whose draft fits; 1 if none fits. Drafts must grow with their count. */
export function largestFitting(max: number, maxChars: number, draft: (count: number) => Draft): number {
  return largestNumber(1, max, (count) => fits(draft(count), maxChars));
}

/** The largest number from `low` to `high` that fits, by bisection: all smaller numbers must fit too. `low` if none fits. */
export function largestNumber(low: number, high: number, fits: (value: number) => boolean): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (fits(middle)) from = middle;
    else to = middle - 1;
  }
  return from;
}

/** At most `limit` characters on one line: control characters shown as escapes, the rest cut with an ellipsis. */
export function oneLine(text: string, limit = Infinity): string {
  const safe = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) =>
    character === '\n'
      ? '\\n'
      : character === '\t'
        ? '\\t'
        : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (safe.length <= limit) return safe;
  // The cut must not be between the halves of a surrogate pair.
  const cut = /[\ud800-\udbff]$/.test(safe.slice(0, limit - 1)) ? limit - 2 : limit - 1;
  return `${safe.slice(0, cut)}…`;
}
