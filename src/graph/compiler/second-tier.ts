/**
 * The second tier of linking: asks the TypeScript compiler about sites that our own linking (the first tier) left unresolved.
 * Invariants: asking writes nothing to the index; an answer is stored only if the content of its file, and all that it may depend
 * on, are unchanged; where the compiler is missing, dies, takes too long or has too little memory, the links of the first tier stay as they are.
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
  /** The absolute path of the root, with `/` and resolved symbolic links, as the compiler writes paths. */
  root: string;
  /** The text of a file on disk, and the hash of its bytes; null when it cannot be read. */
  read: (path: string) => { text: string; hash: string } | null;
  /** Whether to ask again about files whose answers are still valid. */
  force?: boolean;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
  /** The path of the compiler's program; null for none. Default: that of our own dependencies. */
  program?: string | null;
  /** Returns how many bytes of memory the compiler may use for source of a size; null for too few to try. Default: `memoryFor`. */
  memory?: (sourceBytes: number) => number | null;
}

export interface CompilerAnswers {
  /** The answers to store. */
  links: PreciseLinks[];
  /** All files that were asked about, with or without links. */
  asked: string[];
  /** The state of the files when the compiler was asked. `applyAnswers` compares it with the present state. */
  state: string;
  report: CompilerReport;
}

export interface CompilerReport {
  /** How many files and sites the compiler was asked about. */
  files: number;
  sites: number;
  /** How many sites now have a link, and how many are now known to be external. */
  linked: number;
  external: number;
  /** Why files were not asked about, as sentences for the user. */
  notes: string[];
}

/** The maximum number of configurations; of more, those nearest to the root are taken. */
const maxConfigs = 400;
/** The maximum number of files to ask about; a project with more would not fit into any memory, and the compiler is not asked. */
const maxFiles = 40_000;
/** The time limits for reading all configurations, and for one configuration's program. */
const configsMs = 60_000;
const programMs = 300_000;
/** After this time no further program is loaded. */
const roundMs = 900_000;

/** Whether there is a compiler, and a configuration for it. */
export function canAsk(paths: readonly string[]): boolean {
  return paths.some(isProjectConfig) && findCompiler() !== null;
}

/**
 * Asks the compiler about the unresolved sites of files without valid answers. Null where there is no such file, where there are too many
 * (`maxFiles`), or where there is no configuration or no compiler.
 */
export async function askCompiler(options: SecondTierOptions): Promise<CompilerAnswers | null> {
  const { store, program = findCompiler() } = options;
  if (program === null) return null;
  const { paths } = (await store.state()).documents;
  const configs = paths.filter(isProjectConfig).sort((a, b) => a.split('/').length - b.split('/').length);
  if (configs.length === 0) return null;
  const now = await filesNow(store);
  const before = stillAnswered(options.force === true ? null : await store.getMeta('compilerAsked'), now);
  const unresolved = await unresolvedPlaces(store, now, before);
  if (unresolved.size === 0 || unresolved.size > maxFiles) return null;
  const round = new AskingRound(options, program, now, unresolved);
  try {
    await round.run(configs.slice(0, maxConfigs));
    // A call in progress when it was cancelled may have returned without an answer.
    if (options.signal?.aborted === true) throw new CompilerGone('cancelled', 'cancelled');
  } finally {
    await round.close();
  }
  const { links, asked, report } = round;
  // None of the answers is in the index yet: `applyAnswers` stores them.
  const state = answeredState({ ...now, answered: new Set() }, [...before, ...asked]);
  return { links, asked, report, state };
}

/**
 * Stores the answers that are still valid, and has their files linked again.
 * @param link brings the links up to date with the index
 */
export async function applyAnswers(store: Store, answers: CompilerAnswers, link: () => Promise<void>): Promise<void> {
  const valid = stillAnswered(answers.state, await filesNow(store));
  const stored = new Map((await storedAnswers(store, answers.asked)).map((one) => [one.path, one]));
  const withLinks = new Set(answers.links.map(({ path }) => path));
  const isNew = ({ path, hash, data }: PreciseLinks): boolean => {
    const old = stored.get(path);
    return old === undefined || old.hash !== hash || Buffer.compare(old.data, data) !== 0;
  };
  await store.writePreciseLinks({
    files: answers.links.filter((one) => valid.has(one.path) && isNew(one)),
    removed: answers.asked
      .filter((path) => valid.has(path) && !withLinks.has(path) && stored.has(path))
      .map((path) => ({ path, source: compilerSource })),
  });
  await link();
  const now = await filesNow(store);
  await store.setMeta('compilerAsked', answeredState(now, valid));
}

async function storedAnswers(store: Store, paths: readonly string[]): Promise<PreciseLinks[]> {
  return (await store.preciseLinks(paths)).filter(({ source }) => source === compilerSource);
}

/** The sites that the first tier left unresolved: those that still are unresolved, and those that the compiler has resolved since. By path. */
async function unresolvedPlaces(
  store: Store,
  now: FilesNow,
  answered: ReadonlySet<string>,
): Promise<Map<string, UnresolvedPlace[]>> {
  const files = [...now.files.values()].filter(({ linked }) => !answered.has(linked.path));
  const found = await store.unresolvedPlaces(files.map(({ linked }) => linked.id));
  const unresolved = new Map<string, UnresolvedPlace[]>();
  for (const { linked } of files) {
    const places = found.get(linked.id);
    if (places !== undefined) unresolved.set(linked.path, places);
  }
  const paths = files.map(({ linked }) => linked.path);
  for (const { path, data } of await storedAnswers(store, paths)) {
    const { links, external } = unpackPreciseAnswers(data);
    const places = [
      ...links.map(({ line, column, kind }) => ({ line, column, kind, container: -1 })),
      ...external.map((place) => ({ ...place, kind: 'read' as const, container: -1 })),
    ];
    unresolved.set(path, [...(unresolved.get(path) ?? []), ...places]);
  }
  return unresolved;
}

/** One round of questions to the compiler, with the answers and the report. */
class AskingRound {
  readonly #options: SecondTierOptions;
  readonly #program: string;
  readonly #now: FilesNow;
  readonly #unresolved: ReadonlyMap<string, readonly UnresolvedPlace[]>;
  readonly #memory: (sourceBytes: number) => number | null;
  readonly #questions: FileQuestions;
  readonly #unasked: Set<string>;
  #compiler: TypescriptCompiler | null = null;
  readonly links: PreciseLinks[] = [];
  readonly asked: string[] = [];
  readonly report: CompilerReport = { files: 0, sites: 0, linked: 0, external: 0, notes: [] };

  constructor(
    options: SecondTierOptions,
    program: string,
    now: FilesNow,
    unresolved: ReadonlyMap<string, readonly UnresolvedPlace[]>,
  ) {
    this.#options = options;
    this.#program = program;
    this.#now = now;
    this.#unresolved = unresolved;
    this.#memory = options.memory ?? memoryFor;
    this.#unasked = new Set(unresolved.keys());
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
    const deadline = Date.now() + roundMs;
    for (const [config, files] of assignFiles(this.#unasked, listed)) {
      if (Date.now() > deadline) {
        this.report.notes.push('the compiler took too long: the rest is asked in a later run');
        break;
      }
      const all = listed.find((one) => one.config === config)?.files ?? [];
      const bytes = all.reduce((sum, path) => sum + (this.#now.files.get(path)?.size ?? 0), 0);
      const limits = { sourceBytes: bytes, timeMs: programMs };
      const outcome = await this.#withCompiler(limits, (compiler) => this.#askAll(compiler, config, files));
      // The compiler would fail on these files again, at the same cost. So they count as asked until they change.
      if (outcome === 'gone') for (const path of files) if (this.#unasked.delete(path)) this.asked.push(path);
    }
    // The compiler cannot answer for files that no configuration lists, so they count as asked too.
    if (this.report.notes.length === 0) this.asked.push(...this.#unasked);
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
    // The program also contains files that the configuration does not list, through imports: they are asked about too.
    const ofProgram = new Set(files);
    for (const file of program ?? []) {
      const path = this.#questions.relative(file);
      if (path !== null && this.#unasked.has(path)) ofProgram.add(path);
    }
    for (const path of ofProgram) {
      if (!this.#unasked.delete(path)) continue;
      this.asked.push(path);
      if (program !== null)
        this.#addAnswers(path, await this.#questions.ask(compiler, path, this.#unresolved.get(path) ?? []));
      this.#options.onProgress?.(this.#unresolved.size - this.#unasked.size, this.#unresolved.size);
    }
  }

  #addAnswers(path: string, answered: Answered | null): void {
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

  /** The result of `work`; 'short' where there is too little memory to try, 'gone' where the compiler ended before the result. */
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
