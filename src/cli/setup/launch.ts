/**
 * The command that clients start this program with.
 * A checkout or an installation is named by absolute paths, of Node too: programs that are started from a desktop often lack the PATH of the
 * shell, and npx prefers a program of the opened project. A package that npx fetched is in a cache that may be deleted, and a project's file is
 * also used on other machines: in both cases the entry uses npx. A checkout is always named by its paths.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productName } from '../../config/product.ts';
import { AppError } from '../../model/error.ts';
import { toolsets } from '../../tools/tool.ts';
import type { Launch } from './clients.ts';

/** How this program was installed. `local`: as a dependency of a project. */
export type InstallationKind = 'npx' | 'global' | 'local' | 'checkout';

export interface Installation {
  kind: InstallationKind;
  /** The path of the running Node. */
  execPath: string;
  /** The file that Node is started with. */
  entry: string;
  platform: NodeJS.Platform;
}

/** How the package in this folder was installed. */
export function installationKind(packageFolder: string): InstallationKind {
  const parentFolder = dirname(packageFolder);
  if (basename(parentFolder) !== 'node_modules') return 'checkout';
  if (packageFolder.split(sep).includes('_npx')) return 'npx';
  return existsSync(join(dirname(parentFolder), 'package.json')) ? 'local' : 'global';
}

/** The installation of the running program. */
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

/** The toolset that setup has served: the few tools that agents need most, which take the least of their context. */
export const defaultToolsets = 'core';

/** The list of toolsets as the server takes it. Throws `AppError` for an unknown one. */
export function toolsetsOf(list: string): string {
  const known = [...toolsets, 'all'];
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names.includes('all') ? 'all' : names.join(',');
  throw new AppError('ValidationError', `Unknown toolset: ${unknown}`, {
    hint: `Toolsets: ${known.join(', ')}.`,
    details: { field: '--toolsets', expected: `some of ${known.join(', ')}`, received: unknown },
  });
}

export interface LaunchRequest {
  scope: 'user' | 'project';
  /** Projects for the server; if empty, the server takes the project that the client names, or those of `workspace`. */
  roots: readonly string[];
  /** Absolute path of a file that lists projects. */
  workspace?: string | undefined;
  /** The toolsets that the server serves, separated by commas; `all` needs no argument. */
  toolsets: string;
}

export function launchOf(
  installation: Installation,
  { scope, roots, workspace, toolsets: served }: LaunchRequest,
): Launch {
  const { kind, execPath, entry, platform } = installation;
  const serverArgs = [
    ...(served === 'all' ? [] : ['--toolsets', served]),
    ...roots.flatMap((root) => ['--root', root]),
    ...(workspace === undefined ? [] : ['--workspace', workspace]),
  ];
  const usesNpx = kind === 'npx' || (kind !== 'checkout' && scope === 'project');
  if (!usesNpx) return { command: execPath, args: [entry, ...serverArgs] };
  const args = ['npx', '-y', productName, ...serverArgs];
  // On Windows npx is a script, which only a shell can start.
  if (platform === 'win32') return { command: 'cmd', args: ['/c', ...args] };
  return { command: args[0]!, args: args.slice(1) };
}
