/**
 * Installs rivals by npm into a temporary folder, and finds a Node that runs them. Nothing of theirs is put into the
 * repository.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Installed {
  version: string;
  /** The program of the package, which Node runs. */
  program: string;
  /** Its `node_modules` folder. */
  modules: string;
}

const installMs = 600_000;

function folderOf(name: string, base: string): string {
  return join(base, name.replaceAll(/[@/]+/g, '-').replace(/^-/, ''));
}

function npm(args: readonly string[], folder: string): string | null {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const { status, stderr, error } = spawnSync('npm', [...args], { cwd: folder, encoding: 'utf8', timeout: installMs });
  if (status === 0) return null;
  const reasons = (stderr ?? '').split('\n').filter((line) => line.startsWith('npm error'));
  return error?.message ?? reasons[0]?.slice(10, 160) ?? `exit ${status}`;
}

/**
 * Installs a package, or uses what an earlier run has installed.
 * @returns the reason, as a sentence, when the package cannot be installed
 */
export function install(name: string, bin: string, base: string): Installed | string {
  const folder = folderOf(name, base);
  const manifest = join(folder, 'node_modules', name, 'package.json');
  if (!existsSync(manifest)) {
    const reason = npm(['install', '--no-audit', '--no-fund', name], folder);
    if (reason !== null) return `npm install failed: ${reason}`;
  }
  const { version, bin: bins } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    version: string;
    bin?: Record<string, string>;
  };
  const modules = join(folder, 'node_modules');
  return { version, program: join(modules, name, bins?.[bin] ?? ''), modules };
}

/** This process's Node, and others on the path: native modules may fit only one of them. */
export function nodes(): string[] {
  const listed = execFileSync('bash', ['-c', 'type -ap node'], { encoding: 'utf8' }).trim().split('\n');
  return [...new Set([process.execPath, ...listed].map((path) => realpathSync(path)))];
}

/** How the archives of a platform are named. */
const triples: ReadonlyMap<string, RegExp> = new Map([
  ['linux-x64', /x86_64-unknown-linux-.*\.tar\.gz$/],
  ['linux-arm64', /aarch64-unknown-linux-.*\.tar\.gz$/],
  ['darwin-x64', /x86_64-apple-darwin.*\.tar\.gz$/],
  ['darwin-arm64', /aarch64-apple-darwin.*\.tar\.gz$/],
]);

function unpack(archive: string, into: string): boolean {
  return spawnSync('tar', ['xzf', archive, '-C', into], { stdio: 'ignore' }).status === 0;
}

/**
 * Installs the native program that a package contains as an archive in `archives`, without the package's dependencies:
 * for a package that has dependencies outside the registry.
 * @returns the reason, as a sentence, when there is none
 */
export function installNative(name: string, archives: string, base: string): Omit<Installed, 'modules'> | string {
  const folder = folderOf(name, base);
  const manifest = join(folder, 'package', 'package.json');
  if (!existsSync(manifest)) {
    rmSync(folder, { recursive: true, force: true });
    const reason = npm(['pack', name], folder);
    if (reason !== null) return `npm pack failed: ${reason}`;
    const packed = readdirSync(folder).find((file) => file.endsWith('.tgz'));
    if (packed === undefined || !unpack(join(folder, packed), folder))
      return 'the archive of npm pack cannot be unpacked';
    rmSync(join(folder, packed));
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const inside = join(folder, 'package', archives);
  const wanted = triples.get(`${process.platform}-${process.arch}`);
  const archive = existsSync(inside) ? readdirSync(inside).find((file) => wanted?.test(file) === true) : undefined;
  if (archive === undefined) return `contains no program for ${process.platform}-${process.arch}`;
  const target = join(inside, archive.replace(/\.tar\.gz$/, ''));
  if (!existsSync(target) && !unpack(join(inside, archive), inside)) return `${archive} cannot be unpacked`;
  const program = readdirSync(target).find((file) => name.endsWith(`/${file}`) || name === file);
  return program === undefined ? `${archive} contains no program` : { version, program: join(target, program) };
}
