/**
 * Finds circles of imports between files, folders or packages; of uses in languages whose imports lead to no files.
 * Invariants: groups are complete (strongly connected components, in linear time); every step of a circle is an import or a use in the index; equal indexes give
 * equal answers.
 */
import { questionRulesOf } from '../../languages/question-rules.ts';
import type { CyclesAnswer, CyclesRequest, CycleStep } from '../../../model/graph.ts';
import { shortestCircle, stronglyConnected } from '../../../util/components.ts';
import { importEdges, type ImportEdge } from './import-edges.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { isBelow } from '../index/path-prefix.ts';

/** Limit on the steps of the search for shortest circles, which takes about a second. */
const maxSteps = 20_000_000;

/** The parts of the project, in the order of their names, and the imports between them. */
interface PartGraph {
  names: string[];
  /** By part: the parts that it imports, ascending. */
  targets: number[][];
  /** By part and imported part. */
  steps: Map<number, Map<number, CycleStep>>;
}

export async function answerCycles(index: LinkIndex, request: CyclesRequest): Promise<Omit<CyclesAnswer, 'state'>> {
  const edges = await importEdges(index);
  const unknownLanguages = await languagesWithout(index, edges);
  const wanted = request.types === false ? edges.filter(({ isTypeOnly }) => !isTypeOnly) : edges;
  const graph = partGraph(index, wanted, request.level);
  const groups = stronglyConnected(graph.targets).filter((group) => isWanted(graph, group, request.path));
  const budget = { steps: maxSteps };
  const cycles = groups
    .sort((a, b) => a.length - b.length)
    .flatMap((group) => circlesOf(graph, group, budget))
    .filter((circle) => circle.some((step) => isIn(step, request.path)))
    .sort((a, b) => a.length - b.length || byNames(a, b));
  return {
    level: request.level,
    groups: groups.length,
    members: groups.reduce((sum, group) => sum + group.length, 0),
    total: cycles.length,
    cycles: cycles.slice(0, request.limit),
    isCut: budget.steps <= 0,
    unknownLanguages,
    ofUses: await languagesOfUses(index),
  };
}

function partGraph(index: LinkIndex, edges: readonly ImportEdge[], level: CyclesRequest['level']): PartGraph {
  const nameOf = (file: number): string | null => {
    const { path } = index.file(file)!;
    if (level === 'files') return path;
    if (level === 'packages') return index.layout.placeOf(path).package;
    return path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.';
  };
  const steps: CycleStep[] = [];
  for (const { from, to, line, isTypeOnly, isUse } of edges) {
    const [source, target] = [nameOf(from), nameOf(to)];
    if (source === null || target === null || source === target) continue;
    const [path, imported] = [index.file(from)!.path, index.file(to)!.path];
    steps.push({ from: source, to: target, path, line, target: imported, isTypeOnly, isUse });
  }
  const names = [...new Set(steps.flatMap(({ from, to }) => [from, to]))].sort();
  const places = new Map(names.map((name, at) => [name, at]));
  const graph: PartGraph = { names, targets: names.map(() => []), steps: new Map() };
  for (const step of steps.sort(byUsefulness)) {
    const [from, to] = [places.get(step.from)!, places.get(step.to)!];
    let ofPart = graph.steps.get(from);
    if (ofPart === undefined) graph.steps.set(from, (ofPart = new Map<number, CycleStep>()));
    if (ofPart.has(to)) continue;
    ofPart.set(to, step);
    graph.targets[from]!.push(to);
  }
  for (const targets of graph.targets) targets.sort((a, b) => a - b);
  return graph;
}

/** Imports of values before those of types, known lines before unknown ones, then by place. */
function byUsefulness(a: CycleStep, b: CycleStep): number {
  if (a.isTypeOnly !== b.isTypeOnly) return a.isTypeOnly ? 1 : -1;
  if ((a.line === 0) !== (b.line === 0)) return a.line === 0 ? 1 : -1;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line || (a.target < b.target ? -1 : 1);
}

/** For each part of a group a shortest circle through it, each circle once. */
function circlesOf(graph: PartGraph, group: readonly number[], budget: { steps: number }): CycleStep[][] {
  const members = new Set(group);
  const circles = new Map<string, CycleStep[]>();
  for (const start of [...group].sort((a, b) => a - b)) {
    const circle = shortestCircle(start, graph.targets, (node) => members.has(node), budget);
    if (circle === null) break;
    // A circle begins with its first part by name.
    const first = circle.indexOf(Math.min(...circle));
    const parts = [...circle.slice(first), ...circle.slice(0, first)];
    const steps = parts.map((part, at) => graph.steps.get(part)!.get(parts[(at + 1) % parts.length]!)!);
    circles.set(parts.join(' '), steps);
  }
  return [...circles.values()];
}

function byNames(a: readonly CycleStep[], b: readonly CycleStep[]): number {
  for (const [at, step] of a.entries()) {
    const other = b[at]!;
    if (step.from !== other.from) return step.from < other.from ? -1 : 1;
  }
  return 0;
}

function isIn({ path, target }: CycleStep, asked: string | undefined): boolean {
  return isBelow(path, asked) || isBelow(target, asked);
}

function isWanted({ steps }: PartGraph, group: readonly number[], path: string | undefined): boolean {
  if (path === undefined) return true;
  const members = new Set(group);
  return group.some((part) =>
    [...(steps.get(part) ?? [])].some(([target, step]) => members.has(target) && isIn(step, path)),
  );
}

/** Languages with several files whose circles are made from uses. */
async function languagesOfUses(index: LinkIndex): Promise<CyclesAnswer['ofUses']> {
  const { languages } = index.documents;
  const counts = Map.groupBy(languages, (language) => language);
  return [...counts.keys()].sort().flatMap((language) => {
    const within = questionRulesOf(language).seesFiles;
    return within === undefined || counts.get(language)!.length < 2 ? [] : [{ language, within }];
  });
}

/** Languages whose files have imports, none of which leads to a file. */
async function languagesWithout(index: LinkIndex, edges: readonly ImportEdge[]): Promise<string[]> {
  const known = new Set(edges.map(({ from }) => index.file(from)!.language));
  const { count, ids, languages } = index.documents;
  const open = new Map<string, number[]>();
  for (let row = 0; row < count; row++) {
    const language = languages[row]!;
    if (!known.has(language)) open.set(language, [...(open.get(language) ?? []), ids[row]!]);
  }
  const found: string[] = [];
  for (const [language, fileIds] of open) {
    if (questionRulesOf(language).seesFiles !== undefined) continue;
    const files = await index.store.files(fileIds);
    if (files.length > 1 && files.some(({ importCount }) => importCount > 0)) found.push(language);
  }
  return found.sort();
}
