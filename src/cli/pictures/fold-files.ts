/** Folds files into the folders that they are in, so that no more boxes are left than fit a picture. */

export interface FoldRequest {
  /** What a folder may be unfolded to: its files too, or only the folders in it. */
  leaf: 'files' | 'folders';
  maxBoxes: number;
}

export interface FoldedBox {
  id: string;
  /** Of the file or the folder; empty for the root. */
  path: string;
  isFile: boolean;
  /** Whether there was no room for what is in the folder. */
  isFolded: boolean;
  files: readonly string[];
  /** Folders within that the box stands for too. */
  folders: number;
}

interface Folder {
  path: string;
  /** All files below. */
  files: string[];
  own: string[];
  folders: Map<string, Folder>;
}

function treeOf(paths: readonly string[]): Folder {
  const root: Folder = { path: '', files: [], own: [], folders: new Map() };
  for (const path of paths) {
    let folder = root;
    folder.files.push(path);
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth++) {
      const name = parts[depth - 1]!;
      const inner = folder.folders.get(name) ?? {
        path: parts.slice(0, depth).join('/'),
        files: [],
        own: [],
        folders: new Map<string, Folder>(),
      };
      folder.folders.set(name, inner);
      folder = inner;
      folder.files.push(path);
    }
    folder.own.push(path);
  }
  return root;
}

function foldersBelow({ folders }: Folder): number {
  return [...folders.values()].reduce((sum, one) => sum + 1 + foldersBelow(one), 0);
}

/** A folder that may still be unfolded, or a box of a folder's own files. */
interface Part {
  folder: Folder;
  ownOnly: boolean;
}

/** What a folder is unfolded to; null if it cannot be. */
function unfolded({ folder, ownOnly }: Part, leaf: FoldRequest['leaf']): { parts: Part[]; files: string[] } | null {
  const parts = ownOnly ? [] : [...folder.folders.values()].map((one) => ({ folder: one, ownOnly: false }));
  if (leaf === 'files') return { parts, files: folder.own };
  if (parts.length === 0) return null;
  return { parts: folder.own.length === 0 ? parts : [{ folder, ownOnly: true }, ...parts], files: [] };
}

function sizeOf({ folder, ownOnly }: Part): number {
  return ownOnly ? folder.own.length : folder.files.length;
}

/**
 * The largest folder is unfolded first, as long as there is room.
 * @returns the boxes by path, and the box of each file
 */
export function foldFiles(
  paths: readonly string[],
  { leaf, maxBoxes }: FoldRequest,
): { boxes: FoldedBox[]; boxOf: ReadonlyMap<string, string> } {
  let open: Part[] = [{ folder: treeOf(paths), ownOnly: false }];
  const [closed, files]: [FoldedBox[], string[]] = [[], []];
  while (open.length > 0) {
    open = open.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.folder.path < b.folder.path ? -1 : 1));
    const [largest, ...others] = open;
    const inner = unfolded(largest!, leaf);
    const total =
      others.length + closed.length + files.length + (inner?.parts.length ?? 0) + (inner?.files.length ?? 0);
    open = others;
    if (inner !== null && total <= maxBoxes) {
      open.push(...inner.parts);
      files.push(...inner.files);
    } else closed.push(boxOfFolder(largest!, inner !== null));
  }
  const boxes = [...closed, ...files.map(boxOfFile)].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { boxes, boxOf: new Map(boxes.flatMap((box) => box.files.map((file) => [file, box.id]))) };
}

function boxOfFolder({ folder, ownOnly }: Part, isFolded: boolean): FoldedBox {
  const { path, own, files } = folder;
  return {
    // A file may have the name of a folder's box.
    id: `${path}/`,
    path,
    isFile: false,
    isFolded,
    files: ownOnly ? own : files,
    folders: ownOnly ? 0 : foldersBelow(folder),
  };
}

function boxOfFile(path: string): FoldedBox {
  return { id: path, path, isFile: true, isFolded: false, files: [path], folders: 0 };
}
