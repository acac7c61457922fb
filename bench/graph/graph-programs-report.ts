/** The tables for the sets of small programs: scores by language and by source, and failures by cause. */
import { join } from 'node:path';
import type { EvaluationPack } from '../lib/evaluation.ts';
import { isForbidden } from './forbidden-assertions.ts';
import { type Failure, failureRows, microcgFailures, stackgraphsFailures } from './graph-failures.ts';
import type { LinkedLanguage } from './graph-languages.ts';
import {
  microcgAnswer,
  type MicrocgAnswer,
  type MicrocgRow,
  stackgraphsAnswer,
  type StackgraphsAnswer,
  type StackgraphsRow,
} from './graph-programs.ts';
import { type GraphRow, readRows, scoreAnswers, scoreDefinitions } from './graph-sets.ts';

/** The scores of the evaluation pack's simplest method. */
const baselines = {
  stackgraphs: 'first line with that name: 0.704 exact over all languages',
  microcg: 'by name alone: F1 0.668 over JavaScript, TypeScript and Python',
};
const exactTarget = 0.95;

export interface ReportInput {
  pack: EvaluationPack;
  languages: readonly LinkedLanguage[];
  /** The folder for work trees and answers. */
  work: string;
  /** Use only repositories with this text in their name. */
  repo: string;
}

interface Answered<Row, Answer> {
  row: Row;
  text: string;
  answer: Answer;
}

/** Rows of languages without a linker are counted in `left`. */
async function answerRows<Row extends GraphRow, Answer>(
  { pack, languages, work, repo }: ReportInput,
  set: string,
  answer: (row: Row, checkout: string, languages: readonly LinkedLanguage[]) => Answer,
): Promise<{ answered: Answered<Row, Answer>[]; left: string }> {
  const answered: Answered<Row, Answer>[] = [];
  const left = new Map<string, number>();
  for (const { row, text } of readRows<Row>(pack.folder, set)) {
    if (!row.repo.includes(repo)) continue;
    const root = languages.some(({ rows }) => rows.includes(row.lang))
      ? await pack.checkout(row.repo, row.commit, work)
      : null;
    if (root === null) left.set(row.lang, (left.get(row.lang) ?? 0) + 1);
    else answered.push({ row, text, answer: answer(row, root, languages) });
  }
  return { answered, left: [...left].map(([lang, count]) => `${lang} ${count}`).join(', ') };
}

function leftLine(left: string): string[] {
  return left === '' ? [] : ['', `Cases without an answer (no linker yet, or not fetched): ${left}.`];
}

function failureTable(failures: readonly Failure[]): string[] {
  return ['', '| family | what fails | how many | cases |', '|---|---|---|---|', ...failureRows(failures)];
}

export async function reportStackgraphs(input: ReportInput): Promise<string[]> {
  const { answered, left } = await answerRows<StackgraphsRow, StackgraphsAnswer>(
    input,
    'stackgraphs',
    stackgraphsAnswer,
  );
  const lines = [...Map.groupBy(answered, ({ row }) => row.lang)].map(([lang, group]) => {
    const score = scoreDefinitions(
      { pack: input.pack.folder, out: join(input.work, `stackgraphs-${lang}`) },
      group.map(({ text }) => text),
      group.map(({ answer }) => answer),
    );
    const allowed = scoreDefinitions(
      { pack: input.pack.folder, out: join(input.work, `stackgraphs-${lang}-allowed`) },
      group.map(({ row }) => JSON.stringify({ ...row, refs: row.refs.filter((ref) => !isForbidden(row.id, ref)) })),
      group.map(({ answer }) => answer),
    );
    const left = score.assertions - allowed.assertions;
    return `| stackgraphs | ${lang} | ${group.length} | ${score.assertions} | ${score.exact.toFixed(4)} | ${score.hit.toFixed(4)} | ${exactTarget} | ${left} | ${allowed.exact.toFixed(4)} |`;
  });
  return [
    `Definitions of names (\`stackgraphs\`; ${baselines.stackgraphs}). Exact: the asserted lines and no others. Some assertions claim what V8 and CPython refuse (bench/graph/forbidden-assertions.ts).`,
    '',
    '| set | language | files | assertions | exact | one of them | target (exact) | what the language forbids | exact without that |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
    ...leftLine(left),
    ...failureTable(answered.flatMap(({ row, answer }) => stackgraphsFailures(row, answer))),
  ];
}

export async function reportMicrocg(input: ReportInput): Promise<string[]> {
  const { answered, left } = await answerRows<MicrocgRow, MicrocgAnswer>(input, 'microcg', microcgAnswer);
  const score = (name: string, group: typeof answered): string => {
    const result = scoreAnswers(
      { pack: input.pack.folder, set: 'microcg', out: join(input.work, `microcg-${name.replace(/\W+/g, '-')}`) },
      group.map(({ text }) => text),
      group.map(({ answer }) => answer),
    );
    const edges = group.reduce((sum, { row }) => sum + row.edges.length, 0);
    const overComplete = (figure: number): string => (result.complete === 0 ? '' : figure.toFixed(4));
    return `| microcg | ${name} | ${group.length} | ${result.complete} | ${edges} | ${overComplete(result.precision)} | ${result.recall.toFixed(4)} | ${overComplete(result.f1)} |`;
  };
  const families = Map.groupBy(answered, ({ row }) => `${row.source}, ${row.lang}`);
  return [
    `Calls of small programs (\`microcg\`; ${baselines.microcg}). Precision and F1 cover only the cases whose truth is complete.`,
    '',
    '| set | source, language | cases | of them complete | edges | precision | recall | F1 |',
    '|---|---|---|---|---|---|---|---|',
    ...[...families].sort(([a], [b]) => a.localeCompare(b)).map(([name, group]) => score(name, group)),
    ...(answered.length === 0 ? [] : [score('all', answered)]),
    ...leftLine(left),
    ...failureTable(answered.flatMap(({ row, answer }) => microcgFailures(row, answer))),
  ];
}
