/**
 * Brings the links of the index up to date with its files: links the files that were written since the last run, and the files that depend on them.
 * Invariants: the links equal those of a project that is linked from scratch; an aborted run leaves `linkingVersion`
 * empty, and the next run links everything again; memory is limited by `maxSummaryBytes` and `maxRetainedBytes` of `LinkRun`, not by the
 * project's size.
 * This folder imports all of the linker but `queries/`, and passes the dialects to the program.
 */
import type { Language, LanguageEntry } from '../../languages/language.ts';
import type { LinkedFile } from '../../store/link-store.ts';
import type { DocumentTable, Store } from '../../store/store.ts';
import { lowerBound } from '../../util/lower-bound.ts';
import { storeFailed } from './failed-links.ts';
import type { LinkReport, LinkRunOptions } from './link-run-options.ts';
import type { CachedProject, LinkSession } from './link-session.ts';
import { emptyRow, LinkedProject } from '../incremental/linked-project.ts';
import { PreciseSources } from './precise-sources.ts';
import { ProjectModules } from '../program/project-modules.ts';
import { WrittenRows } from './written-rows.ts';

export type { LinkReport } from './link-run-options.ts';

export interface LinkOptions extends LinkRunOptions {
  languages: readonly LanguageEntry[];
  /** Returns the text of a configuration file as it is on disk; null when it cannot be read. */
  read: (path: string) => string | null;
  /** The version of the linker; links made by another version are made again. */
  version: string;
  /** Called before the first change to the links, if there is any. When it throws, the run ends and the links stay as they are. */
  onWork?: () => void;
  /** The state of the last run in this thread. The run uses it, and puts its own state in for the next run. */
  session?: LinkSession;
}

export async function linkProject(options: LinkOptions): Promise<LinkReport> {
  const { store, version, session } = options;
  const areLinksComplete = (await store.getMeta('linkingVersion')) === version;
  const emptyReport = { linked: 0, dependents: 0, failed: [], places: [] };
  if (areLinksComplete && session === undefined && (await isUpToDate(store))) return emptyReport;
  const languages = new Map(options.languages.map((language) => [language.id, language]));
  const { documents } = await store.state();
  const cached = (await session?.take(store)) ?? null;
  const project = await projectNow(documents, {
    store,
    languages,
    cached: areLinksComplete ? cached : null,
    areLinksComplete,
  });
  const configs = await store.getMeta('linkedConfigs');
  const isNewProject = project !== cached?.project;
  const configsChanged = configs !== null && configsOf(pathsOf(configs), documents, project) !== configs;
  if (areLinksComplete && project.changed.length + project.removed.length === 0 && !configsChanged) {
    await session?.keep(store, { project, modules: isNewProject ? null : (cached?.modules ?? null) });
    // The stored generation lets the next run end early (`isUpToDate`). Where the index cannot be written, the next run does this work again.
    if (session === undefined) await store.setMeta('linksSettled', await generationOf(store)).catch(() => {});
    return emptyReport;
  }
  options.onWork?.();
  // Loaded only here, because most runs find nothing to link.
  const { LinkRun } = await import('./link-run.ts');
  const linkedLanguages = await languagesOf(documents, languages);
  await store.setMeta('linkingVersion', null);
  const cachedModules = isNewProject || configsChanged ? null : (cached?.modules ?? null);
  const modules = cachedModules ?? new ProjectModules({ paths: documents.paths, read: options.read }, linkedLanguages);
  const precise = await PreciseSources.open(store, project);
  // Only the next run in this thread needs the rows.
  const kept = session && { mentions: session.mentions, written: new WrittenRows() };
  const run = new LinkRun({ ...options, ...kept }, project, modules, precise);
  const report = await run.run(configsChanged);
  const before = configs === null ? [] : pathsOf(configs);
  const configPaths = [...new Set([...before, ...modules.configPaths])].sort();
  await storeFailed(store, project, report);
  await store.setMeta('linkedConfigs', configsOf(configPaths, documents, project));
  await store.setMeta('linkingVersion', version);
  if (kept !== undefined) project.takeWritten(kept.written.rows());
  await session?.keep(store, { project, modules });
  return report;
}

/** A number, as text, that each write to the index changes. */
async function generationOf(store: Store): Promise<string> {
  return String(await store.generation());
}

/** Whether nothing was written to the index since a run that found nothing to link. A change of any file, also of a configuration, is written there. */
async function isUpToDate(store: Store): Promise<boolean> {
  return (await store.getMeta('linksSettled')) === (await generationOf(store));
}

/** The linked languages of the project's files, by id. */
async function languagesOf(
  documents: DocumentTable,
  languages: ReadonlyMap<string, LanguageEntry>,
): Promise<ReadonlyMap<string, Language>> {
  const used = [...new Set(documents.languages)].flatMap((id) => languages.get(id) ?? []);
  const linked = used.filter(({ isLinked }) => isLinked);
  return new Map(await Promise.all(linked.map(async (entry) => [entry.id, await entry.load()] as const)));
}

interface ProjectSources {
  store: Store;
  languages: ReadonlyMap<string, LanguageEntry>;
  cached: CachedProject | null;
  /** Whether the links are complete and of this version. */
  areLinksComplete: boolean;
}

/** The project of the present files: the cached one, brought up to date, or a new one. */
async function projectNow(
  documents: DocumentTable,
  { store, languages, cached, areLinksComplete }: ProjectSources,
): Promise<LinkedProject> {
  if (cached?.project.advance(documents) === true) return cached.project;
  // Where the links are not complete, all files count as changed (no content has the id 0), and nothing but their ids is used.
  const rowsOfStore = async (): Promise<LinkedFile[]> =>
    areLinksComplete ? store.linkedFiles() : (await store.linkPlaces()).map(emptyRow);
  const rows = cached?.project.rows() ?? new Map((await rowsOfStore()).map((row) => [row.path, row]));
  return new LinkedProject(documents, rows, languages);
}

/**
 * A text that changes when the content of a configuration file does, or when a data file is added or removed: a new data file may be a configuration.
 */
function configsOf(paths: readonly string[], documents: DocumentTable, { dataFiles }: LinkedProject): string {
  const id = (path: string): number => {
    const row = lowerBound(documents.paths, path);
    return documents.paths[row] === path ? documents.ids[row]! : 0;
  };
  return JSON.stringify([dataFiles, ...paths.map((path) => [path, id(path)])]);
}

/** The paths of the configuration files in the text of `configsOf`. */
function pathsOf(configs: string): string[] {
  const [, ...paths] = JSON.parse(configs) as [string, ...[string, number][]];
  return paths.map(([path]) => path);
}
