/**
 * Plays random histories of edits of a small program. After each edit it compares the updated index with a new one:
 * every link, every unresolved site, and everything that linking stores of each file.
 * The analyser is the one that indexing uses, and the stores are real stores in memory.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createAnalyser } from '../../src/engine/indexing/analyser.ts';
import { dependentsOf } from '../../src/graph/incremental/dependents.ts';
import { previousSummaries } from '../../src/graph/incremental/changed-names.ts';
import { LoadedSummaries } from '../../src/graph/program/loaded-summaries.ts';
import { linkProject, type LinkReport } from '../../src/graph/run/link-project.ts';
import { LinkSession } from '../../src/graph/run/link-session.ts';
import { computeInterfaces } from '../../src/graph/incremental/named-interfaces.ts';
import type { FileAnalyser } from '../../src/indexer/analyse-file.ts';
import type { IndexedFile } from '../../src/indexer/file-outcome.ts';
import { languages } from '../../src/languages/registry.ts';
import { unitPath } from '../../src/model/file-summary.ts';
import { unpackLinks } from '../../src/store/packed/packed-links.ts';
import { openStore } from '../../src/store/registry.ts';
import type { FileWrite, Store } from '../../src/store/store.ts';
import { computedInterfaces } from './computed-interfaces.ts';

/** The possible contents of each file of a program, by path; null where the file does not exist. */
export interface Family {
  variants: Readonly<Record<string, readonly (string | null)[]>>;
  /** Paths to which files can move. */
  places?: readonly string[];
}

/** Texts by path. */
export type Tree = ReadonlyMap<string, string>;

/** The kind of edit, the file, and the places in that file. */
export type Edit = readonly [kind: number, file: number, ...at: number[]];

const identifier = /[\p{L}_][\p{L}\p{N}_]*[?!]?/gu;

/** Owns a folder in which files are analysed. Each content of a path is analysed once. */
export class Analysis {
  readonly #root = mkdtempSync(join(tmpdir(), 'code-scout-links-'));
  readonly #analyser: FileAnalyser = createAnalyser({
    root: this.#root,
    maxFileSize: 1_000_000,
    ignorePatterns: [],
    extensions: [],
    disabled: [],
  });
  readonly #known = new Map<string, IndexedFile>();

  async file(path: string, text: string): Promise<IndexedFile> {
    const key = `${path}\0${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const place = join(this.#root, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
    const outcome = await this.#analyser.analyse({ path, rawPath: null, knownHash: null });
    if (outcome.kind !== 'indexed') throw new Error(`${path} was not indexed: ${JSON.stringify(outcome)}`);
    this.#known.set(key, outcome);
    return outcome;
  }

  close(): void {
    this.#analyser.close();
    rmSync(this.#root, { recursive: true, force: true });
  }
}

interface IndexKind {
  keepsSession: boolean;
  recordsInterfaces: boolean;
  passesSummaries: boolean;
}

/** An index in memory; owns its store. */
export class Index {
  readonly #analysis: Analysis;
  readonly #store: Store;
  /**
   * Lives across updates, as in the thread that follows edits; null where each update begins with the state of the
   * index.
   */
  readonly #session: LinkSession | null;
  /** Whether the interfaces of changed files are recorded before the files are written. */
  readonly #recordsInterfaces: boolean;
  /**
   * Whether linking gets the summaries of changed files directly and not from the index, as after a run of a small
   * project.
   */
  readonly #passesSummaries: boolean;
  #tree: Tree = new Map();

  private constructor(
    analysis: Analysis,
    store: Store,
    { keepsSession, recordsInterfaces, passesSummaries }: IndexKind,
  ) {
    this.#analysis = analysis;
    this.#store = store;
    this.#session = keepsSession ? new LinkSession() : null;
    this.#recordsInterfaces = recordsInterfaces;
    this.#passesSummaries = passesSummaries;
  }

  static async open(
    analysis: Analysis,
    { keepsSession = false, recordsInterfaces = true, passesSummaries = false } = {},
  ): Promise<Index> {
    return new Index(analysis, await openStore({ memory: true }), {
      keepsSession,
      recordsInterfaces,
      passesSummaries,
    });
  }

  /** Writes the changed files, and links. */
  async update(tree: Tree): Promise<LinkReport> {
    const files: FileWrite[] = [];
    const loadedSummaries = new LoadedSummaries();
    for (const [path, text] of tree) {
      if (this.#tree.get(path) === text) continue;
      const { file, encodedSummary } = await this.#analysis.file(path, text);
      files.push(file);
      if (this.#passesSummaries) loadedSummaries.put(path, encodedSummary);
    }
    const removed = [...this.#tree.keys()].filter((path) => !tree.has(path));
    this.#tree = tree;
    const session = this.#session;
    const summary =
      session === null
        ? []
        : await previousSummaries(
            this.#store,
            files.map(({ path }) => path),
          );
    if (this.#recordsInterfaces) await computeInterfaces(this.#store, [...removed, ...files.map(({ path }) => path)]);
    await this.#store.write({ files, touched: [], removed });
    const previous = session === null ? {} : { session, before: new Map(summary) };
    const read = (path: string): string | null => tree.get(path) ?? null;
    const report = await linkProject({
      store: this.#store,
      languages,
      version: 'test',
      read,
      loadedSummaries,
      ...previous,
    });
    expect(report.failed).toEqual([]);
    return report;
  }

  content(): Promise<string[]> {
    const names = new Set([...this.#tree.values()].flatMap((text) => text.match(identifier) ?? []));
    return linkContent(this.#store, [...names]);
  }

  /** By path: the files and units on which its links depend, directly or through others. */
  async dependencies(): Promise<Map<string, ReadonlySet<string>>> {
    const rows = await this.#store.linkedFiles();
    const pathOf = new Map(rows.map(({ id, path }) => [id, path]));
    const reads = new Map(rows.map(({ id, reads: of }) => [id, of]));
    for (const { id, path } of rows) {
      if (!path.startsWith('//')) continue;
      reads.set(
        id,
        rows.flatMap((row) => (row.header.unit !== '' && unitPath(row.header.unit) === path ? [row.id] : [])),
      );
    }
    return new Map(
      rows.map(({ id, path }) => [path, new Set([...dependentsOf([id], reads)].map((one) => pathOf.get(one)!))]),
    );
  }

  async close(): Promise<void> {
    await this.#store.close();
  }
}

/** Everything that linking stores, as lines. Unresolved sites of `names` are listed with their names. */
export async function linkContent(store: Store, names: readonly string[]): Promise<string[]> {
  const places = await store.linkPlaces();
  const path = new Map(places.map(({ id, path: of }) => [id, of]));
  const ids = [...path.keys()];
  const lines: string[] = [];
  for (const { from, to, data } of await store.linksFrom(ids)) {
    for (const link of unpackLinks(data)) lines.push(`${path.get(from)} > ${path.get(to)} ${JSON.stringify(link)}`);
  }
  for (const { from, to } of await store.linksInto(ids)) lines.push(`${path.get(to)} < ${path.get(from)}`);
  for (const { file, name, sites } of await store.unresolvedSites(names))
    lines.push(`${path.get(file)} ? ${name} ${JSON.stringify(sites)}`);
  for (const [id, sites] of await store.unresolvedPlaces(ids))
    lines.push(`${path.get(id)} open places: ${JSON.stringify(sites.map((site) => JSON.stringify(site)).sort())}`);
  for (const { path: of, header, interface: shape, resolution } of await computedInterfaces(store))
    lines.push(`${of} = ${JSON.stringify([header, shape, resolution])}`);
  return lines.sort();
}

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % Math.max(1, list.length)];
}

/** The tree after an edit. Numbers select files, lines and names, modulo their count. */
export function edited({ variants, places = [] }: Family, tree: Tree, edit: Edit): Tree {
  const [kind, file, a = 0, b = 0, c = 0] = edit;
  const next = new Map(tree);
  const own = [...tree.keys()].filter((one) => !bystanders.has(one)).sort();
  const path = pick(own, file);
  const text = path === undefined ? undefined : tree.get(path);
  const put = (place: string, lines: readonly string[]): void => void next.set(place, lines.join('\n'));
  const lines = text?.split('\n') ?? [];
  switch (kind % kinds) {
    case 0: {
      // Removes a declaration or line.
      if (path !== undefined) put(path, lines.toSpliced(a % lines.length, 1 + (b % 3)));
      break;
    }
    case 1: {
      // Renames a name, in one file or in all files.
      const all = [...new Set([...tree.values()].flatMap((one) => one.match(identifier) ?? []))].sort();
      const [from, to] = [
        pick([...new Set(text?.match(identifier) ?? [])].sort(), a),
        pick([...all, 'fresh', 'Fresh'], b),
      ];
      if (from === undefined || to === undefined) break;
      for (const [place, one] of tree)
        if (place === path || c % 3 === 0)
          next.set(
            place,
            one.replaceAll(identifier, (word) => (word === from ? to : word)),
          );
      break;
    }
    case 2: {
      // Moves or copies a file.
      const to = pick(
        [...places, ...Object.keys(variants)].filter((one) => ending(one) === ending(path ?? '')),
        a,
      );
      if (path === undefined || to === undefined || text === undefined) break;
      if (b % 2 === 0) next.delete(path);
      next.set(to, text);
      break;
    }
    case 3: {
      // Moves or copies a line.
      const to = pick(own, b);
      const line = pick(lines, a);
      if (path === undefined || to === undefined || line === undefined) break;
      if (c % 2 === 0) put(path, lines.toSpliced(a % lines.length, 1));
      const others = next.get(to)!.split('\n');
      put(to, others.toSpliced(c % (others.length + 1), 0, line));
      break;
    }
    default: {
      const [place, choices] = pick(Object.entries(variants), file)!;
      const chosen = pick(choices, a) ?? null;
      if (chosen === null) next.delete(place);
      else next.set(place, chosen);
    }
  }
  return next;
}

const kinds = 7;

function ending(path: string): string {
  return path.slice(path.lastIndexOf('.'));
}

const numbers = fc.nat({ max: 997 });

/** The choices for a first tree, and edits. */
export const histories = fc.tuple(
  fc.array(numbers, { minLength: 1, maxLength: 12 }),
  fc.array(fc.tuple(numbers, numbers, numbers, numbers, numbers), { minLength: 1, maxLength: 8 }),
);

/** Unrelated files, which make the program large enough that linking does not fetch all summaries for every edit. */
const bystanders: Tree = new Map(Array.from({ length: 24 }, (_, at) => [`bystanders/b${at}.lua`, `x = ${at}\n`]));

export function firstTree({ variants }: Family, choices: readonly number[]): Tree {
  const texts = Object.entries(variants).map(([path, of], at) => [path, pick(of, pick(choices, at) ?? 0)] as const);
  const written = texts.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string');
  return new Map([...bystanders, ...written]);
}

/** How many histories are played for each family; LINK_HISTORIES sets another number. */
const wanted = process.env.LINK_HISTORIES;

export type History = readonly [first: number[], edits: [number, number, number, number, number][]];

/**
 * Throws for a history after which the updated index differs from a new one.
 * @param known histories that once failed
 */
export async function playHistories(family: Family, count: number, known: readonly History[] = []): Promise<void> {
  const analysis = new Analysis();
  try {
    await fc.assert(
      fc.asyncProperty(histories, async ([choices, edits]) => {
        const [keepsSession, recordsInterfaces] = [choices[0]! % 3 > 0, choices[0]! % 5 > 0];
        const index = await Index.open(analysis, { keepsSession, recordsInterfaces, passesSummaries: !keepsSession });
        try {
          let tree = firstTree(family, choices);
          await index.update(tree);
          for (const [at, edit] of edits.entries()) {
            tree = edited(family, tree, edit);
            // Several edits can come together.
            if (edit.at(-1)! % 4 === 0 && at < edits.length - 1) continue;
            await index.update(tree);
            await compareWithFresh(index, analysis, tree);
          }
        } finally {
          await index.close();
        }
      }),
      { numRuns: Number(wanted ?? count), examples: known.map(([first, edits]) => [[first, edits]]) },
    );
  } finally {
    analysis.close();
  }
}

async function compareWithFresh(index: Index, analysis: Analysis, tree: Tree): Promise<void> {
  const fresh = await Index.open(analysis);
  try {
    await fresh.update(tree);
    expect(await index.content()).toEqual(await fresh.content());
    const [known, needed] = [await index.dependencies(), await fresh.dependencies()];
    expect([...known.keys()].sort()).toEqual([...needed.keys()].sort());
    // An updated index may know more dependencies, of earlier contents. Without one, a later edit would not relink a file.
    for (const [path, dependencies] of needed)
      expect([path, ...dependencies.difference(known.get(path)!)]).toEqual([path]);
  } finally {
    await fresh.close();
  }
}

/** The number of links between different files in the first variants of a family. */
export async function linkCount(family: Family): Promise<number> {
  const analysis = new Analysis();
  const index = await Index.open(analysis);
  try {
    await index.update(firstTree(family, [0]));
    return (await index.content()).filter((line) => /^(\S+) > (?!\1 )/.test(line)).length;
  } finally {
    await index.close();
    analysis.close();
  }
}
