/**
 * `npm run bench -- ranking [SET…] [--sweep] [--every 4] [--write]`: what each signal of hybrid search is worth, and
 * how well its displayed scores predict right results. Every question is asked again without each signal in turn. With
 * `--sweep`, each constant is changed by one step down and one step up instead. The output shows the change of the mean
 * and the number of repositories that got better or worse. A cross-validation over repositories shows whether the best
 * step for some helps the others. The sets are those of bench/quality/quality.ts.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EvaluationPack, type EvaluationRow } from '../lib/evaluation.ts';
import { askSet, questionSets } from '../lib/questions.ts';
import { recordResults } from '../lib/results.ts';
import { ablations, askMeaning, askVariants, everything, meaningAlone, steps } from './variants.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sweep: { type: 'boolean' },
    every: { type: 'string', default: '1' },
    eval: { type: 'string' },
    work: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const pack = new EvaluationPack(values.eval);
const work = values.work ?? join(tmpdir(), 'code-scout-ranking');
mkdirSync(work, { recursive: true });
const variants = values.sweep === true ? steps() : ablations;

interface Outcome {
  repo: string;
  ndcg: number;
  recall: number;
}

/** Computes the same score as the evaluation pack's scorer, which gives means only. */
function outcome({ repo, relevant, secondary = [] }: EvaluationRow, files: readonly string[]): Outcome {
  const wanted = new Set([...relevant, ...secondary]);
  let gain = 0;
  let found = 0;
  let ideal = 0;
  for (const [at, file] of files.slice(0, 10).entries()) {
    if (!wanted.has(file)) continue;
    gain += 1 / Math.log2(at + 2);
    found++;
  }
  for (let at = 0; at < Math.min(10, wanted.size); at++) ideal += 1 / Math.log2(at + 2);
  return { repo, ndcg: gain / ideal, recall: found / wanted.size };
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const ndcgOf = (outcomes: readonly Outcome[]): number => mean(outcomes.map(({ ndcg }) => ndcg));
const signed = (number: number): string => (number < 0 ? '−' : '+') + Math.abs(number).toFixed(4);

/** By set and variant, in the order of the questions. */
const outcomes = new Map<string, Map<string, Outcome[]>>();
const shown: { score: number; isRight: boolean }[] = [];
for (const set of questionSets.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const ofSet = new Map<string, Outcome[]>();
  outcomes.set(set.name, ofSet);
  const options = { pack, work, every: Number(values.every), embeddings: true };
  const { missing } = await askSet(set, options, async (engine, row, prefix) => {
    const answers = await askVariants(engine, row.query, variants);
    if (values.sweep !== true) answers.set(meaningAlone, await askMeaning(engine, row.query));
    const wanted = new Set([...row.relevant, ...(row.secondary ?? [])]);
    for (const [variant, { files, scores }] of answers) {
      const paths = files.map((path) => prefix + path);
      const known = ofSet.get(variant) ?? [];
      ofSet.set(variant, [...known, outcome(row, paths)]);
      if (variant === everything)
        for (const [at, path] of paths.entries()) shown.push({ score: scores[at]!, isRight: wanted.has(path) });
    }
  });
  if (missing.size > 0) console.log(`not fetched, skipped: ${[...missing].join(', ')}`);
}

/** The steps of one set: the effect of each, and what the best one for some repositories brings to the others. */
function sweepLines(name: string, ofSet: ReadonlyMap<string, Outcome[]>): string[] {
  const base = ofSet.get(everything)!;
  const repositories = [...new Set(base.map(({ repo }) => repo))].sort();
  const byRepository = (all: readonly Outcome[]): number[] =>
    repositories.map((repo) => ndcgOf(all.filter((one) => one.repo === repo)));
  const baseByRepository = byRepository(base);
  const gains = [...ofSet].map(([variant, all]) => {
    const gained = byRepository(all).map((ndcg, at) => ndcg - baseByRepository[at]!);
    return { variant, gain: ndcgOf(all) - ndcgOf(base), gained };
  });
  const spread = Math.sqrt(mean(baseByRepository.map((ndcg) => (ndcg - mean(baseByRepository)) ** 2)));
  const folds = 5;
  const heldOut: number[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const isTested = (at: number): boolean => at % folds === fold;
    const onTrain = gains.map(({ gained }) => mean(gained.filter((_, at) => !isTested(at))));
    const best = gains[onTrain.indexOf(Math.max(...onTrain))]!;
    heldOut.push(mean(best.gained.filter((_, at) => isTested(at))));
  }
  const notable = gains
    .filter(({ gain }) => Math.abs(gain) >= 0.002)
    .sort((a, b) => b.gain - a.gain)
    .map(({ variant, gain, gained }) => {
      const better = gained.filter((one) => one > 0.002).length;
      const worse = gained.filter((one) => one < -0.002).length;
      return `| ${name} | ${variant} | ${signed(gain)} | ${better} / ${worse} |`;
    });
  return [
    ...notable,
    `| ${name} | all other steps | less than ±0.002 | |`,
    `| ${name} | cross-validated: the best step of four fifths of the repositories, on the last fifth | ${signed(mean(heldOut))} (folds ${heldOut.map(signed).join(', ')}) | |`,
    `| ${name} | NDCG@10 of the constants as they are: mean over repositories ± standard deviation | ${mean(baseByRepository).toFixed(3)} ± ${spread.toFixed(3)} | ${repositories.length} |`,
  ];
}

function ablationLines(name: string, ofSet: ReadonlyMap<string, Outcome[]>): string[] {
  return [...ofSet].map(
    ([variant, all]) =>
      `| ${name} | ${variant} | ${ndcgOf(all).toFixed(3)} | ${mean(all.map(({ recall }) => recall)).toFixed(3)} |`,
  );
}

/** How often results are right, by their displayed score. */
function calibrationLines(): string[] {
  const lines = ['', '| shown | hits | mean shown | right |', '|---|---|---|---|'];
  for (let from = 0; from < 100; from += 10) {
    const within = shown.filter(({ score }) => Math.min(9, Math.floor(score * 10)) * 10 === from);
    if (within.length === 0) continue;
    const right = within.filter(({ isRight }) => isRight).length / within.length;
    const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
    lines.push(
      `| ${from} to ${from + 10} % | ${within.length} | ${percent(mean(within.map(({ score }) => score)))} | ${percent(right)} |`,
    );
  }
  return lines;
}

const lines =
  values.sweep === true
    ? [
        '| set | step | NDCG@10 | repositories better / worse |',
        '|---|---|---|---|',
        ...[...outcomes].flatMap(([name, ofSet]) => sweepLines(name, ofSet)),
      ]
    : [
        '| set | signals | NDCG@10 | recall@10 |',
        '|---|---|---|---|',
        ...[...outcomes].flatMap(([name, ofSet]) => ablationLines(name, ofSet)),
        ...calibrationLines(),
      ];
console.log(lines.join('\n'));
if (values.write === true) {
  const [key, title] =
    values.sweep === true
      ? ['ranking-steps', 'Hybrid search with each constant changed by a step']
      : ['ranking-signals', 'Hybrid search without each signal, and how often its results are right'];
  const asked = [...positionals, ...(values.sweep === true ? ['--sweep'] : []), `--every ${values.every}`].join(' ');
  recordResults(key, title, `npm run bench -- ranking ${asked} --write`, lines);
}
