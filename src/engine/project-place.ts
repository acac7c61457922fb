/** Where a project's index is, and the options for walking its files. */
import { readEnvironment } from '../config/environment.ts';
import type { WalkOptions } from '../source/source.ts';
import { locationOf, type IndexLocation } from '../store/index-location.ts';
import type { EngineConfig } from './engine-options.ts';
import { ownFilePatterns } from './files/own-files.ts';

export function indexLocationOf(root: string, { database }: Pick<EngineConfig, 'database'>): IndexLocation {
  return locationOf(database.path, root);
}

export function ignorePatternsOf(root: string, config: EngineConfig): string[] {
  return [...config.watching.ignorePatterns, ...ownFilePatterns(root, config)];
}

export function walkOptionsOf({
  maxFileSize,
  ignorePatterns,
}: Pick<WalkOptions, 'maxFileSize' | 'ignorePatterns'>): WalkOptions {
  return { maxFileSize, ignorePatterns, gitEnvironment: readEnvironment().forGit };
}
