/** Which project a path belongs to. Apart from the engine, so that a server can ask before it loads the engine. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { findProjectRoot } from '../source/project-root.ts';

/** The project that a path belongs to, or why there is none and what to do. */
export function resolveRoot(start: string): { root: string } | { problem: string; hint: string } {
  return findProjectRoot(resolve(start), homedir());
}
