/** The languages of the registry and those of plugins. Invariant: without plugins the list is that of the registry. */
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { languageTable, type LanguageOverrides, type LanguageTable } from '../../extract/detect-language.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import type { Language, LanguageEntry } from '../../languages/language.ts';
import { languages } from '../../languages/registry.ts';
import { pluginProblem } from '../../plugins/checks.ts';
import type { PluginLanguage } from '../../plugins/contract.ts';
import { readExtraction } from '../../plugins/extraction.ts';
import { loadedPlugins, loadPlugins, type LoadedPlugin } from '../../plugins/load.ts';

/** Cached results of `languagesWith`, by the paths of the plugins. */
const listsByPlugins = new Map<string, readonly LanguageEntry[]>();
/** Languages of the plugins that this thread uses, by the path of their plugin. */
const pluginLanguages = new Map<string, readonly LanguageEntry[]>();
const registered: ReadonlyMap<string, LanguageEntry> = new Map(languages.map((language) => [language.id, language]));

function grammarUrl({ path }: LoadedPlugin, { id }: PluginLanguage, wasm: string): string {
  const url = wasm.startsWith('file:') ? wasm : pathToFileURL(wasm).href;
  if (statSync(new URL(url), { throwIfNoEntry: false })?.isFile() === true) return url;
  throw pluginProblem(path, `there is no grammar ${wasm} for the language ${id}`);
}

function asLanguage(plugin: LoadedPlugin, language: PluginLanguage): Language {
  const { id, name, extensions, filenames = [], interpreters = [], keywords = [], nature = 'code' } = language;
  const { grammar } = language;
  const common = {
    id,
    name,
    extensions: extensions.map((one) => one.toLowerCase()),
    filenames,
    interpreters,
    nature,
    keywords: keywords.map((one) => one.toLowerCase()),
  };
  if (grammar === undefined) {
    // `extract` is called as a method of the plugin's language, because it may use `this`.
    return { ...common, parser: 'text', extract: (file) => readExtraction(language.extract?.(file), file.text) };
  }
  const { wasm, query } = grammar;
  return { ...common, parser: 'tree-sitter', grammar: { wasm: grammarUrl(plugin, language, wasm), query } };
}

/** An entry whose language is loaded already, with its plugin. */
function asEntry(language: Language): LanguageEntry {
  return { ...language, isLinked: false, isPlain: false, load: () => Promise.resolve(language) };
}

/** Throws if a plugin's language has the id of a registered language, or an extension or file name of a registered language with a parser. */
function refuseConflicts(plugin: LoadedPlugin, { id, extensions, filenames = [] }: LanguageEntry): void {
  if (registered.has(id)) throw pluginProblem(plugin.path, `the language ${id} is Code Scout's own`);
  for (const one of languages) {
    if (one.parser === 'text') continue;
    const taken =
      extensions.find((extension) => one.extensions.includes(extension)) ??
      filenames.find((name) => one.filenames?.includes(name) === true);
    if (taken !== undefined)
      throw pluginProblem(plugin.path, `${taken} is ${one.name}'s, which Code Scout parses itself`);
  }
}

/** The registered languages without the extensions, file names and interpreters that plugins have taken over. */
function withoutTakenNames(added: readonly LanguageEntry[]): readonly LanguageEntry[] {
  const taken = new Set(
    added.flatMap(({ extensions, filenames = [], interpreters = [] }) => [
      ...extensions,
      ...filenames,
      ...interpreters,
    ]),
  );
  const free = (names: readonly string[] | undefined): string[] => (names ?? []).filter((name) => !taken.has(name));
  return languages.map((language) => {
    const { extensions, filenames, interpreters } = language;
    const all = [...extensions, ...(filenames ?? []), ...(interpreters ?? [])];
    if (!all.some((name) => taken.has(name))) return language;
    return { ...language, extensions: free(extensions), filenames: free(filenames), interpreters: free(interpreters) };
  });
}

/**
 * The languages of these plugins and of the registry. Throws an `AppError` if a plugin's language conflicts with a registered one.
 * @param paths of plugins that this thread has loaded
 */
export function languagesWith(paths: readonly string[]): readonly LanguageEntry[] {
  if (paths.length === 0) return languages;
  const key = paths.join('\n');
  let list = listsByPlugins.get(key);
  if (list === undefined) {
    const added = loadedPlugins(paths).flatMap((plugin) => {
      const entries = (plugin.languages ?? []).map((one) => asEntry(asLanguage(plugin, one)));
      for (const language of entries) refuseConflicts(plugin, language);
      pluginLanguages.set(plugin.path, entries);
      return entries;
    });
    list = added.length === 0 ? languages : [...added, ...withoutTakenNames(added)];
    listsByPlugins.set(key, list);
  }
  return list;
}

/** The registered languages and those of all plugins that this thread uses: for the files of an index, and for language names in questions. */
export function knownLanguages(): readonly LanguageEntry[] {
  return pluginLanguages.size === 0 ? languages : [...[...pluginLanguages.values()].flat(), ...languages];
}

/** Loads plugins for a thread, and checks their languages. Rejects with an `AppError`. */
export async function usePlugins(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await loadPlugins(paths);
  languagesWith(paths);
}

/** One text for each plugin with languages: its name, version and hash. Null if there are none. An index depends on them. */
export function languageMark(paths: readonly string[]): string[] | null {
  const marks = loadedPlugins(paths)
    .filter(({ languages: added = [] }) => added.length > 0)
    .map(({ name, version, hash }) => `${name} ${version} ${hash}`);
  return marks.length === 0 ? null : marks;
}

export type LanguageSettings = Pick<ParseWorkerData, 'extensions' | 'disabled' | 'plugins'>;

export const overridesOf = ({ extensions, disabled }: LanguageSettings): LanguageOverrides => ({
  extensions: new Map(extensions),
  disabled: new Set(disabled),
});

/** The table of languages by extension. The plugins of `data` must be loaded already (`usePlugins`). */
export function createLanguageTable(data: LanguageSettings): LanguageTable<LanguageEntry> {
  return languageTable(languagesWith(data.plugins ?? []), overridesOf(data));
}
