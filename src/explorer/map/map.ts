/**
 * `map`: the folders of a project as boxes, and what depends on what. `mapEdge`: the imports behind an edge.
 * Invariants: an answer is folded from the graph of files, which is made once for a state of the index; it has at most `maxBoxes` and `maxEdges`, and
 * the true numbers.
 */
import type { Engine } from '../../engine/types.ts';
import type { FileEdge, FileGraph, MappedFile } from '../../model/graph.ts';
import type { MapAnswer, MapBox, MapCycle, MapEdge, MapEdgeAnswer, MapParameters, Questions } from '../contract.ts';
import { lineTexts } from '../line-texts.ts';
import { circlesOf, impliedEdges, orderOf, reachedFrom, type Order } from './map-order.ts';
import { folderOfFiles, folderTree, unfold, type Box } from './map-tree.ts';
import type { ParameterReader } from '../parameters.ts';
import { listed, type Question } from '../question.ts';

export const maxBoxes = 60;
export const maxEdges = 300;
const maxCycles = 20;
const maxPairs = 60;
const maxLineLength = 200;

type WithTests = NonNullable<MapParameters['tests']>;

const idsOf = (text: string | undefined): Set<string> => new Set((text ?? '').split('//').filter((id) => id !== ''));

function readTests(given: ParameterReader): WithTests {
  return given.oneOf<WithTests>('tests', ['with', 'without'], 'without');
}

/** Why a file is not on the map; null if it is. */
function leftOutOf(
  { isTest, isForeign, isLinked }: MappedFile,
  tests: WithTests,
): keyof MapAnswer['filesLeftOut'] | null {
  if (!isLinked) return 'withoutCode';
  if (isForeign) return 'foreign';
  return isTest && tests === 'without' ? 'tests' : null;
}

/** The positions of the files that are on the map, and how many are not. */
function filesOnMap(graph: FileGraph, tests: WithTests): { isShown: boolean[]; leftOut: MapAnswer['filesLeftOut'] } {
  const leftOut = { tests: 0, foreign: 0, withoutCode: 0 };
  const isShown = graph.files.map((file) => {
    const reason = leftOutOf(file, tests);
    if (reason !== null) leftOut[reason]++;
    return reason === null;
  });
  return { isShown, leftOut };
}

interface FoldedEdge {
  from: number;
  to: number;
  links: number;
  guessed: number;
  pairs: number;
  isImport: boolean;
  /** The import that is shown for a circle: of values before types, with a known line before others. */
  example: FileEdge;
}

/** The edges between boxes, by `from * boxes + to`; and by box the files outside that use it. */
function foldEdges(graph: FileGraph, boxes: readonly Box[]): { edges: Map<number, FoldedEdge>; users: Set<number>[] } {
  const boxOf = new Map<number, number>();
  for (const [at, { files }] of boxes.entries()) for (const file of files) boxOf.set(file, at);
  const edges = new Map<number, FoldedEdge>();
  const users = boxes.map(() => new Set<number>());
  for (const edge of graph.edges) {
    const [from, to] = [boxOf.get(edge.from), boxOf.get(edge.to)];
    if (from === undefined || to === undefined || from === to) continue;
    users[to]!.add(edge.from);
    const links = Math.max(1, edge.links);
    const key = from * boxes.length + to;
    const known = edges.get(key);
    if (known === undefined) {
      edges.set(key, { from, to, links, guessed: edge.guessed, pairs: 1, isImport: edge.isImport, example: edge });
      continue;
    }
    known.links += links;
    known.guessed += edge.guessed;
    known.pairs++;
    known.isImport ||= edge.isImport;
    if (usefulness(edge) > usefulness(known.example)) known.example = edge;
  }
  return { edges, users };
}

/** The ids of the boxes that are linked with others: they go first where not all can be shown. */
function linkedBoxes(graph: FileGraph, boxes: readonly Box[]): Set<string> {
  const { edges } = foldEdges(graph, boxes);
  return new Set([...edges.values()].flatMap(({ from, to }) => [boxes[from]!.id, boxes[to]!.id]));
}

function usefulness({ isImport, isTypeOnly, line }: FileEdge): number {
  return Number(isImport) * 4 + Number(!isTypeOnly) * 2 + Number(line > 0);
}

/** @param commits the paths of each commit */
function changesOf(graph: FileGraph, boxes: readonly Box[], commits: readonly (readonly string[])[]): number[] {
  const boxOf = new Map<string, number>();
  for (const [at, { files }] of boxes.entries()) for (const file of files) boxOf.set(graph.files[file]!.path, at);
  const changes = boxes.map(() => 0);
  for (const paths of commits) {
    for (const box of new Set(paths.flatMap((path) => boxOf.get(path) ?? []))) changes[box]!++;
  }
  return changes;
}

interface MapSource {
  graph: FileGraph;
  commits: readonly (readonly string[])[];
  note: string | null;
  /** The names of projects that are shown together; empty for one. */
  projects?: readonly string[];
}

/** The map as it is folded from the graph of files. */
export function foldMap({ graph, commits, note, projects = [] }: MapSource, parameters: MapParameters): MapAnswer {
  const { least = 1, tests = 'without' } = parameters;
  const hidden = idsOf(parameters.hide);
  const { isShown, leftOut } = filesOnMap(graph, tests);
  const root = folderTree(graph, (file) => isShown[file]!);
  const packages = new Map(graph.packages.map(({ folder, name }) => [folder, name]));
  const asked = {
    ...{ open: idsOf(parameters.open), fold: idsOf(parameters.fold), packages: new Set(packages.keys()) },
    projects: new Set(projects.length > 1 ? projects : []),
  };
  const unfolded = unfold(graph, root, asked);
  const wanted = unfolded.boxes.filter(({ id }) => !hidden.has(id));
  const linked = linkedBoxes(graph, wanted);
  const visible = wanted.sort(
    (a, b) => Number(linked.has(b.id)) - Number(linked.has(a.id)) || b.lines - a.lines || (a.id < b.id ? -1 : 1),
  );
  // The order of paths makes equal maps look equal, whatever the sizes are.
  const boxes = visible.slice(0, maxBoxes).sort((a, b) => (a.id < b.id ? -1 : 1));
  const { edges, users } = foldEdges(graph, boxes);
  const all = [...edges.values()].sort((a, b) => a.from - b.from || a.to - b.to);
  const importTargets = targetsOf(
    boxes.length,
    all.filter(({ isImport }) => isImport),
  );
  const order = orderWithUses(importTargets, all);
  const strong = all.filter(({ links }) => links >= least);
  const placeOf = new Map(boxes.map(({ id }, node) => [id, order.places[node]!]));
  const shown = strong.toSorted((a, b) => b.links - a.links).slice(0, maxEdges);
  const changes = changesOf(graph, boxes, commits);
  const heat = heatOf(boxes.map((_, at) => changes[at]! * users[at]!.size));
  const shownBoxes = boxes.map((box, node): MapBox => {
    return {
      ...{ id: box.id, kind: box.kind, ...namesOf(box, unfolded.opened, projects) },
      package: box.kind === 'folder' ? packageOf(box, packages) : null,
      files: box.files.length,
      lines: box.lines,
      symbols: box.files.reduce((sum, file) => sum + graph.files[file]!.symbols, 0),
      ...{ changes: changes[node]!, users: users[node]!.size, heat: heat[node]! },
      canOpen: box.canOpen,
      group: order.groups[node]!,
    };
  });
  const circles = circlesOf(importTargets, order.groups);
  return {
    boxes: shownBoxes.toSorted((a, b) => placeOf.get(a.id)! - placeOf.get(b.id)!),
    edges: shownEdges(
      shown,
      order,
      boxes.map(({ id }) => projectOf(id, projects)),
    ),
    total: { boxes: visible.length, edges: all.length, files: root.allFiles, lines: root.allLines },
    filesLeftOut: leftOut,
    edgesBelow: all.length - strong.length,
    opened: unfolded.opened,
    hidden: [...hidden],
    groups: order.sizes,
    cycles: listed(
      circles.map((circle) => cycleOf(circle, { graph, boxes, edges, order })),
      { cap: maxCycles, budget: 20_000 },
    ),
    commits: commits.length,
    note,
  };
}

function targetsOf(count: number, edges: readonly FoldedEdge[]): number[][] {
  const targets = Array.from({ length: count }, (): number[] => []);
  for (const { from, to } of edges) targets[from]!.push(to);
  for (const ofNode of targets) ofNode.sort((a, b) => a - b);
  return targets;
}

/** Groups are those of imports. The places follow other uses as well, as far as no import says otherwise. */
function orderWithUses(imports: number[][], edges: readonly FoldedEdge[]): Order {
  const byImports = orderOf(imports);
  const reached = reachedFrom(imports);
  const agreeing = edges.filter(({ from, to, isImport }) => isImport || !reached[to]!.has(from));
  return { ...byImports, places: orderOf(targetsOf(imports.length, agreeing)).places };
}

/** The project that a path is in; null where one project is shown. */
function projectOf(path: string, projects: readonly string[]): string | null {
  return projects.find((one) => path === one || path.startsWith(`${one}/`)) ?? null;
}

/**
 * An edge between two projects is implied by none: that a project uses another is not said by a way over a third.
 * @param projects those of the boxes
 */
function shownEdges(
  edges: readonly FoldedEdge[],
  { places, groups }: Order,
  projects: readonly (string | null)[],
): MapEdge[] {
  const implied = impliedEdges(targetsOf(places.length, edges), places);
  return edges.map(({ from, to, links, guessed, pairs, isImport }) => ({
    from: places[from]!,
    to: places[to]!,
    links,
    pairs,
    isImport,
    isGuessed: guessed >= links,
    isInCycle: isImport && groups[from] !== null && groups[from] === groups[to],
    isBack: places[to]! < places[from]!,
    isImplied: projects[from] === projects[to] && implied.has(from * places.length + to),
  }));
}

/** The hottest is 1. Roots bring the others into view, because few files are changed and used much more than all others. */
function heatOf(products: readonly number[]): number[] {
  const most = Math.max(1, ...products);
  return products.map((product) => Math.round(Math.sqrt(product / most) * 100) / 100);
}

function namesOf(
  { id, kind, parent }: Box,
  opened: MapAnswer['opened'],
  projects: readonly string[],
): Pick<MapBox, 'name' | 'context'> {
  if (kind === 'files') return { name: 'files', context: folderOfFiles(id) ?? '' };
  if (projects.includes(id)) return { name: id, context: parent };
  // Each project has its `src`.
  const project = projectOf(parent, projects);
  const before = project === null ? '' : `${project}/`;
  const name = parent === '' ? id : id.slice(parent.length + 1);
  // What stands in a folder that is itself in an unfolded one has a short name of little meaning: `src`.
  const isNested = opened.some(({ id: outer }) => parent.startsWith(`${outer}/`));
  const nested = isNested ? `${parent.slice(parent.lastIndexOf('/') + 1)}/` : '';
  return { name: `${before}${nested}${name}`, context: parent };
}

/** The package of a folder, or of one of those that contain nothing but the next. */
function packageOf({ id, parent }: Box, packages: ReadonlyMap<string, string>): string | null {
  for (let path = id; path.length > parent.length; path = path.slice(0, Math.max(0, path.lastIndexOf('/')))) {
    const name = packages.get(path);
    if (name !== undefined) return name;
  }
  return null;
}

function cycleOf(
  circle: readonly number[],
  known: { graph: FileGraph; boxes: readonly Box[]; edges: ReadonlyMap<number, FoldedEdge>; order: Order },
): MapCycle {
  const { graph, boxes, edges, order } = known;
  const steps = circle.map((from, at) => {
    const to = circle[(at + 1) % circle.length]!;
    const { example } = edges.get(from * boxes.length + to)!;
    return {
      from: boxes[from]!.id,
      to: boxes[to]!.id,
      path: graph.files[example.from]!.path,
      line: example.line,
      target: graph.files[example.to]!.path,
      isTypeOnly: example.isTypeOnly,
    };
  });
  return { group: order.groups[circle[0]!]!, steps };
}

async function answerMap(engine: Engine, parameters: MapParameters): Promise<MapAnswer> {
  const [graph, commits, together] = await Promise.all([
    engine.graph.fileGraph(),
    engine.changes.filesOfCommits(),
    engine.projects?.(),
  ]);
  const projects = together?.asked.map(({ project }) => project) ?? [];
  return foldMap({ graph, commits, note: graph.state.freshness.note, projects }, parameters);
}

export const mapQuestion: Question<Questions['map']> = {
  read: (given) => {
    const [open, fold, hide] = [given.optionalText('open'), given.optionalText('fold'), given.optionalText('hide')];
    return {
      ...(open === undefined ? {} : { open }),
      ...(fold === undefined ? {} : { fold }),
      ...(hide === undefined ? {} : { hide }),
      least: given.whole('least', { min: 1, max: 1_000_000, usual: 1 }),
      tests: readTests(given),
    };
  },
  answer: answerMap,
};

/** Whether a path is in the box of an id. */
export function isInBox(id: string, path: string): boolean {
  const folder = folderOfFiles(id);
  if (folder === null) return path === id || path.startsWith(`${id}/`);
  const slash = path.lastIndexOf('/');
  return path.slice(0, Math.max(0, slash)) === folder;
}

async function answerEdge(
  engine: Engine,
  { from, to, tests = 'without' }: Questions['mapEdge']['parameters'],
): Promise<MapEdgeAnswer> {
  const graph = await engine.graph.fileGraph();
  const { isShown } = filesOnMap(graph, tests);
  const [sources, targets] = [from, to].map(
    (id) => new Set([...graph.files.keys()].filter((file) => isShown[file]! && isInBox(id, graph.files[file]!.path))),
  );
  const edges = graph.edges
    .filter((edge) => sources!.has(edge.from) && targets!.has(edge.to))
    .sort((a, b) => Number(b.isImport) - Number(a.isImport) || b.links - a.links);
  const texts = await lineTexts(
    engine,
    edges.slice(0, maxPairs).map((edge) => ({ path: graph.files[edge.from]!.path, line: edge.line })),
    maxLineLength,
  );
  const pairs = edges.slice(0, maxPairs).map(({ from: source, to: target, line, links, guessed, ...edge }, at) => ({
    from: graph.files[source]!.path,
    to: graph.files[target]!.path,
    ...{ line, text: texts[at]!, links: Math.max(1, links), guessed },
    ...{ isImport: edge.isImport, isTypeOnly: edge.isTypeOnly },
  }));
  return {
    links: edges.reduce((sum, { links }) => sum + Math.max(1, links), 0),
    pairs: listed(pairs, { cap: maxPairs, budget: 60_000, total: edges.length }),
    note: graph.state.freshness.note,
  };
}

export const mapEdgeQuestion: Question<Questions['mapEdge']> = {
  read: (given) => ({ from: given.text('from'), to: given.text('to'), tests: readTests(given) }),
  answer: answerEdge,
};
