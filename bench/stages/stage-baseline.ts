/**
 * The check of stage costs: the CPU time of each stage divided by that of a reference in the same process, compared to
 * bench/stages/stage-baseline.json.
 * Invariant: seconds are never compared. Both times are the least of several alternating repetitions, so that other
 * load on the machine, garbage collection and compilers affect neither.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStaticEmbedder, shippedWeights } from '../../src/embed/static/static.ts';
import { keepGrammarsUnoptimised } from '../../src/runtime/v8-settings.ts';
import { repositoryRoot } from '../lib/evaluation.ts';
import { median } from '../lib/measure.ts';
import { processorKind } from './processor-kind.ts';
import { smallCorpus } from '../lib/stage-corpora.ts';
import type { WalkOptions } from '../../src/source/source.ts';
import { openStageFiles, walkOptions } from './stage-files.ts';
import { prepareReference } from './stage-reference.ts';
import { costOf, stageRules } from './stage-run.ts';
import { collectGarbage, timed, type StageCost } from './stage-timing.ts';
import { analysisPieces, indexPieces, sourcePieces, type Piece } from './stage-work.ts';

const baselineFile = join(repositoryRoot, 'bench', 'stages', 'stage-baseline.json');

/** How much more a stage may cost by default: 20 %. */
const usualTolerance = 0.2;

interface StageBaseline {
  /** The stage's CPU time divided by its reference's, by kind of processor. */
  ratios: Record<string, number>;
  tolerance: number;
  /** Why the tolerance is not the default. */
  reason?: string;
}

interface Baseline {
  about: string;
  /** The version of Node, whose compilers decide the cost of JavaScript. */
  nodeMajor: number;
  stages: Record<string, StageBaseline>;
}

/** Stages that ask the operating system are compared to plain system calls, and everything else to the fixed mix. */
const references: ReadonlyMap<string, string> = new Map([
  ['walk', 'listing'],
  ['read', 'reading'],
  ['write', 'inserts'],
]);
/** Stages that only the bench measures. */
const unguarded: ReadonlySet<string> = new Set(['– decode', 'trigrams']);
const guarded = stageRules.filter(({ stage }) => !unguarded.has(stage));

/** The cost of starting git varies, and it is not our work. */
const folderWalk: WalkOptions = { ...walkOptions, gitEnvironment: { PATH: '' } };

const repetitions = 8;
/**
 * Short work is repeated more often, because disturbances matter more for it (CPU seconds, times). Work that ran only
 * once after all the others, as with a limit of 10 ms for writing, took 7 or 11 ms, depending on how much of its code
 * V8 had discarded meanwhile.
 */
const shortS = 0.03;
const maxTimes = 10;

/** Makes the stages cost `factor` times as much. */
function slowed(piece: Piece, factor: number): Piece {
  const burn = (cpuS: number): void => {
    const start = process.cpuUsage();
    for (let used = 0; used < cpuS;) {
      const { user, system } = process.cpuUsage(start);
      used = (user + system) / 1e6;
    }
  };
  return {
    name: piece.name,
    run: async () => {
      const { cpuS, wallS } = await piece.run();
      const more = await timed(() => burn(cpuS * (factor - 1)));
      return { cpuS: cpuS + more.cpuS, wallS: wallS + more.wallS };
    },
  };
}

async function leastOf(piece: Piece, known?: StageCost): Promise<StageCost> {
  let least = known;
  let spentS = 0;
  for (let time = 0; time < maxTimes && spentS < shortS; time++) {
    const cost = await piece.run();
    spentS += cost.cpuS;
    if (least === undefined || cost.cpuS < least.cpuS) least = cost;
  }
  return least!;
}

async function leastCosts(pieces: readonly Piece[]): Promise<Map<string, StageCost>> {
  const least = new Map<string, StageCost>();
  for (let repetition = 0; repetition < repetitions; repetition++) {
    collectGarbage();
    for (const piece of pieces) least.set(piece.name, await leastOf(piece, least.get(piece.name)));
  }
  return least;
}

/**
 * @param folder an empty one
 * @param slower factor for the cost of the stages, to see the check fail
 */
export async function measureRatios(folder: string, slower = 1): Promise<Map<string, number>> {
  // The moment at which WebAssembly is recompiled differs from process to process.
  keepGrammarsUnoptimised();
  const files = await openStageFiles(smallCorpus(folder));
  const embedder = await createStaticEmbedder(shippedWeights);
  const tools = { ...files, embedder, folder };
  const { pieces: indexing } = await indexPieces(tools);
  const reference = prepareReference();
  const plain = new Set([...references.values(), 'reference']);
  const wanted = new Set([...plain, ...guarded.flatMap(({ cost, less = [] }) => [...cost, ...less])]);
  const mix: Piece = { name: 'reference', run: () => timed(reference) };
  // The divisor of all ratios is measured most often, and at several moments of each repetition.
  const pieces = [mix, ...sourcePieces(tools, folderWalk), ...analysisPieces(tools), mix, ...indexing, mix].filter(
    ({ name }) => wanted.has(name),
  );
  const least = await leastCosts(pieces.map((piece) => (plain.has(piece.name) ? piece : slowed(piece, slower))));
  files.close();
  await embedder.close();
  return new Map(
    guarded.map((rule) => {
      const by = least.get(references.get(rule.stage) ?? 'reference')!.cpuS;
      return [rule.stage.replace('– ', ''), costOf(rule, least, 'cpuS') / by];
    }),
  );
}

export function readBaseline(): Baseline {
  return JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline;
}

export interface StageVerdict {
  stage: string;
  ratio: number;
  expected: number;
  /** 0.2 means a fifth more than the baseline. */
  more: number;
  tolerance: number;
}

export function isOver({ more, tolerance }: StageVerdict): boolean {
  return more > tolerance + 1e-9;
}

/**
 * On a kind of processor without a baseline, a stage may cost as much as on the slowest known kind plus twice the
 * tolerance. Relative to its reference, the same code cost up to 36 % more on one kind than on another.
 */
export function judge(
  ratios: ReadonlyMap<string, number>,
  { stages }: Pick<Baseline, 'stages'>,
  kind: string = processorKind(),
): StageVerdict[] {
  return [...ratios].map(([stage, ratio]) => {
    const known = stages[stage];
    if (known === undefined) throw new Error(`no baseline for ${stage}: npm run bench -- stages --baseline`);
    const own = known.ratios[kind];
    const expected = own ?? Math.max(...Object.values(known.ratios));
    const tolerance = own === undefined ? known.tolerance * 2 : known.tolerance;
    return { stage, ratio, expected, more: ratio / expected - 1, tolerance };
  });
}

/**
 * Writes the medians for this kind of processor. Tolerances, their reasons, and figures of other kinds stay unchanged.
 */
export function writeBaseline(measured: readonly ReadonlyMap<string, number>[]): void {
  const known = readBaseline();
  const stages = [...measured[0]!.keys()].map((stage): [string, StageBaseline] => {
    const ratio = median(measured.map((ratios) => ratios.get(stage)!));
    const before = known.stages[stage];
    const ratios = { ...before?.ratios, [processorKind()]: Number(ratio.toPrecision(4)) };
    return [stage, { tolerance: usualTolerance, ...before, ratios }];
  });
  const baseline: Baseline = {
    ...known,
    nodeMajor: Number.parseInt(process.versions.node, 10),
    stages: Object.fromEntries(stages),
  };
  writeFileSync(baselineFile, `${JSON.stringify(baseline, null, 2)}\n`);
}
