/**
 * The folders of a project as a tree, and which of its folders and files are boxes of a map.
 * Invariant: each file of the tree is in one box at most; it is in none where its box is hidden or beyond the limit.
 */
import type { FileGraph } from '../../model/graph.ts';

export interface Folder {
  /** Relative to the root; the empty text is the root. */
  path: string;
  folders: Map<string, Folder>;
  /** Files directly in the folder, as positions in `FileGraph.files`. */
  files: number[];
  /** Files and lines of the folder with all folders in it. */
  allFiles: number;
  allLines: number;
}

export interface Box {
  /** `MapBox.id`. */
  id: string;
  kind: 'folder' | 'file' | 'files';
  /** The unfolded folder that it stands in. */
  parent: string;
  files: number[];
  lines: number;
  canOpen: boolean;
}

/** The box of the files directly in a folder: no path ends so. */
function filesId(folder: string): string {
  return folder === '' ? '.' : `${folder}/.`;
}

/** The folder whose files a box has; null where it is another box. */
export function folderOfFiles(id: string): string | null {
  if (id === '.') return '';
  return id.endsWith('/.') ? id.slice(0, -2) : null;
}

export function folderTree(graph: FileGraph, wanted: (file: number) => boolean): Folder {
  const root = folder('');
  for (const [at, { path, lines }] of graph.files.entries()) {
    if (!wanted(at)) continue;
    let inner = root;
    count(inner, lines);
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      const name = path.slice(0, slash);
      let next = inner.folders.get(name);
      if (next === undefined) inner.folders.set(name, (next = folder(name)));
      inner = next;
      count(inner, lines);
    }
    inner.files.push(at);
  }
  return root;
}

function folder(path: string): Folder {
  return { path, folders: new Map(), files: [], allFiles: 0, allLines: 0 };
}

function count(into: Folder, lines: number): void {
  into.allFiles++;
  into.allLines += lines;
}

/** The folder itself, or the one in it where it has nothing but one folder. @param ends folders at which that ends */
export function withoutChain(start: Folder, ends?: ReadonlySet<string>): Folder {
  let inner = start;
  while (inner.files.length === 0 && inner.folders.size === 1 && ends?.has(inner.path) !== true)
    inner = [...inner.folders.values()][0]!;
  return inner;
}

export interface Unfolding {
  open: ReadonlySet<string>;
  fold: ReadonlySet<string>;
  /** The folders of packages. */
  packages: ReadonlySet<string>;
  /** The folders of projects that are shown together; none: the root is one project. */
  projects: ReadonlySet<string>;
}

export interface Unfolded {
  boxes: Box[];
  opened: { id: string; byRule: boolean }[];
}

/** What is unfolded by rule keeps the map at this many boxes. */
const boxesByRule = 36;
/** A picture with fewer linked boxes says little, where most links are inside of them. */
const linkedByRule = 10;
/** The linked boxes up to which a part is unfolded that hides links: first as many as a picture shows well; where nothing fits, as many as a matrix does. */
const linkedAtMost = [boxesByRule, 60];

/**
 * The boxes of a map. Unfolded are the root, what the reader asked for, and by rule: folders that hold packages, the folder that has more than half
 * of all lines, and, while few boxes are linked and most links are inside of them, the box that hides most. Of projects that are shown together only what
 * is around them is unfolded by rule, so that each is a box.
 */
export function unfold(graph: FileGraph, root: Folder, { open, fold, packages, projects }: Unfolding): Unfolded {
  const opened: Unfolded['opened'] = [];
  const closed: Folder[] = [];
  const boxes: Box[] = [];
  // What is unfolded is seen: the folders around it are unfolded as well, unless the reader folded them.
  const isAsked = (path: string): boolean =>
    open.has(path) || (!fold.has(path) && [...open].some((one) => one.startsWith(`${path}/`)));
  const show = (parent: Folder): void => {
    for (const inner of parent.folders.values()) {
      const end = withoutChain(inner, projects);
      if (isAsked(end.path)) openFolder(end, false);
      else closed.push(end);
    }
    boxes.push(...filesOf(graph, parent, open));
  };
  const openFolder = (one: Folder, byRule: boolean): void => {
    opened.push({ id: one.path, byRule });
    show(one);
  };
  show(withoutChain(root, projects));
  const nextByRule = (): Folder | undefined => {
    const allowed = closed.filter((one) => !fold.has(one.path));
    if (projects.size > 0)
      return allowed.find(({ path }) => [...projects].some((project) => project.startsWith(`${path}/`)));
    const fitting = allowed.filter((one) => closed.length + boxes.length + one.folders.size <= boxesByRule);
    return fitting.find((one) => isMostOf(one, root)) ?? fitting.find((one) => holdsPackages(one, packages));
  };
  for (let next = nextByRule(); next !== undefined; next = nextByRule()) {
    closed.splice(closed.indexOf(next), 1);
    openFolder(next, true);
  }
  const map = { boxes, closed, opened };
  const linked = projects.size > 0 ? map : unfoldLinked(graph, map, fold);
  const all = boxesOf(linked);
  return { boxes: all.map((box) => ({ ...box, parent: parentOf(box.id, linked.opened) })), opened: linked.opened };
}

/** A map on its way: boxes of files, and folders that are still closed. */
interface Unfinished {
  boxes: Box[];
  closed: Folder[];
  opened: Unfolded['opened'];
}

/** Unfolds what hides most links of all that fits, until enough boxes are linked or most links are shown. */
function unfoldLinked(graph: FileGraph, start: Unfinished, fold: ReadonlySet<string>): Unfinished {
  let map = start;
  for (const limit of linkedAtMost) {
    for (;;) {
      const { linked, hiding } = linksBetween(graph, boxesOf(map));
      if (linked >= linkedByRule) return map;
      const fits = firstThatFits(graph, { map, hiding, limit });
      if (fits === null) break;
      // What the reader folds makes nothing else unfold.
      if (fold.has(fits.opened.at(-1)!.id)) return map;
      map = fits;
    }
  }
  return map;
}

/** The map with the first of some boxes unfolded that does not make too many of them. */
function firstThatFits(
  graph: FileGraph,
  { map, hiding, limit }: { map: Unfinished; hiding: readonly Box[]; limit: number },
): Unfinished | null {
  for (const box of hiding) {
    const next = box.kind === 'folder' ? withoutFolder(graph, map, box.id) : withoutFiles(graph, map, box);
    if (linksBetween(graph, boxesOf(next)).linked <= limit) return next;
  }
  return null;
}

function boxesOf({ boxes, closed }: Unfinished): Box[] {
  return [...boxes, ...closed.map(folderBox)];
}

/** With one folder unfolded. */
function withoutFolder(graph: FileGraph, { boxes, closed, opened }: Unfinished, id: string): Unfinished {
  const folder = closed.find(({ path }) => path === id)!;
  return {
    boxes: [...boxes, ...filesOf(graph, folder, new Set())],
    closed: [
      ...closed.filter((one) => one !== folder),
      ...[...folder.folders.values()].map((one) => withoutChain(one)),
    ],
    opened: [...opened, { id, byRule: true }],
  };
}

/** With the files of one box as boxes of their own. */
function withoutFiles(graph: FileGraph, { boxes, closed, opened }: Unfinished, files: Box): Unfinished {
  const others = boxes.filter(({ id }) => id !== files.id);
  const own = files.files.map((file) => fileBox(graph, file));
  return { boxes: [...others, ...own], closed, opened: [...opened, { id: files.id, byRule: true }] };
}

/**
 * How many boxes are linked with others; and, where boxes hide more than half of the pairs of linked files, those that hide some, the one that hides
 * most first. The pairs tell how much a picture shows. Which box hides most is told by the places in its code: many small files make many pairs.
 */
function linksBetween(graph: FileGraph, boxes: readonly Box[]): { linked: number; hiding: Box[] } {
  const boxOf = new Map<number, number>();
  for (const [at, { files }] of boxes.entries()) for (const file of files) boxOf.set(file, at);
  const linked = new Set<number>();
  const inside = boxes.map(() => 0);
  let [hiddenPairs, shownPairs] = [0, 0];
  for (const edge of graph.edges) {
    const [from, to] = [boxOf.get(edge.from), boxOf.get(edge.to)];
    if (from === undefined || to === undefined) continue;
    if (from === to) {
      hiddenPairs++;
      inside[from]! += Math.max(1, edge.links);
    } else {
      shownPairs++;
      linked.add(from).add(to);
    }
  }
  const hiding = [...boxes.keys()]
    .filter((at) => inside[at]! > 0 && boxes[at]!.canOpen)
    .sort((a, b) => inside[b]! - inside[a]!)
    .map((at) => boxes[at]!);
  return { linked: linked.size, hiding: hiddenPairs > shownPairs ? hiding : [] };
}

function isMostOf(one: Folder, root: Folder): boolean {
  return one.folders.size > 0 && one.allLines * 2 > root.allLines;
}

function holdsPackages(one: Folder, packages: ReadonlySet<string>): boolean {
  return !packages.has(one.path) && [...one.folders.keys()].filter((path) => packages.has(path)).length > 1;
}

function parentOf(id: string, opened: Unfolded['opened']): string {
  const parents = opened.filter(({ id: outer }) => id.startsWith(`${outer}/`));
  return parents.reduce((longest, { id: outer }) => (outer.length > longest.length ? outer : longest), '');
}

/** The box of the files directly in a folder; the files themselves, where there is only one or the reader wants them. */
function filesOf(graph: FileGraph, parent: Folder, open: ReadonlySet<string>): Box[] {
  const id = filesId(parent.path);
  const { files } = parent;
  if (files.length === 0) return [];
  const lines = files.reduce((sum, file) => sum + graph.files[file]!.lines, 0);
  const isOpen = files.length === 1 || open.has(id) || parent.folders.size === 0;
  if (!isOpen) return [{ id, kind: 'files', parent: '', files, lines, canOpen: true }];
  return files.map((file) => fileBox(graph, file));
}

function fileBox(graph: FileGraph, file: number): Box {
  const { path, lines } = graph.files[file]!;
  return { id: path, kind: 'file', parent: '', files: [file], lines, canOpen: false };
}

function folderBox(one: Folder): Box {
  const files: number[] = [];
  const collect = (inner: Folder): void => {
    files.push(...inner.files);
    for (const next of inner.folders.values()) collect(next);
  };
  collect(one);
  return { id: one.path, kind: 'folder', parent: '', files, lines: one.allLines, canOpen: true };
}
