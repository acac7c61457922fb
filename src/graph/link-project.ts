/**
 * Brings the links of the index up to date with its files: links what was written since, and whatever leans on what changed.
 * Invariants: the links equal those of a project that is linked from scratch; a run that is broken off leaves a mark, and the next one
 * links everything anew; memory is bounded by `maxFactsBytes` and the packed facts, not by what is worked out.
 */
import type { Language } from '../languages/language.ts';
import type { DocumentTable } from '../store/store.ts';
import { Digest } from './digest.ts';
import { planLinks } from './link-plan.ts';
import { LinkRun } from './link-run.ts';
import type { LinkReport, LinkRunOptions } from './link-run-options.ts';
import type { LinkSession } from './link-session.ts';
import { PreciseSources } from './precise-sources.ts';
import { ProjectModules } from './project-modules.ts';

export type { LinkReport } from './link-run-options.ts';

export interface LinkOptions extends LinkRunOptions {
  languages: readonly Language[];
  /** The text of a configuration file as it is on disk; null when it cannot be read. */
  read: (path: string) => string | null;
  /** Names what linking gives; links made by another version are made anew. */
  version: string;
  /** What an earlier run of this thread knew, and this one leaves for the next. */
  session?: LinkSession;
}

export async function linkProject(options: LinkOptions): Promise<LinkReport> {
  const { store, version } = options;
  const languages = new Map(options.languages.map((language) => [language.id, language]));
  const documents = await store.documents();
  const sound = (await store.getMeta('linkingVersion')) === version;
  const { session } = options;
  const kept = sound && session !== undefined ? await session.rows(store) : null;
  const linked =
    kept ?? new Map((await store.linkedFiles()).map((row) => [row.path, sound ? row : { ...row, fileId: 0 }]));
  const plan = planLinks(documents, linked, languages);
  const ids = new Map(documents.paths.map((path, row) => [path, documents.ids[row]!]));
  const configs = await store.getMeta('linkedConfigs');
  const others = pathsOfData(documents, languages);
  const configsChanged = configs !== null && configsOf(pathsOf(configs), ids, others) !== configs;
  if (sound && plan.changed.length + plan.removed.length === 0 && !configsChanged)
    return { linked: 0, dependents: 0, failed: [] };
  await store.setMeta('linkingVersion', null);
  const pathsChanged = plan.removed.length > 0 || plan.changed.some(({ row }) => row === null);
  const known = kept === null || pathsChanged || configsChanged ? null : (session?.modules ?? null);
  const modules = known ?? new ProjectModules({ paths: documents.paths, read: options.read }, languages);
  session?.forget();
  const precise = await PreciseSources.open(store, plan.files);
  const run = new LinkRun(
    session === undefined ? options : { ...options, mentions: session.mentions },
    plan,
    modules,
    precise,
  );
  const report = await run.run(configsChanged);
  const before = configs === null ? [] : pathsOf(configs);
  await store.setMeta(
    'linkedConfigs',
    configsOf([...new Set([...before, ...modules.configPaths])].sort(), ids, others),
  );
  await store.setMeta('linkingVersion', version);
  run.written.putOver(linked, plan.removed);
  await session?.keep(store, linked, modules);
  return report;
}

/** Configuration files with the content that was seen, and which files there are that could be such (`others`). */
function configsOf(paths: readonly string[], ids: ReadonlyMap<string, number>, others: string): string {
  return JSON.stringify([others, ...paths.map((path) => [path, ids.get(path) ?? 0])]);
}

function pathsOf(configs: string): string[] {
  const [, ...paths] = JSON.parse(configs) as [string, ...[string, number][]];
  return paths.map(([path]) => path);
}

/** Names the paths of the files of data: one that nobody asked for can be a configuration once it is there. */
function pathsOfData(
  { paths, languages: ids, count }: DocumentTable,
  languages: ReadonlyMap<string, Language>,
): string {
  const digest = new Digest();
  for (let row = 0; row < count; row++) if (languages.get(ids[row]!)?.nature === 'data') digest.text(paths[row]!);
  return digest.toString();
}
