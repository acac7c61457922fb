/** The first screen of docs/results.md: what a newcomer asks, with figures of the sections below it. */
import type { Age } from './result-ages.ts';
import { rowsOf, type Row, type Section } from './result-sections.ts';

type Sections = ReadonlyMap<string, Section>;

interface Line {
  question: string;
  ours: string;
  others: string;
  /** The section that it comes from. */
  key: string;
}

/** @throws where a bench calls its columns otherwise than this file */
function cell(row: Row | undefined, column: string, key: string): string {
  const value = row?.[column];
  if (value === undefined) throw new Error(`the section ${key} of docs/results.md has no ${column} for the summary`);
  return value;
}

function rowOf({ key, body }: Section, column: string, value: string): Row {
  const row = rowsOf(body).find((one) => one[column]?.startsWith(value) === true);
  if (row === undefined) throw new Error(`the section ${key} of docs/results.md has no row ${value} for the summary`);
  return row;
}

const short = (tool: string): string => tool.replace(/^@/, '').replace(/ \d[\w.]*$/, '');

function hybridSearch(section: Section): Omit<Line, 'key'> {
  const row = rowOf(section, 'set', 'semble');
  const published = /^Published NDCG@10 [^:]*: (?<figures>.*)\.$/m.exec(section.body)?.groups?.['figures'];
  if (published === undefined) throw new Error('the section ranking names no published figures');
  return {
    question: `Does a search in words find the right file? NDCG@10 over ${cell(row, 'queries', 'ranking')} questions of the semble benchmark (1: all right files come first)`,
    ours: cell(row, 'NDCG@10', 'ranking').replace(/^0/, ''),
    others: `published: ${published}`,
  };
}

/** Found, true and wrong caller files of a tool, over all trees. */
function callers(section: Section): Omit<Line, 'key'> {
  const totals = new Map<string, { found: number; truth: number; wrong: number }>();
  for (const row of rowsOf(section.body)) {
    const figures = /^(?<found>\d+) \/ (?<truth>\d+)(?:, (?<wrong>\d+) wrong)?$/.exec(row['in all'] ?? '')?.groups;
    if (figures === undefined || row['tool'] === undefined) continue;
    const tool = short(row['tool']);
    const total = totals.get(tool) ?? { found: 0, truth: 0, wrong: 0 };
    totals.set(tool, {
      found: total.found + Number(figures['found']),
      truth: total.truth + Number(figures['truth']),
      wrong: total.wrong + Number(figures['wrong'] ?? 0),
    });
  }
  const { 'Code Scout': ours, ...others } = Object.fromEntries(totals);
  if (ours === undefined) throw new Error('the section graph-rivals has no row of Code Scout');
  const figures = ({ found, wrong }: { found: number; wrong: number }): string => `${found} found, ${wrong} wrong`;
  return {
    question: `Who calls it? Files with callers that are found, of ${ours.truth} that the TypeScript compiler knows`,
    ours: figures(ours),
    others: Object.entries(others)
      .map(([tool, total]) => `${tool} ${figures(total)}`)
      .join('; '),
  };
}

function price(section: Section): Omit<Line, 'key'> {
  const rows = rowsOf(section.body).filter((row) => row['CPU s'] !== undefined && row['tree'] !== undefined);
  const trees = [...new Set(rows.map((row) => row['tree']!))];
  const costs = (tool: string): string[] =>
    trees.map((tree) =>
      cell(
        rows.find((row) => row['tree'] === tree && short(row['tool']!) === tool),
        'CPU s',
        'rivals-index',
      ),
    );
  const rivals = [...new Set(rows.map((row) => short(row['tool']!)))].filter((tool) => !tool.startsWith('Code Scout'));
  return {
    question: `What does an index cost? CPU seconds for ${trees.join(', ')}`,
    ours: costs('Code Scout').join(', '),
    others: rivals.map((tool) => `${tool} ${costs(tool).join(', ')}`).join('; '),
  };
}

function tokens(section: Section): Omit<Line, 'key'> {
  const row = rowOf(section, 'set', 'all');
  const of = (column: string): string => cell(row, column, 'explore');
  return {
    question: `What does an agent read until it has the right file? Over ${of('questions')} tasks`,
    ours: `one call of \`explore\`: right file in ${of('right file')}, median ${of('tokens (median)')} tokens`,
    others: `grep and read ten files: ${of('grep and read: found in ten files')}, ${of('its tokens')} tokens`,
  };
}

function freshness(section: Section): Omit<Line, 'key'> {
  const row = rowOf(section, 'files', '4000');
  const watched = cell(row, 'by the watcher: comment / body / export, ms', 'fresh');
  return {
    question: 'When does an answer know an edit? In a project of 4,000 files',
    ours: `${watched.split(' / ').at(-1)} ms after it was saved; a question that comes sooner reads the file itself, ${cell(row, 'on read: comment / export, ms', 'fresh').split(' / ').at(-1)} ms. First answer true: ${cell(row, 'first answer true', 'fresh')}`,
    others: '',
  };
}

function largeTree(section: Section): Omit<Line, 'key'> {
  const p50 = (question: string): string => cell(rowOf(section, 'question', question), 'p50 ms', 'scale');
  const lines = /(?<lines>\d+) lines/.exec(section.body)?.groups?.['lines'];
  return {
    question: `How long does a question take? Median ms on a tree of ${(Number(lines) / 1e6).toFixed(1)} million lines`,
    ours: `callers ${p50('callers')}, search ${p50('hybrid')}, rare text ${p50('rare literal')}`,
    others: `ripgrep for the same text ${/ripgrep: (?<ms>[\d.]+)/.exec(rowOf(section, 'question', 'rare literal')['floor: p50 / p95 ms'] ?? '')?.groups?.['ms'] ?? '?'}`,
  };
}

function kills(section: Section): Omit<Line, 'key'> {
  const figures = /kills: (?<kills>\d+), [^;]*; problems: (?<problems>\d+)/.exec(section.body)?.groups;
  if (figures === undefined) throw new Error('the section faults has no line about kills');
  return {
    question: 'Does a crash harm the index?',
    ours: `${figures['kills']} kills at random moments, ${figures['problems']} problems`,
    others: '',
  };
}

const questions: readonly [key: string, line: (section: Section) => Omit<Line, 'key'>][] = [
  ['ranking', hybridSearch],
  ['graph-rivals', callers],
  ['explore', tokens],
  ['rivals-index', price],
  ['fresh', freshness],
  ['scale', largeTree],
  ['faults', kills],
];

/** Follows the date of a figure if the measured code has changed since. */
export const olderMark = ', older than its code';

/**
 * @param anchorOf the anchor of a heading
 * @param ages without them nothing is marked as old
 */
export function summaryLines(
  sections: Sections,
  anchorOf: (title: string) => string,
  ages: ReadonlyMap<string, Age> = new Map(),
): string[] {
  const lines = questions.flatMap(([key, line]): Line[] => {
    const section = sections.get(key);
    return section === undefined ? [] : [{ ...line(section), key }];
  });
  return [
    '| question | Code Scout | others | measured |',
    '|---|---|---|---|',
    ...lines.map(({ question, ours, others, key }) => {
      const { title, date, commit } = sections.get(key)!;
      const mark = (ages.get(key)?.changes ?? 0) > 0 ? olderMark : '';
      return `| ${question} | ${ours} | ${others} | [${date}, ${commit.slice(0, 8)}](#${anchorOf(title)})${mark} |`;
    }),
  ];
}
