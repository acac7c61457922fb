/**
 * Makes the effective configuration. Later layers override earlier ones: defaults, user file, project file, environment, flags.
 * Invariant: the project's file comes with the repository, so it cannot name anything outside of the project, nor raise what a run may use.
 */
import { availableParallelism, totalmem } from 'node:os';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { projectFileName, readConfigFile, unknownKey, userFileName } from './config-file.ts';
import type { RawSetting } from './config-file.ts';
import { embeddingKeyVariable, httpTokenVariable, reviewTokenVariable, readEnvironment } from './environment.ts';
import { languageIds } from './language-ids.ts';
import { environmentName, settings } from './options.ts';
import type { Option } from './option.ts';
import type { AppConfig, OptionKey, OptionValue } from './options.ts';
import { configurationError, mustBe, show, unlessSecret } from './problems.ts';
import type { ConfigProblem } from './problems.ts';
import { placePlugin } from './plugin-modules.ts';
import { fileInTheWay, leadsInside } from '../util/paths/leads-inside.ts';
import { readValue } from './values.ts';
import { nearest } from '../util/nearest.ts';

export const layers = ['default', 'user file', 'project file', 'environment', 'flag'] as const;
export type Layer = (typeof layers)[number];

/** Where a value came from. `where` is the file with line and column, the variable or the flag, as text for people; empty for a default. */
export interface Origin {
  layer: Layer;
  where: string;
}

/** The values of flags by option key: as text, or as the value itself. */
export type Flags = Partial<Record<OptionKey, string | number | boolean | readonly string[]>>;

export interface LoadRequest {
  /** Absolute path of the project. */
  root: string;
  flags?: Flags;
  /** Variables that start with `CODE_SCOUT_`; if absent, those of the process. */
  env?: ReadonlyMap<string, string>;
  /** Folder of the user's `config.json`; null for none. If absent, the folder that readEnvironment finds. */
  userConfigDir?: string | null;
  /** If false, the project’s configuration file is not read. */
  projectFile?: false;
  /** The folder that a path in a flag is relative to. Default: the working directory of the process. */
  workingDirectory?: string;
}

export interface LoadedConfig {
  config: AppConfig;
  /** The origin of the value of every key of `settings`. */
  origins: ReadonlyMap<string, Origin>;
  files: { path: string; layer: Layer; found: boolean }[];
  /** Values of the project's file without effect, since it may only lower what lower layers say. */
  withoutEffect: { key: string; where: string; received: unknown }[];
}

interface LayerInput {
  layer: Layer;
  settings: RawSetting[];
  /** Whether the values are text, as in variables and flags. */
  isText: boolean;
}

interface State {
  request: LoadRequest;
  /** Folder of the user's file; null without one. */
  userFolder: string | null;
  values: Map<string, OptionValue>;
  origins: Map<string, Origin>;
  problems: ConfigProblem[];
  withoutEffect: LoadedConfig['withoutEffect'];
}

function environmentLayer(env: ReadonlyMap<string, string>, problems: ConfigProblem[]): LayerInput {
  const found: RawSetting[] = [];
  if (env.size === 0) return { layer: 'environment', settings: found, isText: true };
  const keys = new Map([...settings.keys()].map((key) => [environmentName(key), key]));
  for (const [name, raw] of env) {
    const key = keys.get(name);
    if (key !== undefined) {
      if (raw !== '') found.push({ key, raw, where: name });
      continue;
    }
    const near = nearest(name, [...keys.keys(), embeddingKeyVariable, httpTokenVariable, reviewTokenVariable]);
    const guess = near === null ? '' : `; did you mean ${near}?`;
    problems.push({
      where: name,
      key: null,
      message: `no such setting${guess}`,
      expected: 'a known variable',
      received: unlessSecret(name, raw),
    });
  }
  return { layer: 'environment', settings: found, isText: true };
}

function flagLayer(flags: Flags, problems: ConfigProblem[]): LayerInput {
  const found: RawSetting[] = [];
  for (const [key, raw] of Object.entries(flags)) {
    const option = settings.get(key);
    const where = option?.flag?.split(' ')[0] ?? key;
    if (option === undefined) problems.push(unknownKey(where, key, raw));
    else found.push({ key, raw, where });
  }
  return { layer: 'flag', settings: found, isText: true };
}

/** The absolute path (`:memory:` stays as it is), or the problem with it. */
function resolvePath(state: State, layer: Layer, { key, where }: RawSetting, path: string): string | ConfigProblem {
  const { root, workingDirectory = process.cwd() } = state.request;
  if (path === ':memory:') return path;
  const absolute = resolve(layer === 'flag' ? workingDirectory : root, path);
  if (layer !== 'project file') return absolute;
  const isSafe =
    !isAbsolute(path) &&
    leadsInside(root, absolute) &&
    /\.(?:db|sqlite3?)$/i.test(absolute) &&
    !absolute
      .slice(root.length)
      .split(sep)
      .some((part) => part.toLowerCase() === '.git');
  if (isSafe) return absolute;
  return {
    ...mustBe(where, key, 'a relative path to a .db, .sqlite or .sqlite3 file below the project’s root', path),
    message:
      `\`${key}\` may not be ${show(path)}: a project’s own file comes with the repository, so it can only name ` +
      'a .db, .sqlite or .sqlite3 file below the root. To keep the index elsewhere use --db, the environment or your user file',
  };
}

/** Absolute paths of the modules. Null if a module cannot be found; a problem is then added to the state for each of these. */
function resolveModules(
  state: State,
  layer: Layer,
  { key, where }: RawSetting,
  entries: readonly string[],
): string[] | null {
  const { root, workingDirectory = process.cwd() } = state.request;
  const { userFolder } = state;
  const base = layer === 'flag' ? workingDirectory : layer === 'user file' ? userFolder : null;
  const placements = entries.map((entry) => ({ entry, ...placePlugin(entry, { root, base, userFolder }) }));
  for (const one of placements) {
    if ('path' in one) continue;
    const { entry, problem } = one;
    const message = `\`${key}\`: ${problem}`;
    state.problems.push({ where, key, message, expected: 'a module or a package', received: entry });
  }
  const paths = placements.flatMap((one) => ('path' in one ? [one.path] : []));
  return paths.length === entries.length ? [...new Set(paths)] : null;
}

function applySetting(state: State, { layer, isText }: LayerInput, setting: RawSetting): void {
  const { key, raw, where } = setting;
  const option: Option | undefined = settings.get(key);
  if (option === undefined) throw new Error(`no option ${key}`);
  if (layer === 'project file' && option.trust === 'user') {
    const message = `\`${key}\` cannot be set by a project’s own file, which comes with the repository; use the environment or your user file`;
    state.problems.push({ where, key, message, expected: 'no such key here', received: raw });
    return;
  }
  const read = readValue(option, { raw, isText, lowerLayers: state.values.get(key) ?? option.default });
  if ('expected' in read) {
    state.problems.push(mustBe(where, key, read.expected, raw));
    return;
  }
  let { value } = read;
  if (option.type === 'path') {
    const pathOrProblem = resolvePath(state, layer, setting, String(value));
    if (typeof pathOrProblem !== 'string') {
      state.problems.push(pathOrProblem);
      return;
    }
    value = pathOrProblem;
  }
  if (option.type === 'list' && option.modules === true) {
    const modulePaths = resolveModules(state, layer, setting, value as readonly string[]);
    if (modulePaths === null) return;
    value = modulePaths;
  }
  if (layer === 'project file' && option.trust === 'lower' && isRaised(key, value, state.values.get(key))) {
    state.withoutEffect.push({ key, where, received: raw });
    return;
  }
  state.values.set(key, value);
  state.origins.set(key, { layer, where });
}

/** Whether a value allows more than the one of lower layers. */
function isRaised(key: string, value: OptionValue, lower: OptionValue | undefined): boolean {
  if (typeof value === 'boolean') return value && lower === false;
  return limitOf(key, value) > limitOf(key, lower ?? 0);
}

/** A number as a limit. 0 for `indexing.maxMemory` stands for half of the memory of the machine or its container. */
function limitOf(key: string, value: OptionValue): number {
  if (key !== 'indexing.maxMemory' || value !== 0) return Number(value);
  return Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2;
}

/** Applies rules that involve several values, and the limits of the machine. */
function applyRules({ request, values, origins, problems }: State): void {
  const workers = Number(values.get('indexing.maxWorkers'));
  values.set('indexing.maxWorkers', Math.min(workers, availableParallelism()));

  const maxLimit = Number(values.get('search.maxLimit'));
  const defaultLimit = Number(values.get('search.defaultLimit'));
  const origin = origins.get('search.defaultLimit');
  // Nobody wrote the built-in default: a smaller `search.maxLimit` just lowers it.
  if (defaultLimit > maxLimit && origin !== undefined && origin.layer !== 'default') {
    problems.push(
      mustBe(origin.where, 'search.defaultLimit', `at most \`search.maxLimit\` (${maxLimit})`, defaultLimit),
    );
  }
  values.set('search.defaultLimit', Math.min(defaultLimit, maxLimit));

  for (const id of languageIds) {
    if (values.get(`languages.${id}.parser`) === 'text') values.set(`languages.${id}.enabled`, false);
  }

  if (values.get('logging.verbose') === true) {
    values.set('logging.level', 'debug');
    origins.set('logging.level', origins.get('logging.verbose') ?? { layer: 'flag', where: '--verbose' });
  }

  const database = String(values.get('database.path'));
  // A request without the project's file asks for the user's settings alone, and its `root` need not be a project.
  const isDefaultPath = origins.get('database.path')?.layer === 'default' && request.projectFile !== false;
  if (isDefaultPath) problems.push(...indexPathProblems(request.root, database));
}

/** Problems with the default path of the index. */
function indexPathProblems(root: string, database: string): ConfigProblem[] {
  const problem = { where: database, key: 'database.path', received: database };
  const file = fileInTheWay(root, database);
  if (file !== null) {
    const message = `${file} is a file, and the index needs a folder there: move the file or delete it, or name another path with --db`;
    return [{ ...problem, message, expected: 'a path below folders' }];
  }
  if (leadsInside(root, database)) return [];
  const message = 'a symbolic link leads the index out of the project; remove the link, or name another path with --db';
  return [{ ...problem, message, expected: 'a path below the project’s root' }];
}

/** Makes nested objects of dotted keys. */
function nest(values: ReadonlyMap<string, OptionValue>): AppConfig {
  const config: Record<string, unknown> = {};
  for (const [key, value] of values) {
    const parts = key.split('.');
    const last = parts.pop() ?? key;
    let group = config;
    for (const part of parts) group = (group[part] ??= {}) as Record<string, unknown>;
    group[last] = value;
  }
  // `AppConfig` is derived from the keys of `settings`, and each of them has a value.
  return config as unknown as AppConfig;
}

function emptyState(request: LoadRequest, userFolder: string | null = null): State {
  const state: State = { request, userFolder, values: new Map(), origins: new Map(), problems: [], withoutEffect: [] };
  for (const [key, option] of settings) {
    state.values.set(key, option.type === 'path' ? join(request.root, option.default) : option.default);
    state.origins.set(key, { layer: 'default', where: '' });
  }
  return state;
}

/** The value of `search.defaultLimit` if the user set it, otherwise null: each tool then has its own default. */
export function usualLimit({ config, origins }: LoadedConfig): number | null {
  return origins.get('search.defaultLimit')?.layer === 'default' ? null : config.search.defaultLimit;
}

/** The defaults alone, for use when the real configuration cannot be read. */
export function defaultConfig(root: string): LoadedConfig {
  const { values, origins } = emptyState({ root });
  return { config: nest(values), origins, files: [], withoutEffect: [] };
}

/**
 * Throws one `AppError('ConfigurationError')` that names every problem of single values; rules over several values are checked when there
 * are none. Reads at most two small files, synchronously.
 */
export function loadConfig(request: LoadRequest): LoadedConfig {
  const environment = request.env === undefined || request.userConfigDir === undefined ? readEnvironment() : null;
  const env = request.env ?? environment?.settings ?? new Map<string, string>();
  const userFolder = request.userConfigDir === undefined ? environment?.userConfigDirectory : request.userConfigDir;
  const state = emptyState(request, userFolder || null);
  const files: LoadedConfig['files'] = [];
  const inputs: LayerInput[] = [];
  const addFile = (layer: Layer, path: string): void => {
    const file = readConfigFile(path, { trusted: layer === 'user file' });
    files.push({ path, layer, found: file.found });
    state.problems.push(...file.problems);
    inputs.push({ layer, settings: file.settings, isText: false });
  };
  if (userFolder) addFile('user file', join(userFolder, userFileName));
  if (request.projectFile !== false) addFile('project file', join(request.root, projectFileName));
  inputs.push(environmentLayer(env, state.problems), flagLayer(request.flags ?? {}, state.problems));
  for (const input of inputs) for (const setting of input.settings) applySetting(state, input, setting);
  if (state.problems.length === 0) applyRules(state);
  const [first, ...rest] = state.problems;
  if (first !== undefined) throw configurationError([first, ...rest]);
  return { config: nest(state.values), origins: state.origins, files, withoutEffect: state.withoutEffect };
}
