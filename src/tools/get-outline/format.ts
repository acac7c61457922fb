/**
 * The answer of `get_outline`: the symbols of a file or type, or the statements of a function, one a line, nested by blanks.
 * Invariant: where not everything fits, the deepest levels go first, and each line says how much it leaves out.
 */
import type { OutlineAnswer, OutlineStep, OutlineSymbol } from '../../model/code-questions.ts';
import { fits, largestFitting, oneLine, type Draft } from '../budget.ts';
import { clip, type Detail } from '../graph-text/detail.ts';
import { cutNote, noteLines, notesData, stateNotes } from '../graph-text/notes.ts';
import { lineRange, symbolData, symbolHead } from '../graph-text/symbol-data.ts';
import { count } from '../graph-text/unresolved.ts';
import type { Wording } from '../wording.ts';

export interface OutlineFormat {
  maxChars: number;
  say: Wording;
  /** The word for a symbol's kind. Absent: the kind. */
  kindWord?: (kind: OutlineSymbol['kind']) => string;
}

/** How much of an outline is shown. */
interface Level {
  /** Symbols and steps deeper than this are counted. */
  depth: number;
  /** Characters of a signature or of a step's text. */
  text: number;
  /** Whether calls are shown; else they are counted. */
  calls: boolean;
}

/** The most detailed first. */
const levels: readonly Level[] = [
  { depth: 30, text: 100, calls: true },
  { depth: 30, text: 60, calls: true },
  { depth: 30, text: 40, calls: true },
  { depth: 30, text: 40, calls: false },
  ...[6, 4, 3, 2, 1, 0].map((depth) => ({ depth, text: 30, calls: false })),
  { depth: 0, text: 0, calls: false },
];

const detail: Detail = { signature: 0, lines: 0, links: 0, name: 120, path: 300, samples: 0, texts: 0, testFiles: 0 };
/** The signature of a head: it is shown whole, up to this length. */
const maxHead = 200;

const countedKinds: readonly (readonly [kinds: readonly string[], singular: string, plural: string])[] = [
  [['if', 'else if', 'switch', 'guard'], 'branch', 'branches'],
  [['for', 'while', 'do', 'loop'], 'loop', 'loops'],
  [['try'], 'try', 'tries'],
  [['defer', 'with', 'using', 'finally', 'lock'], 'clean-up', 'clean-ups'],
  [['return'], 'return', 'returns'],
  [['throw'], 'throw', 'throws'],
  [['call'], 'call', 'calls'],
];

/** A line of an outline before it is indented. */
interface Line {
  depth: number;
  text: string;
}

function symbolLines(
  symbols: readonly OutlineSymbol[],
  { depth, text }: Level,
  kindWord: NonNullable<OutlineFormat['kindWord']> = (kind) => kind,
): Line[] {
  const lines: Line[] = [];
  let left = 0;
  const flush = (): void => {
    const last = lines.at(-1);
    if (left > 0 && last !== undefined) last.text += ` (+${left} inside)`;
    left = 0;
  };
  for (const symbol of symbols) {
    if (symbol.depth > depth) {
      left++;
      continue;
    }
    flush();
    const signature = text === 0 || symbol.signature === null ? '' : signatureText(symbol.signature, text);
    lines.push({
      depth: symbol.depth,
      text: `${lineRange(symbol)} ${kindWord(symbol.kind)} ${clip(symbol.name, detail.name)}${signature}`,
    });
  }
  flush();
  return lines;
}

function signatureText(signature: string, length: number): string {
  const text = clip(signature, length);
  return /^[(<[:?]/.test(text) ? text : ` ${text}`;
}

function stepLines(steps: readonly OutlineStep[], level: Level): Line[] {
  const lines: Line[] = [];
  let calls: Line | null = null;
  let left = 0;
  const flush = (): void => {
    const last = lines.at(-1);
    if (left > 0 && last !== undefined) last.text += ` (+${left} inside)`;
    left = 0;
  };
  for (const { kind, text, line, endLine, depth } of steps) {
    if (kind === 'call' && !level.calls) continue;
    if (depth > level.depth) {
      left++;
      continue;
    }
    flush();
    const shown = clip(text, Math.max(level.text, 12));
    if (kind === 'call') {
      // Calls that follow each other share a line; of those in one line of code only the first names it.
      if (calls !== null && calls.depth === depth) calls.text += `, ${shown} ${line}`;
      else lines.push((calls = { depth, text: `${line} call ${shown}` }));
      continue;
    }
    calls = null;
    const range = endLine > line && hasBlock(kind) ? `${line}-${endLine}` : String(line);
    lines.push({ depth, text: `${range} ${headText(kind, shown)}` });
  }
  flush();
  return lines;
}

function hasBlock(kind: string): boolean {
  return kind !== 'return' && kind !== 'throw' && kind !== 'yield';
}

/** The text of a step usually begins with its word; where it does not, the word is added. */
function headText(kind: string, text: string): string {
  if (text === '') return kind;
  return text.startsWith(kind.split(' ').at(-1)!) && kind !== 'else if'
    ? text
    : `${kind} ${text.replace(/^(?:if|elif|elsif)\b\s*/, '')}`;
}

function indented({ depth, text }: Line): string {
  return `${'  '.repeat(Math.min(depth, 12))}${oneLine(text)}`;
}

function stepCounts(steps: readonly OutlineStep[]): string {
  const parts = countedKinds.flatMap(([kinds, singular, plural]) => {
    const number = steps.filter(({ kind }) => kinds.includes(kind)).length;
    return number === 0 ? [] : [count(number, singular, plural)];
  });
  return parts.length === 0 ? 'no statements' : parts.join(', ');
}

/** The number of symbols, without the cells of a notebook. */
function symbolCount({ symbols }: OutlineAnswer): number {
  return symbols.filter(({ kind }) => kind !== 'cell').length;
}

function headOf(answer: OutlineAnswer, say: Wording): string[] {
  const name = say.heading('get_outline');
  if (answer.of === 'file') {
    const lines = answer.lines === 0 ? '' : `, ${count(answer.lines, 'line')}`;
    const symbols = symbolCount(answer);
    const cells = answer.symbols.length - symbols;
    return [
      `${name}: ${oneLine(answer.path)}`,
      `file (${answer.language || 'no known language'}${lines}): ${count(symbols, 'symbol')}${cells === 0 ? '' : ` in ${count(cells, 'cell')} of code`}`,
    ];
  }
  const { node, symbols, steps } = answer;
  const [head = '', ...rest] = symbolHead(name, symbolData(node, detail));
  const signature = node.signature === null ? '' : ` ${oneLine(clip(node.signature, maxHead))}`;
  return [
    head,
    ...rest.map((line, at) => (at === 0 ? `${line}${signature}` : line)),
    ...(steps === null ? [] : [`statements: ${stepCounts(steps)}`]),
    ...(symbols.length === 0 ? [] : [`symbols: ${symbols.length}`]),
  ];
}

function notesOf(
  answer: OutlineAnswer,
  format: OutlineFormat,
  left: { level: Level; cut: number; total: number },
): string[] {
  const { level, cut, total } = left;
  const isFunction = answer.of === 'symbol' && answer.symbols.length === 0;
  const steps = answer.of === 'symbol' ? answer.steps : null;
  const calls = level.calls ? 0 : (steps?.filter(({ kind }) => kind === 'call').length ?? 0);
  return [
    ...stateNotes(answer.state),
    ...(isFunction && steps === null
      ? ['Its statements cannot be read: the language has no grammar here, or the symbol has none.']
      : []),
    ...(calls > 0 ? [`${count(calls, 'call')} left out for room: ${format.say.tool('get_callees')} lists them.`] : []),
    ...cutNote(cut, total, {
      what: 'lines',
      maxChars: format.maxChars,
      narrower: 'ask for one of its symbols',
      say: format.say,
    }),
  ];
}

function draftOf(answer: OutlineAnswer, format: OutlineFormat, level: Level, shown = Infinity): Draft {
  const steps = answer.of === 'symbol' && answer.steps !== null ? stepLines(answer.steps, level) : [];
  const all = [...symbolLines(answer.symbols, level, format.kindWord), ...steps];
  const lines = all.slice(0, shown);
  const notes = notesOf(answer, format, { level, cut: all.length - lines.length, total: all.length });
  const head = headOf(answer, format.say);
  return {
    text: `${[...head, ...lines.map(indented), ...noteLines(notes)].join('\n')}\n`,
    structured: {
      ...(answer.of === 'file'
        ? { path: clip(answer.path, detail.path), language: answer.language, lines: answer.lines }
        : { target: symbolData(answer.node, detail) }),
      symbols: symbolCount(answer),
      ...(answer.of === 'symbol' && answer.steps !== null ? { statements: stepCounts(answer.steps) } : {}),
      shown: lines.length,
      outline: lines.map(indented),
      ...notesData(notes),
    },
  };
}

export function formatOutline(answer: OutlineAnswer, format: OutlineFormat): Draft {
  for (const level of levels) {
    const draft = draftOf(answer, format, level);
    if (fits(draft, format.maxChars)) return draft;
  }
  const least = levels.at(-1)!;
  const total = answer.symbols.length + (answer.of === 'symbol' ? (answer.steps?.length ?? 0) : 0);
  const shown = largestFitting(total, format.maxChars, (number) => draftOf(answer, format, least, number));
  return draftOf(answer, format, least, shown);
}
