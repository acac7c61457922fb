/**
 * Writes the program with everything that it needs at run time to a folder: what `npm install` would make for this
 * platform, from the packages that are installed here.
 * Invariant: it contains the published package's files and its dependencies, direct and indirect, and nothing for
 * development only.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from './repository.ts';

export interface ProgramManifest {
  name: string;
  version: string;
  description: string;
  license: string;
  mcpName: string;
  keywords: string[];
  engines: { node: string };
}

interface DependencyManifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Files of a package that only its authors or compilers need. */
const leftOut = /(?:\.d\.[cm]?ts|\.map|\.md|\.flow)$|\/(?:test|tests|docs|debug)$/i;

function readJson<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(...path), 'utf8')) as T;
}

export function programManifest(): ProgramManifest {
  return readJson<ProgramManifest>(at('package.json'));
}

/** The names of the packages that the program needs on this platform: packages for other platforms are not installed. */
function runtimePackages(): string[] {
  const found = new Set<string>();
  const visit = (manifest: DependencyManifest): void => {
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const file = at('node_modules', name, 'package.json');
      if (found.has(name) || !existsSync(file)) continue;
      found.add(name);
      visit(readJson<DependencyManifest>(file));
    }
  };
  visit(readJson<DependencyManifest>(at('package.json')));
  return [...found].toSorted();
}

/** Writes the tree to a folder that must not exist yet. Returns the names of the packages in it. */
export function writeProgramTree(folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const { name, version, license, engines } = programManifest();
  const manifest = {
    name,
    version,
    license,
    type: 'module',
    private: true,
    bin: { 'code-scout': 'dist/bin.js' },
    engines,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of ['LICENSE', 'dist']) {
    cpSync(at(file), join(folder, file), { recursive: true, filter: (path) => !path.endsWith('.d.ts') });
  }
  const packages = runtimePackages();
  for (const one of packages) {
    const from = realpathSync(at('node_modules', one));
    // The TypeScript compiler reads the declarations of its own library.
    const isCompiler = /^(?:@typescript\/|typescript$)/.test(one);
    const filter = (path: string): boolean => isCompiler || !leftOut.test(path.slice(from.length));
    cpSync(from, join(folder, 'node_modules', one), { recursive: true, dereference: true, filter });
  }
  return packages;
}
