/**
 * Several answers as one: a name with several meanings is answered for each under its own heading.
 * Invariants: the answers share the budget, and what a short one leaves is for the others; a note that all of them have is given once; what is not
 * answered is named.
 */
import { z } from 'zod';
import { fits, oneLine, type Draft } from '../budget.ts';
import type { Answers } from './chosen-symbol.ts';
import { notesData } from './notes.ts';
import { countOutput } from './output.ts';

/** The part of the output schemas for names with several meanings. */
export const meaningsOutput = {
  taken: z.string().optional().describe('How the name was understood'),
  means: countOutput.optional().describe('Symbols of the name, if several'),
  meanings: z.array(z.record(z.string(), z.unknown())).optional().describe('For several: these fields for each'),
  others: z.array(z.string()).optional().describe('Ids that are not answered'),
};

/** An answer gets at least this many characters; of more answers than have room, the last ones are left out. */
const minShare = 500;

export interface MeaningsFormat<T> {
  maxChars: number;
  draft: (answer: T, maxChars: number) => Draft;
  /** Writes a line before the answer. Default: as it is. */
  lineBefore?: (line: string) => string;
  /** What tells answers apart: of two with the same key, only the first is shown in full. Null for an answer that is always shown. */
  keyOf?: (answer: T) => string | null;
}

export function formatMeanings<T>(found: Answers<T>, format: MeaningsFormat<T>): Draft {
  const { answers, taken } = found;
  const { maxChars, draft, lineBefore = (line) => line } = format;
  const [first] = answers;
  if (first === undefined || answers.length > 1 || found.rest.length > 0 || found.unnamed > 0)
    return together(found, format);
  if (taken === null) return draft(first.answer, maxChars);
  const { text, structured } = draft(first.answer, maxChars - taken.length - 20);
  return { text: `${lineBefore(taken)}\n${text}`, structured: { taken, ...structured } };
}

function together<T>({ asked, answers, rest, unnamed, taken }: Answers<T>, format: MeaningsFormat<T>): Draft {
  const { maxChars } = format;
  const total = answers.length + rest.length + unnamed;
  const named = rest.length === 0 ? '' : `, ${rest.length} in tests ${rest.length === 1 ? 'is' : 'are'} only named`;
  const counted =
    unnamed === 0 ? '' : `, ${unnamed} more in vendored code or tests ${unnamed === 1 ? 'is' : 'are'} only counted`;
  // A name that was corrected is in the line above.
  const meant = taken === null ? `"${oneLine(asked, 200)}"` : 'It';
  const title = `${meant} means ${total} symbols; the likeliest is first${named}${counted}.`;
  const head = taken === null ? [title] : [taken, title];
  const draft = withRepetitions(answers, format);
  for (let shown = Math.min(answers.length, Math.max(1, Math.floor(maxChars / minShare))); ; shown--) {
    const others = [...answers.slice(shown).map(({ node }) => node), ...rest].map(({ id }) => oneLine(id, 300));
    const tail = others.length === 0 ? [] : ['', `not shown: ${others.join(', ')}`];
    const frame = [...head, ...tail].join('\n').length + 100;
    const drafts = sharing(shown, maxChars - frame, draft);
    const common = commonNotes(drafts);
    const notes = common.length === 0 ? [] : ['', ...common];
    const whole: Draft = {
      text: `${[...head, ...drafts.flatMap((one) => ['', textWithout(one, common)]), ...tail, ...notes].join('\n')}\n`,
      structured: {
        ...(taken === null ? {} : { taken }),
        means: total,
        meanings: drafts.map((one) => structuredWithout(one, common)),
        ...(others.length === 0 ? {} : { others }),
        ...notesData(common.map((note) => note.slice(noteStart.length))),
      },
    };
    if (shown <= 1 || fits(whole, maxChars)) return whole;
  }
}

/** Drafts the answer at an index; one that repeats an earlier answer says so instead. */
function withRepetitions<T>(
  answers: Answers<T>['answers'],
  { draft, keyOf = () => null }: MeaningsFormat<T>,
): (at: number, maxChars: number) => Draft {
  const firsts = new Map<string, string>();
  const drafts = answers.map(({ node, answer }) => {
    const key = keyOf(answer);
    const first = key === null ? undefined : firsts.get(key);
    if (key !== null && first === undefined) firsts.set(key, node.id);
    if (first === undefined) return (maxChars: number): Draft => draft(answer, maxChars);
    const [id, same] = [oneLine(node.id, 300), oneLine(first, 300)];
    const text = `${id}: the same answer as for ${same}\n`;
    return (): Draft => ({
      text,
      structured: { target: { id, name: node.qualified, kind: node.kind }, same_as: same },
    });
  });
  return (at, maxChars) => drafts[at]!(maxChars);
}

/** Drafts of the first answers, each with as many characters as it needs, or else with an equal share of what the shorter ones leave. */
function sharing(count: number, maxChars: number, draft: (at: number, maxChars: number) => Draft): Draft[] {
  const drafts = Array.from({ length: count }, (_, at) => draft(at, maxChars));
  const sizes = drafts.map(sizeOf);
  const bySize = [...drafts.keys()].sort((a, b) => sizes[a]! - sizes[b]!);
  let left = maxChars;
  for (const [done, at] of bySize.entries()) {
    const share = Math.floor(left / (bySize.length - done));
    if (sizes[at]! > share) drafts[at] = draft(at, share);
    left -= Math.min(share, sizeOf(drafts[at]!));
  }
  return drafts;
}

function sizeOf({ text, structured }: Draft): number {
  return Math.max(text.length, JSON.stringify(structured).length) + 2;
}

const noteStart = 'note: ';

function notesIn({ text }: Draft): string[] {
  return text.split('\n').filter((line) => line.startsWith(noteStart));
}

/** The notes that all of several drafts have, as lines of their texts. */
function commonNotes(drafts: readonly Draft[]): string[] {
  const [first, ...others] = drafts;
  if (first === undefined || others.length === 0) return [];
  return notesIn(first).filter((note) => others.every((one) => notesIn(one).includes(note)));
}

function textWithout({ text }: Draft, notes: readonly string[]): string {
  return text
    .split('\n')
    .filter((line) => !notes.includes(line))
    .join('\n')
    .trimEnd();
}

function structuredWithout({ structured }: Draft, common: readonly string[]): Record<string, unknown> {
  const { notes, ...rest } = structured;
  if (!Array.isArray(notes)) return rest;
  const own = notes.filter((note) => !common.includes(`${noteStart}${note}`));
  return own.length === 0 ? rest : { ...rest, notes: own };
}
