/** What a long function does beyond the lines of it that are shown, in one line. */
import type { ExplorePiece } from '../../engine/types.ts';
import type { OutlineStep } from '../../model/code-questions.ts';
import { largestNumber, oneLine } from '../budget.ts';
import type { ExcerptPart } from '../search-repo/excerpt.ts';
import { approximateTokens } from './tokens.ts';

/** Most tokens of the line. */
const outlineTokens = 80;
/** Characters of the beginning of a statement, and of the function's name. */
const stepLimit = 24;
const nameLimit = 80;

/** Statements of an outline that are listed together. */
interface OutlineGroup {
  title: string;
  kinds: ReadonlySet<string>;
  /** Whether those of most lines are listed, with their last lines; else those that are least deep. */
  byLength: boolean;
  /** Whether each has its beginning; else the line says enough. */
  hasText: boolean;
}

/** Those that say more about a function come first. */
const outlineGroups: readonly OutlineGroup[] = [
  {
    title: 'branches and loops',
    kinds: new Set(['if', 'else if', 'guard', 'switch', 'case', 'for', 'while', 'do', 'loop', 'try', 'catch']),
    byLength: true,
    hasText: true,
  },
  {
    title: 'clean-up',
    kinds: new Set(['defer', 'finally', 'with', 'using', 'lock']),
    byLength: false,
    hasText: true,
  },
  { title: 'returns', kinds: new Set(['return', 'yield']), byLength: false, hasText: false },
  { title: 'throws', kinds: new Set(['throw']), byLength: false, hasText: false },
  { title: 'calls', kinds: new Set(['call', 'go']), byLength: false, hasText: true },
];

/** What a long function does beyond the lines that are shown: the largest branches, and lines of the other statements. */
export function outlineLines({ outline, surroundings }: ExplorePiece, parts: readonly ExcerptPart[]): string[] {
  if (outline === null || surroundings === null) return [];
  const shown = new Set(parts.flatMap((part) => ('number' in part ? [part.number] : [])));
  const hidden = outline.filter(
    ({ kind, line }) => !shown.has(line) && outlineGroups.some(({ kinds }) => kinds.has(kind)),
  );
  if (hidden.length === 0) return [];
  const { name, startLine, endLine } = surroundings.node;
  const text = (most: number): string => {
    const groups = outlineGroups.map((group) => groupText(group, hidden, most)).filter((group) => group !== '');
    return `Rest of ${oneLine(name, nameLimit)} ${startLine}-${endLine}: ${groups.join('; ')}`;
  };
  return [text(largestNumber(1, 12, (most) => approximateTokens(text(most)) <= outlineTokens))];
}

/** @param most statements listed; others are counted */
function groupText(
  { title, kinds, byLength, hasText }: OutlineGroup,
  steps: readonly OutlineStep[],
  most: number,
): string {
  const all = steps.filter(({ kind }) => kinds.has(kind));
  if (all.length === 0) return '';
  const lengthOf = ({ line, endLine }: OutlineStep): number => endLine - line;
  const ranked = all.toSorted((a, b) => (byLength ? lengthOf(b) - lengthOf(a) : a.depth - b.depth));
  const shown = ranked.slice(0, most).toSorted((a, b) => a.line - b.line);
  const texts = shown.map((step) => {
    const range = byLength && lengthOf(step) > 0 ? `${step.line}-${step.endLine}` : String(step.line);
    return hasText && step.text !== '' ? `${range} ${oneLine(step.text, stepLimit)}` : range;
  });
  const more = all.length - shown.length;
  return `${title} ${texts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
