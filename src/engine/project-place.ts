/** Where a project's index is, and the options for walking its files. */
import { isAbsolute, join } from 'node:path';
import { readEnvironment } from '../config/environment.ts';
import type { WalkOptions } from '../source/source.ts';
import type { EngineConfig } from './engine-options.ts';
import { ownFilePatterns } from './files/own-files.ts';

/** `:memory:` for an index in memory. */
export function databasePathOf(root: string, { database: { path } }: Pick<EngineConfig, 'database'>): string {
  return path === ':memory:' || isAbsolute(path) ? path : join(root, path);
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
