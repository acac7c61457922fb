/** The options for watching a project, from its settings. */
import { readEnvironment } from '../../config/environment.ts';
import type { WatchOptions } from '../../source/watch/watch.ts';
import type { EngineConfig } from '../engine-options.ts';
import { ownFilePatterns } from '../files/own-files.ts';

const defaults = { debounceMs: 300, batchMs: 1000, pollMs: 5000 };

export function watchOptions(root: string, config: EngineConfig): WatchOptions {
  const { indexing, watching } = config;
  return {
    maxFileSize: indexing.maxFileSize,
    ignorePatterns: [...watching.ignorePatterns, ...ownFilePatterns(root, config)],
    gitEnvironment: readEnvironment().forGit,
    debounceMs: indexing.debounceMs ?? defaults.debounceMs,
    batchMs: indexing.batchWindowMs ?? defaults.batchMs,
    mode: watching.mode ?? 'auto',
    pollMs: watching.pollMs ?? defaults.pollMs,
  };
}
