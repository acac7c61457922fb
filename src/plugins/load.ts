/**
 * Loads the plugins that the user's configuration names, once for each thread.
 * Invariants: only modules that the user's configuration names are imported, never modules that a project names (src/config ensures that).
 * A name that two plugins use for a thing of the same kind is an error.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sha256 } from '../util/bytes/digest.ts';
import { checkPlugin, pluginProblem } from './checks.ts';
import type { Plugin } from './contract.ts';

export interface LoadedPlugin extends Plugin {
  /** Absolute path of its module. */
  path: string;
  /** Digest of the module's text. */
  hash: string;
}

/** Plugins that are being or have been loaded, and in `loaded` those that are ready; both by the path of the module. */
const loading = new Map<string, Promise<LoadedPlugin>>();
const loaded = new Map<string, LoadedPlugin>();

async function importPlugin(path: string): Promise<LoadedPlugin> {
  let module: { default?: unknown };
  let hash: string;
  try {
    hash = sha256(readFileSync(path)).slice(0, 16);
    module = (await import(pathToFileURL(path).href)) as { default?: unknown };
  } catch (error) {
    throw pluginProblem(path, error instanceof Error ? error.message : String(error), error);
  }
  const plugin = module.default;
  if (plugin === undefined)
    throw pluginProblem(path, 'it has no default export; write export default definePlugin({ … })');
  checkPlugin(plugin, path);
  return { ...plugin, path, hash };
}

function load(path: string): Promise<LoadedPlugin> {
  let plugin = loading.get(path);
  if (plugin === undefined) {
    plugin = importPlugin(path).then((one) => {
      loaded.set(path, one);
      return one;
    });
    loading.set(path, plugin);
  }
  return plugin;
}

/** Throws an `AppError` for a name, tool, language, extension, file name or embedder that two plugins have, or one plugin twice. */
function refuseDuplicates(plugins: readonly LoadedPlugin[]): void {
  const owners = new Map<string, string>();
  const claim = (what: string, plugin: LoadedPlugin): void => {
    const owner = owners.get(what);
    if (owner !== undefined) throw pluginProblem(plugin.path, `${what} belongs to the plugin ${owner} already`);
    owners.set(what, plugin.name);
  };
  for (const plugin of plugins) {
    claim(`the name ${plugin.name}`, plugin);
    for (const { name } of plugin.tools ?? []) claim(`the tool ${name}`, plugin);
    for (const { id, extensions, filenames = [] } of plugin.languages ?? []) {
      claim(`the language ${id}`, plugin);
      for (const extension of new Set(extensions.map((one) => one.toLowerCase())))
        claim(`the extension ${extension}`, plugin);
      for (const name of new Set(filenames)) claim(`the file name ${name}`, plugin);
    }
    for (const { name } of plugin.embedders ?? []) claim(`the embedder ${name}`, plugin);
  }
}

/** @param paths absolute paths of modules. Rejects with an `AppError` for the first that cannot be used. */
export async function loadPlugins(paths: readonly string[]): Promise<readonly LoadedPlugin[]> {
  if (paths.length === 0) return [];
  const plugins: LoadedPlugin[] = [];
  for (const path of paths) plugins.push(await load(path));
  refuseDuplicates(plugins);
  return plugins;
}

/** The plugins that this thread has loaded already. */
export function loadedPlugins(paths: readonly string[]): readonly LoadedPlugin[] {
  return paths.map((path) => {
    const plugin = loaded.get(path);
    if (plugin === undefined) throw new Error(`the plugin ${basename(path)} is not loaded in this thread`);
    return plugin;
  });
}
