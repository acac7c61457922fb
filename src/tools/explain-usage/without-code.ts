/** The uses of a symbol without code: who uses it and at which lines, or numbers by file. Invariant: what is left out is counted. */
import type { UsageAnswer } from '../../model/graph.ts';
import { linkKinds } from '../../model/link.ts';
import { fits, largestFitting, oneLine, type Draft } from '../budget.ts';
import { accountData, accountLines } from '../graph-text/account.ts';
import { countByFile, countsText, fileCountLines } from '../graph-text/by-file.ts';
import type { Detail } from '../graph-text/detail.ts';
import { linkWord, resolutionWords } from '../graph-text/link-data.ts';
import { cutNote, noteLines, stateNotes } from '../graph-text/notes.ts';
import { lineRange } from '../graph-text/symbol-data.ts';
import { unresolvedData, unresolvedLines } from '../graph-text/unresolved.ts';
import { usesHead, type UsageFormat } from './format.ts';

const detail: Detail = { signature: 0, lines: 0, links: 0, name: 200, path: 1000, samples: 5, texts: 0, testFiles: 0 };

type Use = UsageAnswer['uses'][number];

/** `called at 12, 30; read at 14` */
function placesText(uses: readonly Use[]): string {
  const resolutionOf = ({ resolution }: Use): string => (resolution === 'name' ? ` (${resolutionWords.name})` : '');
  const groups = Map.groupBy(
    uses.toSorted((a, b) => linkKinds.indexOf(a.kind) - linkKinds.indexOf(b.kind)),
    (use) => `${linkWord(use.kind, 'active')}|${resolutionOf(use)}`,
  );
  return [...groups]
    .map(([key, some]) => {
      const [verb, resolution] = key.split('|');
      return `${verb} at ${[...new Set(some.map(({ line }) => line))].toSorted((a, b) => a - b).join(', ')}${resolution}`;
    })
    .join('; ');
}

/** By file, code before tests: each definition that contains uses. */
function nameLines(uses: readonly Use[]): string[] {
  const inOrder = [...uses.filter(({ isTest }) => !isTest), ...uses.filter(({ isTest }) => isTest)];
  return [...Map.groupBy(inOrder, ({ path }) => path)].flatMap(([path, ofFile]) => [
    '',
    `file: ${oneLine(path, detail.path)}${ofFile[0]!.isTest ? ' (test)' : ''}`,
    ...[...Map.groupBy(ofFile, ({ caller }) => caller)].map(
      ([caller, some]) => `  ${caller === null ? '(top level)' : oneLine(caller, detail.name)} ${placesText(some)}`,
    ),
  ]);
}

function definitionLine({ node }: UsageAnswer['definitions'][number]): string {
  const marks = `${node.exported ? ' exp' : ''}${node.isTest ? ' (test)' : ''}`;
  const lines = node.kind === 'file' ? '' : ` [${lineRange(node)}]`;
  return `${node.kind}${lines}${marks} in ${oneLine(node.path, detail.path)}`;
}

export interface PlacesFormat extends UsageFormat {
  detail: 'names' | 'files';
}

function draftOf(answer: UsageAnswer, format: PlacesFormat, shown: number): Draft {
  const { symbol, say, access, shownAbove = 0, limit, maxUses, maxChars } = format;
  const files = format.detail === 'files' ? countByFile(answer.uses) : null;
  const left = answer.totalUses - answer.uses.length - shownAbove;
  const more = limit < maxUses ? `a larger ${say.option('limit')} (up to ${maxUses}) shows more` : 'they are too many';
  const lines = [
    `${say.heading('explain_usage')}: ${oneLine(symbol, detail.path)}`,
    ...answer.definitions.map(definitionLine),
    `${usesHead(answer, access)}${shownAbove === 0 ? '' : `, ${shownAbove} of them shown above`}`,
    ...(files === null
      ? nameLines(answer.uses.slice(0, shown))
      : [...(files.length === 0 ? [] : [countsText(files, 'use')]), ...fileCountLines(files.slice(0, shown), detail)]),
    ...unresolvedLines(unresolvedData(answer.unresolved, detail), 'may be uses of it'),
    ...accountLines(accountData(answer.account, detail, answer.unresolved.sites > 0 ? ['unresolved'] : [])),
    ...noteLines([
      ...stateNotes(answer.state),
      ...cutNote((files ?? answer.uses).length - shown, (files ?? answer.uses).length, {
        what: files === null ? 'uses' : 'files',
        maxChars,
        narrower: `ask with a smaller ${say.option('limit')}`,
        say,
      }),
      ...(left > 0 ? [`${left} more uses: ${more}.`] : []),
    ]),
  ];
  return { text: `${lines.join('\n')}\n`, structured: {} };
}

export function formatPlaces(answer: UsageAnswer, format: PlacesFormat): string {
  const total = format.detail === 'files' ? countByFile(answer.uses).length : answer.uses.length;
  const whole = draftOf(answer, format, total);
  if (fits(whole, format.maxChars)) return whole.text;
  return draftOf(
    answer,
    format,
    largestFitting(total, format.maxChars, (shown) => draftOf(answer, format, shown)),
  ).text;
}
