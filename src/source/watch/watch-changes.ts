/**
 * Interprets marks. A mark is a path for which the operating system, or polling, reported a change; it does not say whether the path is a file or a
 * folder, or exists now. The disk is compared with the watched tree to find which files appeared, disappeared or changed. Folders that appeared are
 * added to the tree, and folders that disappeared are removed.
 * Invariants: a file that appeared, disappeared or changed since the last report is reported, or a folder around it, or it leads to a rescan. No path is
 * reported that an ignore rule leaves out.
 */
import type { Stats } from 'node:fs';
import { isInternalName } from '../walk/skipped-names.ts';
import { isRespelled } from '../walk/other-spellings.ts';
import type { Mark } from './watch-gather.ts';
import { isRuleFile } from './watch-rules.ts';
import { identityOf } from './watch-stamp.ts';
import type { FolderNode, WatchedTree } from './watch-tree.ts';

export interface Changes {
  /** Paths of files, existing or not. */
  paths: Set<string>;
  /** Folders that appeared or disappeared. What was in them for a moment only is not among `paths`. */
  folders: Set<string>;
  /** Why the project must be listed again; null where the paths are complete. */
  rescan: string | null;
}

interface Work {
  tree: WatchedTree;
  reported: Set<string>;
  reportedFolders: Set<string>;
  /** Existing files and folders that are not in the tree and must be checked against the rules. */
  newFiles: Set<string>;
  newFolders: Set<string>;
  /** Results of `isRealFolder` by path. */
  isRealFolderByPath: Map<string, boolean>;
  /** Folders that were removed from the tree. */
  dropped: Set<string>;
}

/** Brings the tree up to date with the disk at the marked paths. Returns what changed. */
export async function processMarks(tree: WatchedTree, marks: ReadonlyMap<string, Mark>): Promise<Changes> {
  const work: Work = {
    tree,
    reported: new Set(),
    reportedFolders: new Set(),
    newFiles: new Set(),
    newFolders: new Set(),
    isRealFolderByPath: new Map([['', true]]),
    dropped: new Set(),
  };
  for (const [path, mark] of marks) {
    if (tree.timeSlices.isOver()) await tree.timeSlices.rest();
    const entry = markedEntry(tree, path, mark);
    if (entry === null) continue;
    const rescan = processMark(work, entry);
    if (rescan !== null) return rescanFor(rescan);
  }
  const { paths, ...others } = await applyRules(work);
  return { paths: new Set([...paths].map((path) => tree.spelledOtherwise.get(path) ?? path)), ...others };
}

function rescanFor(reason: string): Changes {
  return { paths: new Set(), folders: new Set(), rescan: reason };
}

interface MarkedEntry {
  node: FolderNode;
  name: string;
  path: string;
  mark: Mark;
}

/**
 * The watched folder that contains a marked path, and its entry with that path. A handle for a whole tree also reports paths in folders that are not
 * watched: then the entry is the outermost of these folders. Null where there is no watched folder.
 */
function markedEntry(tree: WatchedTree, markedPath: string, ownMark: Mark): MarkedEntry | null {
  let path = markedPath;
  let mark = ownMark;
  for (;;) {
    const slash = path.lastIndexOf('/') + 1;
    const node = tree.nodes.get(path.slice(0, slash));
    if (node !== undefined) return { node, name: path.slice(slash), path, mark };
    if (!tree.options.handles.isDeep || slash === 0) return null;
    // The folder of the path is not watched: it is new or ignored, or below such a folder.
    path = path.slice(0, slash - 1);
    mark = 'edited';
  }
}

/** Processes one mark. Returns why the project must be listed again, which ends the work; null where it need not be. */
function processMark(work: Work, entry: MarkedEntry): string | null {
  const { tree, reported, reportedFolders, newFiles, newFolders } = work;
  const { node, name, path, mark } = entry;
  if (name === '.git')
    return tree.repositoryAt(node) === node.repository ? null : 'a repository was made or taken away';
  if (node.isOtherRepository || isInternalName(name) || name === '') return null;
  const stats = tree.stat(path);
  if (!isRealFolder(work, node.path)) {
    // The folder of the path is gone, or a symbolic link has replaced it or a folder above. The next folder above decides what has become of it.
    const wasFolder = node.folders.has(name) || work.dropped.has(path);
    if (stats === null && !wasFolder && tree.letsThrough(node, path, false)) reported.add(path);
    const parentEntry = markedEntry(tree, node.path.slice(0, -1), 'moved');
    return parentEntry === null ? null : processMark(work, parentEntry);
  }
  if (isRuleFile(name)) return 'the ignore rules changed';
  if (stats !== null && isRespelledNow(tree, entry)) return 'a name is spelled otherwise now';
  const child = node.folders.get(name);
  if (stats?.isDirectory() === true && child !== undefined && mark === 'edited' && isSameFolder(tree, child, stats)) {
    return null;
  }
  if (child !== undefined) {
    work.dropped.add(path);
    reportedFolders.add(path);
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

/**
 * Whether the file system also finds the marked name by another spelling, which the folder lists now or listed before. Two names are not checked: that of
 * a file of the tree, and that of a folder of the tree which was only edited.
 */
function isRespelledNow(tree: WatchedTree, { node, name, path, mark }: MarkedEntry): boolean {
  if (node.files.has(name) || (node.folders.has(name) && mark === 'edited')) return false;
  return isRespelled(path, [...node.files.keys(), ...node.folders.keys()], tree);
}

/** Whether a path (`` or ending in `/`) is a folder: neither the path nor a folder above it is a symbolic link. */
function isRealFolder(work: Work, folder: string): boolean {
  let verdict = work.isRealFolderByPath.get(folder);
  if (verdict === undefined) {
    const path = folder.slice(0, -1);
    verdict =
      isRealFolder(work, path.slice(0, path.lastIndexOf('/') + 1)) && work.tree.stat(path)?.isDirectory() === true;
    work.isRealFolderByPath.set(folder, verdict);
  }
  return verdict;
}

/** Whether no other folder has taken the place of a folder of the tree, and the folder is as readable as before. */
function isSameFolder(tree: WatchedTree, child: FolderNode, stats: Stats): boolean {
  // Identities are not compared while polling, which is also used on network file systems, where inode numbers are unreliable. Polling finds the changes in
  // a replaced folder without that, because it compares the stat of each file.
  const isSame = tree.options.isPolled || identityOf(stats) === child.identity;
  return isSame && tree.isReadable(child.path) === child.isReadable;
}

/** Applies the ignore rules to new files and folders. */
async function applyRules({ tree, reported, reportedFolders, newFiles, newFolders }: Work): Promise<Changes> {
  const candidates = allowedPaths(tree, newFiles, false);
  const folders = allowedPaths(tree, newFolders, true);
  const ignored = await tree.askGit([...candidates, ...folders]);
  const inFolders: string[] = [];
  for (const path of folders) {
    if (ignored.has(path)) continue;
    const { files, rescan } = await tree.adopt(path);
    if (rescan !== null) return rescanFor(rescan);
    reportedFolders.add(path);
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
  return { paths: reported, folders: reportedFolders, rescan: null };
}

/** Which of the files git ignores. Stops watching those of their folders that git ignores too. @param files in new folders */
async function ignoredInNewFolders(tree: WatchedTree, files: readonly string[]): Promise<Set<string>> {
  const ignored = await tree.askGit(files);
  const folders = new Set([...ignored].map((path) => path.slice(0, path.lastIndexOf('/'))));
  // Only a folder with an ignored file can itself be ignored, because git ignores all untracked files of an ignored folder.
  for (const folder of await tree.askGit([...folders].filter((path) => path !== ''))) tree.drop(`${folder}/`);
  return ignored;
}

/** The paths in watched folders that the project's own rules let through. Git may still ignore them. */
function allowedPaths(tree: WatchedTree, paths: ReadonlySet<string>, isFolder: boolean): string[] {
  return [...paths].filter((path) => {
    const node = tree.nodes.get(path.slice(0, path.lastIndexOf('/') + 1));
    return node !== undefined && tree.letsThrough(node, path, isFolder);
  });
}
