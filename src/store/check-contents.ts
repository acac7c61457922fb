/**
 * Decodes all that a store has of its files and links, and compares the numbers that must agree: the part of `Store.check` that is the same for every
 * engine. It lets other work run.
 * Invariant: what is written meanwhile is no problem. A file's contents never change under its id, so a problem counts only if the store still has the
 * file.
 */
import { AppError } from '../model/error.ts';
import { unpackChunkWords } from './packed/packed-chunk-words.ts';
import { unpackChunks } from './packed/packed-chunks.ts';
import { unpackLinks } from './packed/packed-links.ts';
import { unpackPreciseAnswers } from './packed/packed-precise-links.ts';
import { unpackReferences } from './packed/packed-references.ts';
import { unpackSummary } from './packed/packed-summary.ts';
import type { FileRecord, Store } from './store.ts';

/** Files whose contents are read at once. */
const filesAtOnce = 64;

/** Each reads a part of the store and returns its problems. Rejects if that part cannot be read at all. */
export const contentChecks: readonly ((store: Store) => Promise<string[]>)[] = [checkFiles, checkChunks, checkLinks];

/** Decodes definitions, imports, summaries, and the references of files without a summary; their numbers must be those of the file's row. */
async function checkFiles(store: Store): Promise<string[]> {
  const names = new Set(await store.definitionNames());
  return eachFile(store, async (files, report) => {
    const unnamed: { file: FileRecord; name: string }[] = [];
    const count = (what: string, file: FileRecord, found: number, expected: number): void => {
      if (found !== expected) report(file, `${file.path} has ${found} ${what} instead of ${expected}.`);
    };
    const reader = readerOf(files, report);
    await reader('definitions', store.definitions.bind(store), (file, found = []) => {
      count('definitions', file, found.length, file.definitionCount);
      const unknown = found.find(({ name }) => !names.has(name));
      if (unknown !== undefined) unnamed.push({ file, name: unknown.name });
    });
    // The name may be new since the list was read.
    const definingFiles = unnamed.length === 0 ? [] : await store.definingFiles(unnamed.map(({ name }) => name));
    for (const [at, { file, name }] of unnamed.entries())
      if (!definingFiles[at]!.includes(file.id))
        report(file, `${file.path} defines ${name}, which no search by name finds.`);
    await reader('imports', store.imports.bind(store), (file, found = []) => {
      count('imports', file, found.length, file.importCount);
    });
    const summarised = new Set<number>();
    await reader('summary', store.summaries.bind(store), ({ id }, packed) => {
      if (packed === undefined) return;
      summarised.add(id);
      unpackSummary(packed);
    });
    await reader('references', store.references.bind(store), (file, packed) => {
      const found = packed === undefined || packed.length === 0 ? 0 : unpackReferences(packed).length;
      if (!summarised.has(file.id)) count('references', file, found, file.referenceCount);
    });
  });
}

/** Decodes the chunks and their words. Their number must be that of the row, and their last line that of the file. */
async function checkChunks(store: Store): Promise<string[]> {
  return eachFile(store, async (files, report) => {
    const counts = await store.chunkCounts(files.map(({ id }) => id));
    const reader = readerOf(files, report);
    await reader('chunks', store.chunks.bind(store), (file, packed) => {
      const count = counts.get(file.id);
      if (packed === undefined || count === undefined) return;
      const spans = unpackChunks(packed);
      // Not all files have chunks.
      if (spans.length === 0 && count === 0) return;
      const end = spans.at(-1)?.endLine ?? 0;
      if (spans.length !== count) report(file, `${file.path} has ${spans.length} chunks instead of ${count}.`);
      if (end !== file.lines) report(file, `The chunks of ${file.path} have ${end} lines instead of ${file.lines}.`);
    });
    await reader('chunks', store.chunkWords.bind(store), (file, packed) => {
      // Not all files have words.
      const found = packed === undefined || packed.length === 0 ? 0 : unpackChunkWords(packed).chunks.length;
      const count = counts.get(file.id) ?? 0;
      if (found > 0 && found !== count) report(file, `${file.path} has words of ${found} chunks instead of ${count}.`);
    });
  });
}

/** Decodes links, unresolved sites and precise links. */
async function checkLinks(store: Store): Promise<string[]> {
  const problems: string[] = [];
  const places = await store.linkPlaces();
  for (let from = 0; from < places.length; from += filesAtOnce) {
    const batch = places.slice(from, from + filesAtOnce);
    await inBatchOrAlone(
      batch,
      async (part) => {
        const ids = part.map(({ id }) => id);
        for (const { data } of await store.linksFrom(ids)) unpackLinks(data);
        await store.unresolvedPlaces(ids);
      },
      ({ path }, reason) => problems.push(`The links of ${path} cannot be read: ${reason}.`),
    );
  }
  const precise = [...new Set((await store.preciseFiles()).map(({ path }) => path))];
  for (let from = 0; from < precise.length; from += filesAtOnce) {
    await inBatchOrAlone(
      precise.slice(from, from + filesAtOnce),
      async (paths) => {
        for (const { data } of await store.preciseLinks(paths)) unpackPreciseAnswers(data);
      },
      (path, reason) => problems.push(`The precise links of ${path} cannot be read: ${reason}.`),
    );
  }
  return problems;
}

type Report = (file: Pick<FileRecord, 'id'>, problem: string) => void;

/** Calls `check` with all files in batches, and returns the problems that it reports about files that are still there. */
async function eachFile(
  store: Store,
  check: (files: readonly FileRecord[], report: Report) => Promise<void>,
): Promise<string[]> {
  const problems: string[] = [];
  const ids = (await store.fileStates()).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += filesAtOnce) {
    const reported: { id: number; problem: string }[] = [];
    const files = await store.files(ids.slice(from, from + filesAtOnce));
    await check(files, ({ id }, problem) => reported.push({ id, problem }));
    if (reported.length === 0) continue;
    const present = new Set((await store.files(reported.map(({ id }) => id))).map(({ id }) => id));
    problems.push(...reported.flatMap(({ id, problem }) => (present.has(id) ? [problem] : [])));
  }
  return problems;
}

/** Reads one kind of content of these files, for `use`. What cannot be read or decoded is reported by file. */
function readerOf(
  files: readonly FileRecord[],
  report: Report,
): <T>(
  what: string,
  read: (ids: readonly number[]) => Promise<Map<number, T>>,
  use: (file: FileRecord, content: T | undefined) => void,
) => Promise<void> {
  return async (what, read, use) => {
    const contents = new Map<number, Awaited<ReturnType<typeof read>> extends Map<number, infer T> ? T : never>();
    const unread = new Set<FileRecord>();
    const isUnreadable = (file: FileRecord, reason: string): void => {
      unread.add(file);
      report(file, `The ${what} of ${file.path} cannot be read: ${reason}.`);
    };
    await inBatchOrAlone(
      files,
      async (part) => {
        for (const [id, content] of await read(part.map(({ id }) => id))) contents.set(id, content);
      },
      isUnreadable,
    );
    for (const file of files) {
      if (unread.has(file)) continue;
      try {
        use(file, contents.get(file.id));
      } catch (error) {
        isUnreadable(file, reasonOf(error));
      }
    }
  };
}

/** Does the work for all items at once; if something cannot be read, for each alone, to say of which. */
async function inBatchOrAlone<Item>(
  items: readonly Item[],
  work: (part: readonly Item[]) => Promise<void>,
  onDamage: (item: Item, reason: string) => void,
): Promise<void> {
  try {
    await work(items);
  } catch (error) {
    reasonOf(error);
    for (const item of items) {
      try {
        await work([item]);
      } catch (damage) {
        onDamage(item, reasonOf(damage));
      }
    }
  }
}

/** Why something cannot be read. Throws other errors again. */
function reasonOf(error: unknown): string {
  const isDamage = error instanceof RangeError || (error instanceof AppError && error.code === 'DatabaseError');
  if (!isDamage) throw error;
  return error.message;
}
