/**
 * The clients and validators under test, in exact versions, and their installation: by npm, from the registry that npm
 * is configured for.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, start } from '../../scripts/lib/repository.ts';

export interface ClientPackage {
  id: string;
  name: string;
  version: string;
  /** The file in the package that Node runs. */
  program: string;
}

export const packages: readonly ClientPackage[] = [
  {
    id: 'claude-code',
    name: '@anthropic-ai/claude-code',
    version: '2.1.330',
    // The package's native program is put in place by an installation script, and we run no such scripts.
    program: 'cli-wrapper.cjs',
  },
  { id: 'codex', name: '@openai/codex', version: '0.169.0', program: 'bin/codex.js' },
  { id: 'gemini', name: '@google/gemini-cli', version: '0.61.0', program: 'bundle/gemini.js' },
  {
    id: 'inspector',
    name: '@modelcontextprotocol/inspector',
    version: '2.12.0',
    program: 'clients/launcher/build/index.js',
  },
  { id: 'mcpb', name: '@anthropic-ai/mcpb', version: '2.1.2', program: 'dist/cli/cli.js' },
];

/** They stay there until the next `npm ci`. They take about a gigabyte. */
function folderOf({ id, version }: ClientPackage): string {
  return at('node_modules', '.cache', 'code-scout-clients', `${id}-${version}`);
}

export function programOf(client: ClientPackage): string {
  return join(folderOf(client), 'node_modules', client.name, client.program);
}

const marker = 'installed';

/** Gives null, or why the installation failed. Runs no script of the package. */
export async function install(client: ClientPackage): Promise<string | null> {
  const folder = folderOf(client);
  if (existsSync(join(folder, marker))) return null;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await start('npm', ['install', ...flags, `${client.name}@${client.version}`], {
    cwd: folder,
  });
  if (code !== 0) return output.trim().split('\n').slice(0, 5).join('; ');
  if (!existsSync(programOf(client))) return `the package does not contain ${client.program}`;
  const manifest = join(folder, 'node_modules', client.name, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  if (version !== client.version) return `npm installed ${version}`;
  writeFileSync(join(folder, marker), '');
  return null;
}
