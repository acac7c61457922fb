/** Text search in several repositories: one search over all their files, and one ranking of the lines. */
import { dirname, parse, relative } from 'node:path';
import { findText, countText } from '../../text/ripgrep.ts';
import type { TextEnd, TextSearch } from '../../text/text-search.ts';
import { displayPath } from '../../util/bytes/path-bytes.ts';
import { asIndexed } from '../../util/paths/system-paths.ts';
import { lazyText } from '../lazy-part.ts';
import type { RootlessSearch, TextOnDisk } from '../files/text-on-disk.ts';
import type { TextFilesHost } from '../text/text-files.ts';
import type { TextQueries, TextQuery } from '../types.ts';
import type { AskedParts } from './asked-parts.ts';

/** The files of all repositories. */
export function unionTextFiles(parts: AskedParts): TextFilesHost {
  return {
    disk: unionTextOnDisk(parts),
    isCompared: () => parts.open.every(({ part }) => part.isCompared()),
    isBehind: () => parts.isBehind,
  };
}

export function unionText(parts: AskedParts): TextQueries {
  const text = lazyText({
    ...unionTextFiles(parts),
    // The engines bring their indexes up to date meanwhile.
    open: async () => (await parts.prepare('files')).store,
    wake: async () => {},
    bringUpToDate: async () => {},
  });
  const withNotes = async <T extends { notes: readonly string[] }>(answer: Promise<T>): Promise<T> => {
    const found = await answer;
    return { ...found, notes: [...parts.missingNotes, ...found.notes] };
  };
  return {
    search: (query: TextQuery) => withNotes(text.search(query)),
    files: (query: TextQuery) => withNotes(text.files(query)),
  };
}

function unionTextOnDisk(parts: AskedParts): TextOnDisk {
  const partOf = (path: string): { text: TextOnDisk; own: string } => {
    const found = parts.split(path);
    return { text: (found?.part ?? parts.all[0]!).part.text, own: found?.own ?? path };
  };
  return {
    find: async (search) => {
      const found = await searchAll(parts, search, findText);
      return {
        matches: found.flatMap(({ answer, back }) =>
          answer.matches.map((match) => ({ ...match, path: back(match.path) })),
        ),
        end: firstEnd(found),
      };
    },
    count: async (search) => {
      const found = await searchAll(parts, search, countText);
      const counts = found.flatMap(({ answer, back }) =>
        [...answer.counts].map(([path, count]): [string, number] => [back(path), count]),
      );
      return { counts: new Map(counts), end: firstEnd(found) };
    },
    findIn: (search, path, text) => parts.all[0]!.part.text.findIn(search, path, text),
    plainFiles: async (paths) => {
      const plain = new Set<string>();
      for (const [{ name, part }, group] of parts.grouped([...paths], (path) => path))
        for (const own of await part.text.plainFiles(group.map((one) => one.own))) plain.add(`${name}/${own}`);
      return plain;
    },
    read: (path) => {
      const { text, own } = partOf(path);
      return text.read(own);
    },
    findDifferent: async () => {
      const all = await Promise.all(
        parts.open
          .filter(({ part }) => !part.isCompared())
          .map(async ({ name, part, store }) => {
            const { paths, isWhole } = await part.text.findDifferent(store, await store.state());
            return { paths: paths.map((path) => `${name}/${path}`), isWhole };
          }),
      );
      return { paths: all.flatMap(({ paths }) => paths), isWhole: all.every(({ isWhole }) => isWhole) };
    },
  };
}

interface Searched<T> {
  answer: T;
  /** The path of the union for a path that was searched. */
  back: (path: string) => string;
}

/** Files by their paths from a folder above several repositories. */
interface FilesBelow {
  paths: string[];
  encodings: Map<string, string>;
  /** The path of the union by the path from the folder. */
  back: Map<string, string>;
}

/** Searches the files of all repositories on one drive at once: a process for each repository would cost more than the search. */
async function searchAll<T>(
  parts: AskedParts,
  { paths, encodings = new Map<string, string>(), ...search }: RootlessSearch,
  run: (search: TextSearch) => Promise<T>,
): Promise<Searched<T>[]> {
  const groups = [...parts.grouped(paths, (path) => path)];
  const folders = foldersAbove(groups.map(([{ part }]) => part.root));
  const drives = new Map<string, FilesBelow>();
  for (const [{ part }, group] of groups) {
    const root = folders.get(parse(part.root).root)!;
    const drive: FilesBelow = drives.get(root) ?? { paths: [], encodings: new Map(), back: new Map() };
    drives.set(root, drive);
    const prefix = displayPath(Buffer.from(asIndexed(relative(root, part.root), process.platform))).path;
    for (const { item, own } of group) {
      const path = `${prefix}/${own}`;
      drive.paths.push(path);
      drive.back.set(path, item);
      const encoding = encodings.get(item);
      if (encoding !== undefined) drive.encodings.set(path, encoding);
    }
  }
  const found: Searched<T>[] = [];
  for (const [root, { back, ...files }] of drives)
    found.push({ answer: await run({ ...search, ...files, root }), back: (path) => back.get(path) ?? path });
  return found;
}

/** By drive: the deepest folder that contains all these folders of the drive. Short paths need fewer processes. */
function foldersAbove(roots: readonly string[]): Map<string, string> {
  const above = new Map<string, string>();
  for (const root of roots) {
    const drive = parse(root).root;
    let folder = above.get(drive) ?? dirname(root);
    while (relative(folder, root).startsWith('..')) folder = dirname(folder);
    above.set(drive, folder);
  }
  return above;
}

function firstEnd(found: readonly Searched<{ end: TextEnd }>[]): TextEnd {
  return found.map(({ answer }) => answer.end).find((end) => end !== 'whole') ?? 'whole';
}
