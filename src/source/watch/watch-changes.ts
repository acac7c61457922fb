/**
 * Interprets marks (see watch-gather.ts), each of which says that something about a path may have changed: which files appeared, disappeared or
 * changed. Folders that appeared or disappeared are added to the watched tree or removed from it.
 * Invariants: a file that appeared, disappeared or changed since the last report is reported, or leads to a rescan. No path is reported that an
 * walk would leave out as ignored.
 */
import type { Stats } from 'node:fs';
import { isInternalName } from '../walk/skipped-names.ts';
import { isRespelled } from './other-spellings.ts';
import type { Mark } from './watch-gather.ts';
import { isRuleFile } from './watch-rules.ts';
import { identityOf } from './watch-stamp.ts';
import type { FolderNode, WatchedTree } from './watch-tree.ts';

export interface Changes {
  /** Paths of files, existing or not. */
  paths: Set<string>;
  /** Why the project must be listed again; null where the paths are complete. */
  rescan: string | null;
}

interface Work {
  tree: WatchedTree;
  reported: Set<string>;
  /** Existing files and folders that are not in the tree and must be checked against the rules. */
  newFiles: Set<string>;
  newFolders: Set<string>;
  /** Results of `isPlain` by path. */
  isPlainByPath: Map<string, boolean>;
  /** Folders that were removed from the tree. */
  dropped: Set<string>;
}

export async function applyMarks(tree: WatchedTree, marks: ReadonlyMap<string, Mark>): Promise<Changes> {
  const work: Work = {
    tree,
    reported: new Set(),
    newFiles: new Set(),
    newFolders: new Set(),
    isPlainByPath: new Map([['', true]]),
    dropped: new Set(),
  };
  for (const [path, mark] of marks) {
    if (tree.timeSlices.isOver()) await tree.timeSlices.rest();
    const entry = markedEntry(tree, path, mark);
    if (entry === null) continue;
    const rescan = applyMark(work, entry);
    if (rescan !== null) return { paths: new Set(), rescan };
  }
  const { paths, rescan } = await applyRules(work);
  return { paths: new Set([...paths].map((path) => tree.spelledOtherwise.get(path) ?? path)), rescan };
}

interface MarkedEntry {
  node: FolderNode;
  name: string;
  path: string;
  mark: Mark;
}

/** The watched folder of a marked path, and the entry in it. Null where no watched folder has the path. */
function markedEntry(tree: WatchedTree, marked: string, given: Mark): MarkedEntry | null {
  let path = marked;
  let mark = given;
  for (;;) {
    const slash = path.lastIndexOf('/') + 1;
    const node = tree.nodes.get(path.slice(0, slash));
    if (node !== undefined) return { node, name: path.slice(slash), path, mark };
    if (!tree.options.handles.isDeep || slash === 0) return null;
    // The path is deep inside a new or an ignored folder. About that folder the mark says only that something in it has changed.
    path = path.slice(0, slash - 1);
    mark = 'edited';
  }
}

/** Applies one mark to the tree and to `work`. @returns null; or the reason for a rescan, which ends the work */
function applyMark(work: Work, entry: MarkedEntry): string | null {
  const { tree, reported, newFiles, newFolders } = work;
  const { node, name, path, mark } = entry;
  if (name === '.git')
    return tree.repositoryAt(node) === node.repository ? null : 'a repository was made or taken away';
  if (node.isOtherRepository || isInternalName(name) || name === '') return null;
  const stats = tree.stat(path);
  if (!isPlain(work, node.path)) {
    // The folder is gone, or a link has replaced it.
    const wasFolder = node.folders.has(name) || work.dropped.has(path);
    if (stats === null && !wasFolder && tree.letsThrough(node, path, false)) reported.add(path);
    const parentEntry = markedEntry(tree, node.path.slice(0, -1), 'moved');
    return parentEntry === null ? null : applyMark(work, parentEntry);
  }
  if (isRuleFile(name)) return 'the ignore rules changed';
  if (stats !== null && isRespelledNow(tree, entry)) return 'a name is spelled otherwise now';
  const child = node.folders.get(name);
  if (stats?.isDirectory() === true && child !== undefined && mark === 'edited' && isSameFolder(tree, child, stats)) {
    return null;
  }
  if (child !== undefined) {
    work.dropped.add(path);
    for (const file of tree.drop(`${path}/`)) reported.add(file);
  }
  const isInTree = node.files.has(name);
  if (isInTree) reported.add(path);
  if (stats === null || stats.isDirectory()) {
    node.files.delete(name);
    if (stats !== null) newFolders.add(path);
    // A file that is not in the tree and no longer exists may have existed long enough for a reader of the project to see it.
    else if (!work.dropped.has(path) && tree.letsThrough(node, path, false)) reported.add(path);
  } else if (isInTree) tree.recordFile(node, name, stats);
  else newFiles.add(path);
  return null;
}

/** Whether the path is a file or folder of the tree by another spelling. Files of the tree, and its folders that were only edited, are not checked. */
function isRespelledNow(tree: WatchedTree, { node, name, path, mark }: MarkedEntry): boolean {
  if (node.files.has(name) || (node.folders.has(name) && mark === 'edited')) return false;
  return isRespelled(path, [...node.files.keys(), ...node.folders.keys()], tree);
}

/** Whether a path (`` or ending in `/`) is a folder, without a symbolic link in its place or above it. */
function isPlain(work: Work, folder: string): boolean {
  let verdict = work.isPlainByPath.get(folder);
  if (verdict === undefined) {
    const path = folder.slice(0, -1);
    verdict = isPlain(work, path.slice(0, path.lastIndexOf('/') + 1)) && work.tree.stat(path)?.isDirectory() === true;
    work.isPlainByPath.set(folder, verdict);
  }
  return verdict;
}

/** Whether a folder of the tree is still the same one, and as readable as before. */
function isSameFolder(tree: WatchedTree, child: FolderNode, stats: Stats): boolean {
  // Inode numbers are unreliable on network file systems. Polling stats every file in any case.
  const isSame = tree.options.isPolled || identityOf(stats) === child.identity;
  return isSame && tree.isReadable(child.path) === child.isReadable;
}

/** Applies the ignore rules to new files and folders. */
async function applyRules({ tree, reported, newFiles, newFolders }: Work): Promise<Changes> {
  const candidates = allowedPaths(tree, newFiles, false);
  const folders = allowedPaths(tree, newFolders, true);
  const ignored = await tree.askGit([...candidates, ...folders]);
  const inFolders: string[] = [];
  for (const path of folders) {
    if (ignored.has(path)) continue;
    const { files, rescan } = await tree.adopt(path);
    if (rescan !== null) return { paths: new Set(), rescan };
    inFolders.push(...files);
  }
  const ignoredBelow = await ignoredInNewFolders(tree, inFolders);
  for (const path of [...candidates, ...inFolders]) {
    if (ignored.has(path) || ignoredBelow.has(path)) continue;
    const slash = path.lastIndexOf('/') + 1;
    const node = tree.nodes.get(path.slice(0, slash));
    const stats = tree.stat(path);
    reported.add(path);
    if (node !== undefined && stats !== null && !stats.isDirectory()) tree.recordFile(node, path.slice(slash), stats);
  }
  return { paths: reported, rescan: null };
}

/** The files of new folders that git ignores. New folders that git ignores as a whole are no longer watched. */
async function ignoredInNewFolders(tree: WatchedTree, files: readonly string[]): Promise<Set<string>> {
  const ignored = await tree.askGit(files);
  const folders = new Set([...ignored].map((path) => path.slice(0, path.lastIndexOf('/'))));
  // A folder with an ignored file may be ignored as a whole.
  for (const folder of await tree.askGit([...folders].filter((path) => path !== ''))) tree.drop(`${folder}/`);
  return ignored;
}

/** The paths that the rules let through. */
function allowedPaths(tree: WatchedTree, paths: ReadonlySet<string>, isFolder: boolean): string[] {
  return [...paths].filter((path) => {
    const node = tree.nodes.get(path.slice(0, path.lastIndexOf('/') + 1));
    return node !== undefined && tree.letsThrough(node, path, isFolder);
  });
}
