/** `usage` for a person: where the symbol is defined, then each use with its line of code. Invariant: what is left out is counted. */
import type { UsageAnswer } from '../../model/graph.ts';
import { usesHead } from '../../tools/explain-usage/format.ts';
import { maxUses, type SymbolUsage } from '../../tools/explain-usage/tool.ts';
import { accountData, accountLines } from '../../tools/graph-text/account.ts';
import type { Answers } from '../../tools/graph-text/chosen-symbol.ts';
import type { Detail } from '../../tools/graph-text/detail.ts';
import { formatMeanings } from '../../tools/graph-text/meanings.ts';
import { noteLines, stateNotes } from '../../tools/graph-text/notes.ts';
import { unresolvedData, unresolvedLines } from '../../tools/graph-text/unresolved.ts';
import type { Wording } from '../../tools/wording.ts';
import { printable } from '../terminal/printable.ts';
import { docOnOneLine, kindWord, signedName } from './symbol-lines.ts';
import { definitionCode } from './definition-code.ts';
import type { Layout } from '../tool-run.ts';
import { cutToWidth, placeLines, placeWithText, vimgrepLayout, type PlaceForm, type Spot } from './place-lines.ts';

export interface UsageForm {
  form: PlaceForm;
  say: Wording;
  /** At most this many uses were asked for. */
  limit: number;
  access?: 'read' | 'write';
  vimgrep: boolean;
}

const detail: Detail = { signature: 0, lines: 0, links: 0, name: 300, path: 1000, samples: 10, texts: 0, testFiles: 0 };

type Answer = SymbolUsage & { shownAbove: number };

export function usageLayout(found: Answers<Answer>, asked: UsageForm): Layout {
  const { text } = formatMeanings(found, {
    maxChars: Infinity,
    draft: (answer) => ({ text: `${linesOf(answer, asked).join('\n')}\n`, structured: {} }),
  });
  const spots = found.answers.flatMap(({ answer }) => spotsOf(answer));
  if (asked.vimgrep) return vimgrepLayout(spots, text, asked.form);
  return { text, results: spots.length };
}

function spotsOf({ usage }: Answer): Spot[] {
  const name = usage.definitions[0]?.node.name ?? '';
  return usage.uses.map(({ path, line, column }) => ({ path, line, column, name }));
}

function linesOf(answer: Answer, { form, say, limit, access }: UsageForm): string[] {
  const { id, usage, shownAbove } = answer;
  const left = usage.totalUses - usage.uses.length - shownAbove;
  const more = limit < maxUses ? `a larger ${say.option('limit')} (up to ${maxUses}) shows more` : 'they are too many';
  const uses = placeLines(spotsOf(answer), form, '');
  return [
    `usage: ${printable(id)}`,
    ...usage.definitions.flatMap((definition) => definitionLines(definition, form)),
    `${usesHead(usage, access)}${shownAbove === 0 ? '' : `, ${shownAbove} of them shown above`}`,
    ...(uses.length === 0 ? [] : ['', ...uses]),
    ...unresolvedLines(unresolvedData(usage.unresolved, detail), 'may be uses of it'),
    ...accountLines(accountData(usage.account, detail, usage.unresolved.sites > 0 ? ['unresolved'] : [])),
    ...noteLines([...stateNotes(usage.state), ...(left > 0 ? [`${left} more uses: ${more}.`] : [])]),
  ];
}

/** The place, the signature, the doc comment and, if it is short, the code of a definition. */
function definitionLines(
  { node, docstring, text, cutLines }: UsageAnswer['definitions'][number],
  { shownPath, width }: PlaceForm,
): string[] {
  const place = `${printable(shownPath(node.path))}${node.kind === 'file' ? '' : `:${node.line}`}`;
  const marks = `${node.exported ? 'exported ' : ''}${node.isTest ? 'test ' : ''}`;
  const doc = docOnOneLine(docstring);
  return [
    ...placeWithText(place, `${marks}${kindWord(node.kind)} ${signedName(node)}`, width),
    ...(doc === '' ? [] : [`  ${cutToWidth(doc, Math.min(width, 200) - 2)}`]),
    ...(cutLines > 0 ? [] : definitionCode(text.split('\n'), width)),
  ];
}
