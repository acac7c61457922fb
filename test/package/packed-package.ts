/**
 * The package as npm would publish it, installed beside a project in a temporary folder. Its dependencies are those of
 * this checkout.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtEntry, programEntry } from '../program-entry.ts';

export const repository = join(import.meta.dirname, '..', '..');

export interface Installed {
  /** A folder with `node_modules/code-scout-mcp`. */
  folder: string;
  /** The folder of the package in it. */
  unpacked: string;
  /** Paths in the tarball. */
  files: readonly string[];
  write(files: Readonly<Record<string, string>>): void;
  /** Runs a Node program in that folder, and gives what it printed. Throws when it fails. */
  node(args: readonly string[], env?: Readonly<Record<string, string>>): string;
  remove(): void;
}

function npm(args: readonly string[]): string {
  return execFileSync('npm', args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Links a dependency of the package, or of the checkout where a test asks for it. */
function link(name: string, folder: string): void {
  const place = join(folder, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(repository, 'node_modules', name), place);
}

export function installPackage(): Installed {
  if (programEntry !== builtEntry) execFileSync(process.execPath, [join(repository, 'scripts', 'build.ts')]);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'packed-')));
  const packed = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder])) as {
    filename: string;
    files: { path: string }[];
  }[];
  const [{ filename, files } = { filename: '', files: [] }] = packed;
  const unpacked = join(folder, 'node_modules', 'code-scout-mcp');
  mkdirSync(unpacked, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', unpacked, '--strip-components=1']);
  const { dependencies = {} } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) link(name, folder);
  // Links the package's programs by their names, as npm would.
  const { bin = {} } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
    bin?: Record<string, string>;
  };
  mkdirSync(join(folder, 'node_modules', '.bin'));
  for (const [name, file] of Object.entries(bin))
    symlinkSync(join(unpacked, file), join(folder, 'node_modules', '.bin', name));
  const write = (sources: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(sources)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  write({ 'package.json': '{ "name": "user", "type": "module" }' });
  return {
    folder,
    unpacked,
    files: files.map(({ path }) => path),
    write,
    node: (args, env = {}) =>
      execFileSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 120_000,
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
