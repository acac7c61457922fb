/** Installs rivals from the registry into a temporary folder of their own, by npm, and finds a Node that runs them. Nothing of theirs comes into the repository. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Installed {
  version: string;
  /** Its program, which a Node runs. */
  program: string;
  /** Its `node_modules`. */
  modules: string;
}

const installMs = 600_000;

/** @returns the reason, in a sentence, when it cannot be installed; what an earlier run installed is used again */
export function install(name: string, bin: string, base: string): Installed | string {
  const folder = join(base, name.replaceAll(/[@/]+/g, '-').replace(/^-/, ''));
  const manifest = join(folder, 'node_modules', name, 'package.json');
  if (!existsSync(manifest)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const { status, stderr, error } = spawnSync('npm', ['install', '--no-audit', '--no-fund', name], {
      cwd: folder,
      encoding: 'utf8',
      timeout: installMs,
    });
    if (status !== 0) {
      const reasons = (stderr ?? '').split('\n').filter((line) => line.startsWith('npm error'));
      return `npm install failed: ${error?.message ?? reasons[0]?.slice(10, 160) ?? `exit ${status}`}`;
    }
  }
  const { version, bin: bins } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    version: string;
    bin?: Record<string, string>;
  };
  const modules = join(folder, 'node_modules');
  return { version, program: join(modules, name, bins?.[bin] ?? ''), modules };
}

/** This process's Node, and others on the path: what is compiled at the installation may fit only one of them. */
export function nodes(): string[] {
  const listed = execFileSync('bash', ['-c', 'type -ap node'], { encoding: 'utf8' }).trim().split('\n');
  return [...new Set([process.execPath, ...listed].map((path) => realpathSync(path)))];
}
