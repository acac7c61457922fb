/**
 * A picture of a graph: boxes and arrows, whatever they stand for. Folders are boxes until there is room to draw what is in them.
 * Invariant: what is not drawn is counted in the notes.
 */
import type { GraphDump } from '../../model/graph.ts';
import { foldFiles, type FoldedBox } from './fold-files.ts';

export interface Box {
  /** Unique in the picture. */
  id: string;
  label: string;
  /** A second line; null for none. */
  detail: string | null;
  /** What it stands for, whole: for tooltips. */
  title: string;
  isTest: boolean;
  /** Boxes of one group have one colour. */
  group: string;
}

export interface Arrow {
  /** Ids of boxes. */
  from: string;
  to: string;
  /** Number of places in the code. */
  count: number;
  /** Whether all of its links are by name only. */
  isByName: boolean;
}

export interface Picture {
  title: string;
  boxes: readonly Box[];
  arrows: readonly Arrow[];
  /** What a reader must know: what is folded, what is left out. */
  notes: readonly string[];
}

export interface PictureRequest {
  title: string;
  /** The folder that the picture is of, with a final slash, or a part of its name; empty for the project. Labels begin after it. */
  within: string;
  /** Folders with at least this many boxes stay folded. */
  maxBoxes: number;
  /** At most this many arrows; null: a few for each box. */
  maxArrows: number | null;
}

/** So many arrows for each box can still be followed with the eye. */
const arrowsPerBox = 2;

/** The files of a dump as boxes, or the folders that they are in. @param leaf what a folder may be unfolded to */
export function pictureOfFiles(dump: GraphDump, leaf: 'files' | 'folders', request: PictureRequest): Picture {
  const { within, maxBoxes } = request;
  const tests = new Set(dump.nodes.filter(({ isTest }) => isTest).map(({ path }) => path));
  const paths = dump.nodes.map(({ path }) => path);
  const { boxes: folded, boxOf } = foldFiles(paths, { leaf, maxBoxes });
  const boxes = folded.map((one): Box => ({
    id: one.id,
    label: labelOf(one, within),
    detail: detailOf(one),
    title: one.isFile
      ? one.path
      : `${one.path === '' ? 'the project' : `${one.path}/`}: ${counted(one.files.length, 'file')}`,
    isTest: one.files.every((path) => tests.has(path)),
    group: groupOf(one.isFile ? one.path : `${one.path}/`, within),
  }));
  const notes = foldedNotes(folded, leaf);
  return withArrows({ ...request, boxes, notes, boxOf: (id) => boxOf.get(id) }, dump);
}

/** The packages of a dump as boxes. */
export function pictureOfPackages(dump: GraphDump, request: PictureRequest): Picture {
  const nameOf = new Map(dump.nodes.map((node) => [node.id, node.package ?? '']));
  const groups = Map.groupBy(dump.nodes, (node) => node.package ?? '');
  const all = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const kept = all.slice(0, request.maxBoxes);
  const boxes = kept.map(([name, nodes]): Box => ({
    id: `package ${name}`,
    label: name === '' ? '(no package)' : name,
    detail: counted(nodes.length, 'file'),
    title: name === '' ? 'files without a package' : name,
    isTest: nodes.every(({ isTest }) => isTest),
    group: name,
  }));
  const cut = all.length - kept.length;
  const notes = cut === 0 ? [] : [`${counted(cut, 'smaller package')} not drawn: --max-nodes shows more.`];
  const known = new Set(kept.map(([name]) => name));
  const boxOf = (id: string): string | undefined => {
    const name = nameOf.get(id);
    return name !== undefined && known.has(name) ? `package ${name}` : undefined;
  };
  return withArrows({ ...request, boxes, notes, boxOf }, dump);
}

/** The symbols of a dump as boxes. */
export function pictureOfSymbols(dump: GraphDump, request: PictureRequest): Picture {
  const boxes = dump.nodes.map(({ id, qualified, path, line, kind, isTest }): Box => ({
    id,
    label: kind === 'file' ? shortened(path, request.within) : qualified,
    detail: kind === 'file' ? null : `${shortened(path, request.within)}:${line}`,
    title: id,
    isTest,
    group: path,
  }));
  const notes = dump.truncated
    ? [`Only the first ${request.maxBoxes} symbols are drawn: --path narrows the graph, --max-nodes shows more.`]
    : [];
  return withArrows({ ...request, boxes, notes, boxOf: (id) => id }, dump);
}

function shortened(path: string, within: string): string {
  return within.endsWith('/') && path.startsWith(within) ? path.slice(within.length) : path;
}

function labelOf({ path, isFile }: FoldedBox, within: string): string {
  const label = shortened(isFile ? path : `${path}/`, within);
  return label === '/' || label === '' ? './' : label;
}

function detailOf({ isFile, files, folders }: FoldedBox): string | null {
  if (isFile) return null;
  return `${counted(files.length, 'file')}${folders === 0 ? '' : ` in ${counted(folders + 1, 'folder')}`}`;
}

/** The first two folders below the one that the picture is of. */
function groupOf(path: string, within: string): string {
  return shortened(path, within).split('/').slice(0, -1).slice(0, 2).join('/');
}

function foldedNotes(boxes: readonly FoldedBox[], leaf: 'files' | 'folders'): string[] {
  const folded = boxes.filter(({ isFolded }) => isFolded);
  if (folded.length === 0) return [];
  const files = folded.reduce((sum, one) => sum + one.files.length, 0);
  const what = leaf === 'files' ? 'Folded into their folders' : 'Folded, with the folders in them';
  return [
    `${what}: ${counted(folded.length, 'box', 'boxes')} with ${counted(files, 'file')}; --path draws one of them, --max-nodes more at once.`,
  ];
}

function withArrows(
  {
    title,
    boxes,
    notes,
    maxArrows,
    boxOf,
  }: PictureRequest & Pick<Picture, 'boxes' | 'notes'> & { boxOf: (id: string) => string | undefined },
  { edges }: GraphDump,
): Picture {
  const arrows = new Map<string, Arrow>();
  for (const { from, to, count, resolution } of edges) {
    const [start, end] = [boxOf(from), boxOf(to)];
    if (start === undefined || end === undefined || start === end) continue;
    const key = JSON.stringify([start, end]);
    const arrow = arrows.get(key) ?? { from: start, to: end, count: 0, isByName: true };
    arrow.count += count;
    arrow.isByName &&= resolution === 'name';
    arrows.set(key, arrow);
  }
  const all = [...arrows.values()].sort((a, b) => b.count - a.count || (a.from + a.to < b.from + b.to ? -1 : 1));
  const kept = strongest(all, maxArrows ?? boxes.length * arrowsPerBox);
  const left = all.filter((arrow) => !kept.has(arrow));
  const places = left.reduce((sum, { count }) => sum + count, 0);
  const leftNote = `${counted(left.length, 'weaker arrow')}, for ${counted(places, 'place')}, ${left.length === 1 ? 'is' : 'are'} not drawn: --max-edges draws more.`;
  return {
    title,
    boxes,
    arrows: all.filter((arrow) => kept.has(arrow)),
    notes: left.length === 0 ? notes : [...notes, leftNote],
  };
}

/** The arrows for most places. Each box keeps the strongest one that leaves it and the strongest one that reaches it, so that none seems unlinked. */
function strongest(sorted: readonly Arrow[], most: number): ReadonlySet<Arrow> {
  const kept = new Set<Arrow>();
  const [leaves, reaches] = [new Set<string>(), new Set<string>()];
  for (const arrow of sorted) {
    if (!leaves.has(arrow.from) || !reaches.has(arrow.to)) kept.add(arrow);
    leaves.add(arrow.from);
    reaches.add(arrow.to);
  }
  for (const arrow of sorted) if (kept.size < most) kept.add(arrow);
  return kept;
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
