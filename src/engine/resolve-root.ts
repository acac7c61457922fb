/** Which project a path belongs to. Separate from the engine, so that a server can use it before it loads the engine. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { findProjectRoot, isBroadFolder } from '../source/project-root.ts';

export function resolveRoot(start: string): { root: string } | { problem: string; hint: string } {
  return findProjectRoot(resolve(start), homedir());
}

/** Whether a root contains many projects, such as the home folder, and is not a project itself. */
export function isBroadRoot(root: string): boolean {
  return isBroadFolder(root, homedir());
}
