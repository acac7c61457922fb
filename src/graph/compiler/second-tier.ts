/**
 * The second tier of linking: what the first one left open is asked of the TypeScript compiler.
 * Invariants: asking changes nothing; an answer is kept only for the content that it was given for, and while nothing that it may lean on
 * has changed; a compiler that is missing, dies, takes too long or finds too little memory leaves the first tier's links as they are.
 */
import type { UnresolvedPlace } from '../../store/link-store.ts';
import { packPreciseAnswers, unpackPreciseAnswers } from '../../store/packed/packed-precise-links.ts';
import type { PreciseLinks } from '../../store/link-store.ts';
import type { Store } from '../../store/store.ts';
import {
  answeredState,
  compilerSource,
  filesNow,
  isProjectConfig,
  stillAnswered,
  type FilesNow,
} from './asked-files.ts';
import { DeclaredSymbols } from './declared-symbols.ts';
import { FileQuestions, type Answered } from './file-questions.ts';
import { memoryFor } from './memory.ts';
import { assignFiles, type ConfigFiles } from './project-configs.ts';
import { CompilerGone, findCompiler, TypescriptCompiler, type CompilerLimits } from './typescript-compiler.ts';

export interface SecondTierOptions {
  store: Store;
  /** Absolute, with `/`, links followed: the compiler names files so. */
  root: string;
  /** A file as it is on disk; null when it cannot be read. */
  read: (path: string) => { text: string; hash: string } | null;
  /** Asks again about files whose answers hold. */
  force?: boolean;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
  /** The compiler's program (default: ours; null: none). */
  program?: string | null;
  /** How much the compiler may hold for so much source; null for too little to try (bytes). */
  memory?: (sourceBytes: number) => number | null;
}

export interface CompilerAnswers {
  /** What is to be kept. */
  links: PreciseLinks[];
  /** All that were asked about, links or not. */
  asked: string[];
  /** For `applyAnswers`. */
  state: string;
  report: CompilerReport;
}

export interface CompilerReport {
  files: number;
  sites: number;
  /** Sites that have a link now, and those that are known to lead out of the project. */
  linked: number;
  external: number;
  /** Why files were not asked about, for people. */
  notes: string[];
}

/** Configurations beyond are not looked at: the nearest to the root come first. */
const maxConfigs = 400;
/** More files are not asked about: their program would not fit anywhere. */
const maxFiles = 40_000;
const configsMs = 60_000;
const programMs = 300_000;
/** After so long no further program is begun. */
const roundMs = 900_000;

/** Whether there is somebody to ask, and something to ask about. */
export function canAsk(paths: readonly string[]): boolean {
  return paths.some(isProjectConfig) && findCompiler() !== null;
}

/** The compiler's answers to what is open and was not asked; null where there is nothing to ask or nobody to answer. */
export async function askCompiler(options: SecondTierOptions): Promise<CompilerAnswers | null> {
  const { store, program = findCompiler() } = options;
  if (program === null) return null;
  const { paths } = await store.documents();
  const configs = paths.filter(isProjectConfig).sort((a, b) => a.split('/').length - b.split('/').length);
  if (configs.length === 0) return null;
  const now = await filesNow(store);
  const before = stillAnswered(options.force === true ? null : await store.getMeta('compilerAsked'), now);
  const open = await unresolvedPlaces(store, now, before);
  if (open.size === 0 || open.size > maxFiles) return null;
  const round = new AskingRound(options, program, now, open);
  try {
    await round.run(configs.slice(0, maxConfigs));
    // A call that was under way when it ended may have come back without an answer.
    if (options.signal?.aborted === true) throw new CompilerGone('cancelled', 'cancelled');
  } finally {
    await round.close();
  }
  const { links, asked, report } = round;
  // Whether there are answers in the index shows when these are kept.
  const state = answeredState({ ...now, kept: new Set() }, [...before, ...asked]);
  return { links, asked, report, state };
}

/**
 * Keeps answers that still hold, and has the files linked again.
 * @param link brings the links up to date with the index
 */
export async function applyAnswers(store: Store, answers: CompilerAnswers, link: () => Promise<void>): Promise<void> {
  const holds = stillAnswered(answers.state, await filesNow(store));
  const kept = new Map((await ownAnswers(store, answers.asked)).map((one) => [one.path, one]));
  const given = new Set(answers.links.map(({ path }) => path));
  const isNew = ({ path, hash, data }: PreciseLinks): boolean => {
    const known = kept.get(path);
    return known === undefined || known.hash !== hash || Buffer.compare(known.data, data) !== 0;
  };
  await store.writePreciseLinks({
    files: answers.links.filter((one) => holds.has(one.path) && isNew(one)),
    removed: answers.asked
      .filter((path) => holds.has(path) && !given.has(path) && kept.has(path))
      .map((path) => ({ path, source: compilerSource })),
  });
  await link();
  const now = await filesNow(store);
  await store.setMeta('compilerAsked', answeredState(now, holds));
}

async function ownAnswers(store: Store, paths: readonly string[]): Promise<PreciseLinks[]> {
  return (await store.preciseLinks(paths)).filter(({ source }) => source === compilerSource);
}

/** The places of files that the first tier left open: those that are, and those that the compiler answered before. */
async function unresolvedPlaces(
  store: Store,
  now: FilesNow,
  answered: ReadonlySet<string>,
): Promise<Map<string, UnresolvedPlace[]>> {
  const files = [...now.files.values()].filter(({ linked }) => !answered.has(linked.path));
  const found = await store.unresolvedPlaces(files.map(({ linked }) => linked.id));
  const open = new Map<string, UnresolvedPlace[]>();
  for (const { linked } of files) {
    const places = found.get(linked.id);
    if (places !== undefined) open.set(linked.path, places);
  }
  const paths = files.map(({ linked }) => linked.path);
  for (const { path, data } of await ownAnswers(store, paths)) {
    const { links, external } = unpackPreciseAnswers(data);
    const places = [
      ...links.map(({ line, column, kind }) => ({ line, column, kind, container: -1 })),
      ...external.map((place) => ({ ...place, kind: 'read' as const, container: -1 })),
    ];
    open.set(path, [...(open.get(path) ?? []), ...places]);
  }
  return open;
}

class AskingRound {
  readonly #options: SecondTierOptions;
  readonly #program: string;
  readonly #now: FilesNow;
  readonly #open: ReadonlyMap<string, readonly UnresolvedPlace[]>;
  readonly #memory: (sourceBytes: number) => number | null;
  readonly #questions: FileQuestions;
  readonly #left: Set<string>;
  #compiler: TypescriptCompiler | null = null;
  readonly links: PreciseLinks[] = [];
  readonly asked: string[] = [];
  readonly report: CompilerReport = { files: 0, sites: 0, linked: 0, external: 0, notes: [] };

  constructor(
    options: SecondTierOptions,
    program: string,
    now: FilesNow,
    open: ReadonlyMap<string, readonly UnresolvedPlace[]>,
  ) {
    this.#options = options;
    this.#program = program;
    this.#now = now;
    this.#open = open;
    this.#memory = options.memory ?? memoryFor;
    this.#left = new Set(open.keys());
    const { store, root, read } = options;
    const textOf = (path: string): { id: number; text: string } | null => {
      const file = now.files.get(path);
      const content = file === undefined ? null : read(path);
      if (file === undefined || content === null || content.hash !== file.hash) return null;
      return { id: file.linked.fileId, text: content.text };
    };
    this.#questions = new FileQuestions({
      root,
      paths: now.files.keys(),
      symbols: new DeclaredSymbols(store, textOf),
      textOf,
    });
  }

  async run(configs: readonly string[]): Promise<void> {
    const limits = { sourceBytes: 0, timeMs: configsMs };
    const listed = await this.#withCompiler(limits, (compiler) => this.#list(compiler, configs));
    if (typeof listed === 'string') return;
    const until = Date.now() + roundMs;
    for (const [config, files] of assignFiles(this.#left, listed)) {
      if (Date.now() > until) {
        this.report.notes.push('the compiler took too long: the rest is asked in a later run');
        break;
      }
      const all = listed.find((one) => one.config === config)?.files ?? [];
      const bytes = all.reduce((sum, path) => sum + (this.#now.files.get(path)?.size ?? 0), 0);
      const limits = { sourceBytes: bytes, timeMs: programMs };
      const outcome = await this.#withCompiler(limits, (compiler) => this.#askAll(compiler, config, files));
      // What it broke off on it would break off on again, at the same price: its files wait for a change.
      if (outcome === 'gone') for (const path of files) if (this.#left.delete(path)) this.asked.push(path);
    }
    // What no configuration has has nobody to answer it.
    if (this.report.notes.length === 0) this.asked.push(...this.#left);
  }

  async #list(compiler: TypescriptCompiler, configs: readonly string[]): Promise<ConfigFiles[]> {
    const listed: ConfigFiles[] = [];
    for (const config of configs) {
      const files = await compiler.filesOf(this.#questions.absolute(config));
      if (files !== null) listed.push({ config, files: files.flatMap((file) => this.#questions.relative(file) ?? []) });
    }
    return listed;
  }

  async #askAll(compiler: TypescriptCompiler, config: string, files: readonly string[]): Promise<void> {
    const program = await compiler.open(this.#questions.absolute(config));
    // Files that it has without listing them come along.
    const here = new Set(files);
    for (const file of program ?? []) {
      const path = this.#questions.relative(file);
      if (path !== null && this.#left.has(path)) here.add(path);
    }
    for (const path of here) {
      if (!this.#left.delete(path)) continue;
      this.asked.push(path);
      if (program !== null) this.#keep(path, await this.#questions.ask(compiler, path, this.#open.get(path) ?? []));
      this.#options.onProgress?.(this.#open.size - this.#left.size, this.#open.size);
    }
  }

  #keep(path: string, answered: Answered | null): void {
    if (answered === null) return;
    const { sites, linkedSites, links, external } = answered;
    this.report.files++;
    this.report.sites += sites;
    this.report.linked += linkedSites;
    this.report.external += external.length;
    if (links.length + external.length === 0) return;
    const data = packPreciseAnswers({ whole: false, links, external });
    this.links.push({ path, source: compilerSource, hash: this.#now.files.get(path)!.hash, data });
  }

  async close(): Promise<void> {
    await this.#compiler?.close();
    this.#compiler = null;
  }

  /** What `work` gives; or that there is too little memory to try, or that the compiler ended before it. */
  async #withCompiler<T>(
    { sourceBytes, timeMs }: { sourceBytes: number; timeMs: number },
    work: (compiler: TypescriptCompiler) => Promise<T>,
  ): Promise<T | 'short' | 'gone'> {
    const { signal, root } = this.#options;
    const memoryBytes = this.#memory(sourceBytes);
    if (memoryBytes === null) {
      this.report.notes.push(`too little memory to check ${sourceBytes} bytes of source`);
      return 'short';
    }
    const limits: CompilerLimits = { memoryBytes, timeMs, ...(signal === undefined ? {} : { signal }) };
    try {
      this.#compiler ??= await TypescriptCompiler.start(this.#program, root, limits);
      this.#compiler.allow(timeMs);
      return await work(this.#compiler);
    } catch (error) {
      await this.close();
      if (!(error instanceof CompilerGone) || error.reason === 'cancelled') throw error;
      this.report.notes.push(`the compiler gave up: ${error.message}`);
      return 'gone';
    }
  }
}
