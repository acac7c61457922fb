/**
 * Plays random histories of edits of a small program and compares, after each edit, the index that was brought up to date with a new one:
 * every link, every open site, and what linking keeps of each file.
 * Files go through the analyser that indexing uses, stores are real ones in memory.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createAnalyser } from '../../src/engine/indexing/analyser.ts';
import { previousSummaries } from '../../src/graph/incremental/changed-names.ts';
import { LoadedSummaries } from '../../src/graph/program/loaded-summaries.ts';
import { linkProject, type LinkReport } from '../../src/graph/run/link-project.ts';
import { LinkSession } from '../../src/graph/run/link-session.ts';
import { nameInterfaces } from '../../src/graph/incremental/named-interfaces.ts';
import type { FileAnalyser } from '../../src/indexer/analyse-file.ts';
import type { IndexedFile } from '../../src/indexer/file-outcome.ts';
import { languages } from '../../src/languages/registry.ts';
import { unpackLinks } from '../../src/store/packed/packed-links.ts';
import { openStore } from '../../src/store/registry.ts';
import type { FileWrite, Store } from '../../src/store/store.ts';
import { interfacesNow } from './interfaces-now.ts';

/** What each file of a program can be, by path; null: it is not there. */
export interface Family {
  variants: Readonly<Record<string, readonly (string | null)[]>>;
  /** Paths to which files can move. */
  places?: readonly string[];
}

/** Texts by path. */
export type Tree = ReadonlyMap<string, string>;

/** What is done to which file, and where in it. */
export type Edit = readonly [kind: number, file: number, ...at: number[]];

const identifier = /[\p{L}_][\p{L}\p{N}_]*[?!]?/gu;

/** Owns a folder in which files are analysed; each content of a path once. */
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
  keeps: boolean;
  remembers: boolean;
  hands: boolean;
}

/** An index in memory; owns its store. */
export class Index {
  readonly #analysis: Analysis;
  readonly #store: Store;
  /** Kept between updates, as by the thread that follows edits; null: each update begins with what the index says. */
  readonly #session: LinkSession | null;
  /** Whether it is remembered what others saw of files that are written anew. */
  readonly #remembers: boolean;
  /** Whether linking has the facts of what was written without the index, as behind a run of a small project. */
  readonly #hands: boolean;
  #tree: Tree = new Map();

  private constructor(analysis: Analysis, store: Store, { keeps, remembers, hands }: IndexKind) {
    this.#analysis = analysis;
    this.#store = store;
    this.#session = keeps ? new LinkSession() : null;
    this.#remembers = remembers;
    this.#hands = hands;
  }

  static async open(analysis: Analysis, { keeps = false, remembers = true, hands = false } = {}): Promise<Index> {
    return new Index(analysis, await openStore({ path: ':memory:' }), { keeps, remembers, hands });
  }

  /** Writes what has changed, and links. */
  async update(tree: Tree): Promise<LinkReport> {
    const files: FileWrite[] = [];
    const atHand = new LoadedSummaries();
    for (const [path, text] of tree) {
      if (this.#tree.get(path) === text) continue;
      const { file, encodedSummary } = await this.#analysis.file(path, text);
      files.push(file);
      if (this.#hands) atHand.put(path, encodedSummary);
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
    if (this.#remembers) await nameInterfaces(this.#store, [...removed, ...files.map(({ path }) => path)]);
    await this.#store.write({ files, touched: [], removed });
    const kept = session === null ? {} : { session, before: new Map(summary) };
    const read = (path: string): string | null => tree.get(path) ?? null;
    const report = await linkProject({ store: this.#store, languages, version: 'test', read, atHand, ...kept });
    expect(report.failed).toEqual([]);
    return report;
  }

  content(): Promise<string[]> {
    const names = new Set([...this.#tree.values()].flatMap((text) => text.match(identifier) ?? []));
    return linkContent(this.#store, [...names]);
  }

  async close(): Promise<void> {
    await this.#store.close();
  }
}

/** All that linking says, in lines; the open sites of these names with their names. */
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
  for (const { path: of, header, interface: shape, resolution } of await interfacesNow(store))
    lines.push(`${of} = ${JSON.stringify([header, shape, resolution])}`);
  return lines.sort();
}

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % Math.max(1, list.length)];
}

/** The tree after an edit; numbers stand for files, lines and names, round about. */
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
      // A declaration or line goes.
      if (path !== undefined) put(path, lines.toSpliced(a % lines.length, 1 + (b % 3)));
      break;
    }
    case 1: {
      // A name becomes another one, in one file or everywhere.
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
      // A file moves, or is there twice.
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
      // A line moves, or is there twice.
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

/** A first tree, as choices, and edits. */
export const histories = fc.tuple(
  fc.array(numbers, { minLength: 1, maxLength: 12 }),
  fc.array(fc.tuple(numbers, numbers, numbers, numbers, numbers), { minLength: 1, maxLength: 8 }),
);

/** Files that nothing concerns: with them a program is large enough that not all facts are fetched for every edit. */
const bystanders: Tree = new Map(Array.from({ length: 24 }, (_, at) => [`bystanders/b${at}.lua`, `x = ${at}\n`]));

export function firstTree({ variants }: Family, choices: readonly number[]): Tree {
  const texts = Object.entries(variants).map(([path, of], at) => [path, pick(of, pick(choices, at) ?? 0)] as const);
  const written = texts.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string');
  return new Map([...bystanders, ...written]);
}

/** Histories that are played of each family; LINK_HISTORIES plays more. */
const wanted = process.env.LINK_HISTORIES;

export type History = readonly [first: number[], edits: [number, number, number, number, number][]];

/**
 * Throws for a history after which an index that was brought up to date differs from a new one.
 * @param known histories for which that was so once
 */
export async function playHistories(family: Family, count: number, known: readonly History[] = []): Promise<void> {
  const analysis = new Analysis();
  try {
    await fc.assert(
      fc.asyncProperty(histories, async ([choices, edits]) => {
        const [keeps, remembers] = [choices[0]! % 3 > 0, choices[0]! % 5 > 0];
        const index = await Index.open(analysis, { keeps, remembers, hands: !keeps });
        try {
          let tree = firstTree(family, choices);
          await index.update(tree);
          for (const [at, edit] of edits.entries()) {
            tree = edited(family, tree, edit);
            // Several edits can come at once.
            if (edit.at(-1)! % 4 === 0 && at < edits.length - 1) continue;
            await index.update(tree);
            expect(await index.content()).toEqual(await freshContent(analysis, tree));
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

async function freshContent(analysis: Analysis, tree: Tree): Promise<string[]> {
  const index = await Index.open(analysis);
  try {
    await index.update(tree);
    return await index.content();
  } finally {
    await index.close();
  }
}

/** How many links to files other than their own the first variants of a family have. */
export async function linkCount(family: Family): Promise<number> {
  const analysis = new Analysis();
  try {
    const lines = await freshContent(analysis, firstTree(family, [0]));
    return lines.filter((line) => /^(\S+) > (?!\1 )/.test(line)).length;
  } finally {
    analysis.close();
  }
}
