/**
 * Measures a corpus stage by stage, with all pieces taking turns in each run.
 * Invariant: where the cost of a stage is a difference of measurements, both come from the same run.
 */
import type { Embedder } from '../../src/embed/embedder.ts';
import { median } from '../lib/measure.ts';
import { openStageFiles } from './stage-files.ts';
import type { StageCorpus } from '../lib/stage-corpora.ts';
import { collectGarbage, type StageCost } from './stage-timing.ts';
import { analysisPieces, indexPieces, sourcePieces, type Amounts, type Piece } from './stage-work.ts';

/** The unit of a stage's cost. */
export type StageUnit = 'file' | 'MB' | 'chunk' | 'row' | 'link';

export interface StageRule {
  stage: string;
  unit: StageUnit;
  amount: (amounts: Amounts) => number;
  /** Pieces that are added, and pieces that are subtracted. */
  cost: readonly string[];
  less?: readonly string[];
  /** Null where there is no plainer way to do the same. */
  floor: string | null;
  /** The lower bound, in words. */
  floorIs: string;
}

const megabytes = ({ bytes }: Amounts): number => bytes / 1e6;
const parsedMegabytes = ({ parsedBytes }: Amounts): number => parsedBytes / 1e6;
const eachCharacter = 'each character read once';

export const stageRules: readonly StageRule[] = [
  {
    ...{ stage: 'walk', unit: 'file', amount: ({ files }) => files, cost: ['walk'], floor: 'listing' },
    floorIs: '`git ls-files` + stat; without git, readdir + stat',
  },
  {
    ...{ stage: 'read', unit: 'MB', amount: megabytes, cost: ['source'], less: ['hash'], floor: 'reading' },
    floorIs: 'every byte read',
  },
  { stage: '– decode', unit: 'MB', amount: megabytes, cost: ['decode'], floor: null, floorIs: '' },
  {
    stage: 'hash',
    unit: 'MB',
    amount: megabytes,
    cost: ['hash'],
    floor: 'hashing',
    floorIs: 'all bytes as one message',
  },
  {
    ...{ stage: 'parse', unit: 'MB', amount: parsedMegabytes, cost: ['parse'], floor: 'parser' },
    floorIs: 'the parser, with the tree left in its memory',
  },
  {
    ...{
      stage: 'extract',
      unit: 'MB',
      amount: megabytes,
      cost: ['analysis'],
      less: ['parse', 'chunk', 'tagsAndWords'],
    },
    ...{ floor: 'parser', floorIs: 'the parser, with the tree left in its memory' },
  },
  { stage: 'chunk', unit: 'MB', amount: megabytes, cost: ['chunk'], floor: 'characters', floorIs: eachCharacter },
  {
    stage: 'tokenise',
    unit: 'MB',
    amount: megabytes,
    cost: ['tagsAndWords'],
    floor: 'characters',
    floorIs: eachCharacter,
  },
  { stage: '– tags', unit: 'MB', amount: megabytes, cost: ['tags'], floor: 'characters', floorIs: eachCharacter },
  {
    ...{ stage: 'embed', unit: 'chunk', amount: ({ chunks }) => chunks, cost: ['embed'], floor: 'passage characters' },
    floorIs: eachCharacter,
  },
  {
    ...{ stage: 'write', unit: 'row', amount: ({ rows }) => rows, cost: ['write'], floor: 'inserts' },
    floorIs: 'SQLite: the same rows, prepared, one transaction',
  },
  {
    ...{ stage: 'link', unit: 'link', amount: ({ links }) => links, cost: ['link'], floor: 'link inserts' },
    floorIs: 'SQLite: the same rows, prepared, one transaction',
  },
  {
    ...{ stage: 'trigrams', unit: 'MB', amount: megabytes, cost: ['trigrams'], floor: 'ripgrep' },
    floorIs: 'ripgrep for a literal that occurs nowhere',
  },
];

/** The costs of one run by piece. */
export type RunCosts = ReadonlyMap<string, StageCost>;

export interface StageResult {
  rule: StageRule;
  units: number;
  /** Seconds per unit. */
  cpuS: number;
  wallS: number;
  floorCpuS: number | null;
  ratio: number | null;
}

/** CPU or wall seconds of a stage in one run. */
export function costOf(
  { cost, less = [] }: Pick<StageRule, 'cost' | 'less'>,
  run: RunCosts,
  of: keyof StageCost,
): number {
  const sum = (names: readonly string[]): number => names.reduce((total, name) => total + run.get(name)![of], 0);
  return sum(cost) - sum(less);
}

export function resultOf(rule: StageRule, amounts: Amounts, runs: readonly RunCosts[]): StageResult | null {
  const units = rule.amount(amounts);
  if (units === 0) return null;
  const middle = (of: keyof StageCost): number => median(runs.map((run) => costOf(rule, run, of))) / units;
  const { floor } = rule;
  const floorCpuS = floor === null ? null : median(runs.map((run) => run.get(floor)!.cpuS)) / units;
  const cpuS = middle('cpuS');
  return {
    ...{ rule, units, cpuS, wallS: middle('wallS'), floorCpuS },
    ratio: floorCpuS === null || floorCpuS === 0 ? null : cpuS / floorCpuS,
  };
}

/** Shorter work is repeated within a run, because children's time is counted in ticks of 10 ms (CPU seconds). */
const shortS = 0.03;
const shortWithChildrenS = 0.5;
const maxTimes = 100;

function timesOf({ name }: Piece, { cpuS }: StageCost): number {
  const wanted = name === 'walk' ? shortWithChildrenS : shortS;
  return Math.min(maxTimes, Math.max(1, Math.ceil(wanted / Math.max(cpuS, 1e-4))));
}

async function average(piece: Piece, times: number): Promise<StageCost> {
  const total = { cpuS: 0, wallS: 0 };
  for (let time = 0; time < times; time++) {
    const { cpuS, wallS } = await piece.run();
    total.cpuS += cpuS / times;
    total.wallS += wallS / times;
  }
  return total;
}

/** The first pass compiles and decides how often each piece is repeated; it does not count. */
async function runAll(pieces: readonly Piece[], runs: number): Promise<RunCosts[]> {
  const costs: RunCosts[] = [];
  const times = new Map<string, number>();
  for (let run = 0; run <= runs; run++) {
    const now = new Map<string, StageCost>();
    for (const piece of pieces) {
      collectGarbage();
      now.set(piece.name, await average(piece, times.get(piece.name) ?? 1));
    }
    if (run === 0) for (const piece of pieces) times.set(piece.name, timesOf(piece, now.get(piece.name)!));
    else costs.push(now);
  }
  return costs;
}

export interface CorpusResult {
  corpus: StageCorpus;
  amounts: Amounts;
  stages: StageResult[];
}

/** @param folder an empty one, for databases */
export async function measureStages(
  corpus: StageCorpus,
  { embedder, folder, runs }: { embedder: Embedder; folder: string; runs: number },
): Promise<CorpusResult> {
  const files = await openStageFiles(corpus);
  try {
    const tools = { ...files, embedder, folder };
    const { pieces, amounts } = await indexPieces(tools);
    const costs = await runAll([...sourcePieces(tools), ...analysisPieces(tools), ...pieces], runs);
    const stages = stageRules.map((rule) => resultOf(rule, amounts, costs)).filter((result) => result !== null);
    return { corpus, amounts, stages };
  } finally {
    files.close();
  }
}
