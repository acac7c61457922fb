/** Which project a path belongs to. Separate from the engine, so that a server can use it before it loads the engine. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { findProjectRoot } from '../source/project-root.ts';

export function resolveRoot(start: string): { root: string } | { problem: string; hint: string } {
  return findProjectRoot(resolve(start), homedir());
}
