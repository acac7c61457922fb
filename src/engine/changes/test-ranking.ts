/**
 * The tests to run for a change, best first. Evidence: the graph, imports, names, shared history and mentions.
 * Invariant: the order depends on the input alone, and each test carries its reasons, the strongest first.
 */
import type { ReachAnswer } from '../../graph/queries/reach.ts';
import type { ChangedDefinition, TestReason, TestToRun } from '../../model/changes.ts';
import type { SharedHistory } from './test-history.ts';
import { isSupport, isTestData, namedAfter, namedAfterDefinition, nearness, testName } from './test-names.ts';

export interface RankingInput {
  /** Changed code files that are not tests. */
  sources: readonly string[];
  /** Changed definitions outside tests, without the top level of files. */
  definitions: readonly Pick<ChangedDefinition, 'id' | 'qualified'>[];
  /** Changed tests; they come first. */
  changedTests: ReadonlySet<string>;
  /** All tests of the project that are code. */
  tests: readonly string[];
  reach: Pick<ReachAnswer, 'tests' | 'importers' | 'mentions' | 'dangling'>;
  /** By test: recent commits in which it changed together with a changed file, and their weight. */
  history: ReadonlyMap<string, SharedHistory>;
}

/** The highest score that each kind of evidence can give. Set by `npm run bench -- changes`. */
const weights = { graph: 3, named: 3, imports: 0.7, history: 4, mentions: 0.5, near: 0.4 };
/**
 * The score of a test that uses a removed definition or imports a removed file. Such a test fails, so the score exceeds all other evidence
 * together. No benchmark can set it, because commits contain no such tests.
 */
const danglingScore = 15;
/** Factor on the score of code that tests use and that is no test itself. */
const supportShare = 0.6;
/** Limit on the number of changed files and definitions that tests are compared with by name. */
const maxNamed = 100;
/** Limit on the number of changed files that tests are compared with by folder. */
const maxNear = 20;

interface Evidence {
  score: number;
  distance: number | null;
  reasons: { reason: TestReason; score: number }[];
}

function add(to: Evidence, score: number, reason: TestReason): void {
  to.score += score;
  to.reasons.push({ reason, score });
}

export function rankTests(input: RankingInput): TestToRun[] {
  const found = new Map<string, Evidence>();
  const evidence = (path: string): Evidence => {
    let existing = found.get(path);
    if (existing === undefined) found.set(path, (existing = { score: 0, distance: null, reasons: [] }));
    return existing;
  };
  for (const path of input.changedTests) add(evidence(path), 0, { kind: 'changed' });
  addReached(input, evidence);
  addImports(input, evidence);
  addNames(input, evidence);
  addHistory(input, evidence);
  addMentions(input, evidence);
  addDangling(input, evidence);
  for (const [path, one] of found) {
    if (input.sources.length > 0)
      one.score += weights.near * Math.max(...input.sources.slice(0, maxNear).map((source) => nearness(source, path)));
    if (isSupport(path)) one.score *= supportShare;
  }
  return [...found]
    .filter(([path]) => input.changedTests.has(path) || !isTestData(path))
    .sort(
      ([a, one], [b, other]) =>
        Number(input.changedTests.has(b)) - Number(input.changedTests.has(a)) ||
        other.score - one.score ||
        (a < b ? -1 : 1),
    )
    .map(([path, { distance, reasons }]) => ({
      path,
      isChanged: input.changedTests.has(path),
      distance,
      reasons: reasons.toSorted((a, b) => b.score - a.score).map(({ reason }) => reason),
    }));
}

/** The evidence collected for a test so far. */
type EvidenceOf = (path: string) => Evidence;

function addReached({ reach }: RankingInput, evidence: EvidenceOf): void {
  const most = Math.max(...reach.tests.map(({ score }) => score), Number.MIN_VALUE);
  for (const { path, score, distance, way, line, use, more } of reach.tests) {
    const one = evidence(path);
    one.distance = distance;
    add(one, weights.graph * Math.sqrt(score / most), { kind: 'reaches', line, use, way, more });
  }
}

function addImports({ reach }: RankingInput, evidence: EvidenceOf): void {
  // A test is more likely to be about a file that few others import.
  const users = new Map<string, number>();
  for (const { file } of reach.importers) users.set(file, (users.get(file) ?? 0) + 1);
  const best = new Map<string, { file: string; share: number }>();
  for (const { path, file } of reach.importers) {
    const share = 1 / Math.sqrt(users.get(file)!);
    if (share > (best.get(path)?.share ?? 0)) best.set(path, { file, share });
  }
  for (const [path, { file, share }] of best)
    add(evidence(path), weights.imports * share, { kind: 'uses', path: file });
}

function addNames({ sources, definitions, tests }: RankingInput, evidence: EvidenceOf): void {
  const best = new Map<string, { path: string; likeness: number }>();
  const named = tests.map(testName);
  const all = [
    ...sources.slice(0, maxNamed).map((path) => ({ path, fits: namedAfter(path) })),
    ...definitions.slice(0, maxNamed).map(({ id, qualified }) => ({ path: id, fits: namedAfterDefinition(qualified) })),
  ];
  for (const { path, fits } of all) {
    for (const test of named) {
      const likeness = fits(test);
      if (likeness > (best.get(test.path)?.likeness ?? 0)) best.set(test.path, { path, likeness });
    }
  }
  for (const [test, { path, likeness }] of best) {
    add(evidence(test), weights.named * likeness, { kind: 'named', path });
  }
}

function addHistory({ history }: RankingInput, evidence: EvidenceOf): void {
  for (const [path, { commits, weight, path: file }] of history) {
    add(evidence(path), weights.history * weight, { kind: 'history', commits, path: file });
  }
}

function addMentions({ reach }: RankingInput, evidence: EvidenceOf): void {
  const best = new Map<string, ReachAnswer['mentions'][number]>();
  for (const mention of reach.mentions) {
    const known = best.get(mention.path);
    if (known === undefined || mention.files < known.files) best.set(mention.path, mention);
  }
  for (const [path, { name, line, files }] of best) {
    add(evidence(path), weights.mentions / Math.sqrt(files), { kind: 'mentions', name, line });
  }
}

function addDangling({ tests, reach }: RankingInput, evidence: EvidenceOf): void {
  const allTests = new Set(tests);
  const counted = new Set<string>();
  for (const { path, id, line } of reach.dangling.places) {
    if (!allTests.has(path) || counted.has(path)) continue;
    counted.add(path);
    add(evidence(path), danglingScore, { kind: 'mentions', name: id, line });
  }
}
