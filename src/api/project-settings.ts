/** Makes the configuration of a project from the settings of a program. Invariant: without settings the configuration is that of the command line. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadConfig, usualLimit, type Flags } from '../config/load.ts';
import type { AppConfig } from '../config/options.ts';
import { AppError } from '../model/error.ts';
import type { EngineSettings } from './contract.ts';
import { requireRealPath } from '../util/paths/real-path.ts';

export interface LoadedProject {
  /** The real path of the project's folder. */
  root: string;
  config: AppConfig;
  /** How many results searches show if a call gives no limit; null: the user has set none. */
  usualLimit: number | null;
}

function wrongSetting(field: string, expected: string, received: unknown): AppError {
  return new AppError('ValidationError', `\`${field}\` must be ${expected}`, {
    hint: `Call it with { ${field}: … }.`,
    details: { field, expected, received },
  });
}

function projectFolder(root: unknown): string {
  if (typeof root !== 'string' || root === '') throw wrongSetting('root', 'the path of a folder', root);
  const folder = resolve(root);
  try {
    if (statSync(folder).isDirectory()) return requireRealPath(folder);
  } catch (error) {
    throw new AppError('ValidationError', `There is no folder ${folder}`, {
      hint: 'Name the folder of a project as `root`.',
      details: { field: 'root', expected: 'an existing folder', received: root },
      cause: error,
    });
  }
  throw wrongSetting('root', 'the path of a folder', root);
}

/** The settings as flags, which take precedence over the files and the environment. */
function flagsOf({ database, plugins, settings = {} }: EngineSettings): Flags {
  if (typeof settings !== 'object' || settings === null) throw wrongSetting('settings', 'an object', settings);
  return {
    ...(settings as Flags),
    ...(database === undefined ? {} : { 'database.path': database }),
    ...(plugins === undefined ? {} : { plugins: ['...', ...plugins] }),
  };
}

/** The project that the settings name, with its configuration. Throws `AppError`. @param flags take precedence over the settings */
export function loadProject(settings: EngineSettings, flags: Flags = {}): LoadedProject {
  if (typeof settings !== 'object' || settings === null) throw wrongSetting('root', 'the path of a folder', settings);
  const root = projectFolder(settings.root);
  const loaded = loadSettings(root, settings, flags);
  return { root, ...loaded };
}

/** The configuration of the project at `root` with these settings, whose own `root` is not used. */
export function loadSettings(root: string, settings: EngineSettings, flags: Flags = {}): Omit<LoadedProject, 'root'> {
  const loaded = loadConfig({
    root,
    flags: { ...flagsOf(settings), ...flags },
    ...(settings.userConfig === false ? { env: new Map<string, string>(), userConfigDir: null } : {}),
  });
  return { config: loaded.config, usualLimit: usualLimit(loaded) };
}
