/**
 * Runs before the program is loaded: claims the process for V8 settings, and turns on Node's compile cache.
 * Invariant: little is loaded here, since modules loaded before the cache is on are not cached.
 */
import { join, resolve } from 'node:path';
import { readEnvironment, type Environment } from '../config/environment.ts';
import { readConfigText, userFileName } from '../config/config-file.ts';
import { resolveRoot } from '../engine/resolve-root.ts';
import { useCompileCache } from '../runtime/compile-cache.ts';
import { ownProcess } from '../runtime/v8-settings.ts';

/** Never rejects. */
export async function begin(args: readonly string[]): Promise<void> {
  ownProcess();
  const environment = readEnvironment();
  const { cacheDirectory, claudeProjectDirectory } = environment;
  if (cacheDirectory !== null && !args.includes('--no-compile-cache') && (await isCacheWanted(environment))) {
    const words = ['.', ...(claudeProjectDirectory === null ? [] : [claudeProjectDirectory]), ...args];
    useCompileCache({ cacheDirectory, projects: words.flatMap(projectsAt) });
  }
  const { main } = await import('./main.ts');
  await main(args);
}

/**
 * Whether the settings allow the compile cache. They are loaded only if the user's file or a variable mentions the cache. False if they cannot
 * be read: the command then reports the error.
 */
async function isCacheWanted({ settings, userConfigDirectory }: Environment): Promise<boolean> {
  try {
    const file =
      userConfigDirectory === null
        ? null
        : readConfigText(join(userConfigDirectory, userFileName), { followLinks: true });
    const isMentioned = file?.includes('compileCache') === true || settings.has('CODE_SCOUT_STARTUP_COMPILE_CACHE');
    if (!isMentioned) return true;
    const { loadConfig } = await import('../config/load.ts');
    const request = {
      root: resolve('.'),
      env: settings,
      userConfigDir: userConfigDirectory,
      projectFile: false,
    } as const;
    return loadConfig(request).config.startup.compileCache;
  } catch {
    return false;
  }
}

/** The folder and the project that a word of the command line may name, if it is a path (`--root=PATH` too). */
function projectsAt(word: string): string[] {
  const folder = resolve(word.slice(word.indexOf('=') + 1));
  const found = resolveRoot(folder);
  return 'root' in found ? [folder, found.root] : [folder];
}
