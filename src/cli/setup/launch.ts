/**
 * The command that clients are told to start this program by.
 * What stays where it is (a checkout, an installation) is named by absolute paths, of Node too: programs that are started from a desktop often
 * lack the shell's PATH, and npx takes a program of the opened project first. What npx fetched lies in a cache that may go away, and a
 * project's file is for others too: these get npx.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productName } from '../../config/product.ts';
import type { Launch } from './clients.ts';

/** How this program came here. `local`: a dependency of a project. */
export type InstallationKind = 'npx' | 'global' | 'local' | 'checkout';

export interface Installation {
  kind: InstallationKind;
  /** Of Node. */
  execPath: string;
  /** The program's first file. */
  entry: string;
  platform: NodeJS.Platform;
}

/** Of the package in this folder. */
export function installationKind(packageFolder: string): InstallationKind {
  const above = dirname(packageFolder);
  if (basename(above) !== 'node_modules') return 'checkout';
  if (packageFolder.split(sep).includes('_npx')) return 'npx';
  return existsSync(join(dirname(above), 'package.json')) ? 'local' : 'global';
}

/** Of the running program. */
export function thisInstallation(): Installation {
  const here = fileURLToPath(import.meta.url);
  const fromSources = here.endsWith('.ts');
  const packageFolder = join(dirname(here), fromSources ? '../../..' : '..');
  return {
    kind: installationKind(packageFolder),
    execPath: process.execPath,
    entry: join(packageFolder, fromSources ? 'src/cli/bin.ts' : 'dist/bin.js'),
    platform: process.platform,
  };
}

export interface LaunchRequest {
  scope: 'user' | 'project';
  /** Projects that the server is to serve; none: what the client says. */
  roots: readonly string[];
}

export function launchOf(installation: Installation, { scope, roots }: LaunchRequest): Launch {
  const { kind, execPath, entry, platform } = installation;
  const rootArgs = roots.flatMap((root) => ['--root', root]);
  const byNpx = kind === 'npx' || (kind !== 'checkout' && scope === 'project');
  if (!byNpx) return { command: execPath, args: [entry, ...rootArgs] };
  const args = ['npx', '-y', productName, ...rootArgs];
  // npx is a script there, which only a shell can start.
  if (platform === 'win32') return { command: 'cmd', args: ['/c', ...args] };
  return { command: args[0]!, args: args.slice(1) };
}
