/**
 * Finds the folder of the project that a path belongs to.
 * Invariant: a folder without a repository, a manifest or an index is never a project, however it was reached.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { errorCode } from './read/open-file.ts';
import { requireRealPath } from '../util/paths/real-path.ts';

export type ProjectRoot = { root: string } | { problem: string; hint: string };

/** Files that mark the top of a project, by ecosystem. */
const manifestNames = new Set([
  // JavaScript, TypeScript.
  ...['package.json', 'deno.json', 'deno.jsonc', 'jsr.json', 'tsconfig.json', 'pnpm-workspace.yaml', 'bower.json'],
  // Python.
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'Pipfile', 'environment.yml'],
  // Go, Rust, Zig, Swift, Dart.
  ...['go.mod', 'go.work', 'Cargo.toml', 'build.zig', 'Package.swift', 'pubspec.yaml'],
  // Java, Kotlin, Scala, Clojure.
  ...['pom.xml', 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'build.sbt', 'build.sc'],
  ...['build.mill', 'build.xml', 'deps.edn', 'project.clj'],
  // Ruby, PHP, Elixir, Erlang, Haskell, Perl, OCaml, R, Julia.
  ...['Gemfile', 'composer.json', 'mix.exs', 'rebar.config', 'stack.yaml', 'cabal.project', 'cpanfile', 'dune-project'],
  ...['DESCRIPTION', 'Project.toml'],
  // C and C++, and build tools for anything.
  ...['CMakeLists.txt', 'meson.build', 'configure.ac', 'SConstruct', 'conanfile.txt', 'conanfile.py', 'vcpkg.json'],
  ...['Makefile', 'makefile', 'GNUmakefile', 'justfile', 'Justfile', 'Rakefile', 'Taskfile.yml'],
  ...['MODULE.bazel', 'WORKSPACE', 'WORKSPACE.bazel', 'BUCK', 'pants.toml', 'flake.nix'],
  // Code Scout's own.
  'code-scout.config.json',
]);
const manifestExtension =
  /\.(sln|slnx|csproj|fsproj|vbproj|vcxproj|xcodeproj|xcworkspace|cabal|gemspec|rockspec|nimble|podspec)$/;

/**
 * The nearest folder from `start` upwards with a repository; without one, the nearest with an index, which somebody made by naming the folder; else
 * the nearest with a manifest. The top of the file system, the home folder
 * and folders for temporary files contain many projects. Such a folder is accepted as `start` if it has a repository or a manifest. Above `start` it
 * is accepted only if it has both: the home folder of a container may be the project, a home folder with dotfiles in a repository is not.
 */
export function findProjectRoot(start: string, home: string): ProjectRoot {
  let folder: string;
  try {
    folder = requireRealPath(start);
    if (!statSync(folder).isDirectory()) folder = dirname(folder);
  } catch (error) {
    return {
      problem: `${start} cannot be opened (${errorCode(error)}).`,
      hint: 'Name a folder that exists with --root DIR.',
    };
  }
  const broad = broadFolders(home);
  let indexed: string | null = null;
  let manifest: string | null = null;
  for (let at = folder; ; at = dirname(at)) {
    const marks = marksOf(at);
    const isAccepted = !broad.has(at) || at === folder || (marks.hasRepository && marks.hasManifest);
    if (isAccepted && marks.hasRepository) return { root: at };
    if (isAccepted && marks.hasIndex) indexed ??= at;
    if (isAccepted && marks.hasManifest) manifest ??= at;
    if (at === dirname(at)) break;
  }
  const root = indexed ?? manifest;
  if (root !== null) return { root };
  return {
    problem: `${folder} is not in a project: no folder from there upwards holds a repository or a manifest.`,
    hint: 'Start in a project or name one with --root DIR. Any folder becomes one with `code-scout index DIR`, `git init`, or a `code-scout.config.json` that holds `{}`.',
  };
}

/** Whether a folder contains many projects, and is not one itself: it has no repository with a manifest. */
export function isBroadFolder(folder: string, home: string): boolean {
  if (!broadFolders(home).has(folder)) return false;
  const { hasRepository, hasManifest } = marksOf(folder);
  return !(hasRepository && hasManifest);
}

/** Folders that contain many projects. */
function broadFolders(home: string): Set<string> {
  const broad = new Set([parse(home).root]);
  for (const folder of [home, dirname(home), tmpdir(), '/tmp', '/var/tmp', '/dev/shm']) {
    try {
      broad.add(requireRealPath(folder));
    } catch {
      // This folder does not exist on this system.
    }
  }
  return broad;
}

/** An index that is no longer empty has this file, unless the settings move it. */
const indexFile = join('.code-scout', 'database.db');

interface Marks {
  hasRepository: boolean;
  hasManifest: boolean;
  hasIndex: boolean;
}

/** Whether a folder is the top of a repository, and whether it has a manifest or an index. */
function marksOf(folder: string): Marks {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    // A folder may permit access to its files and yet not be readable itself.
    names = ['.git', '.hg', '.svn', '.jj', ...manifestNames].filter((name) => existsSync(join(folder, name)));
  }
  return {
    hasRepository: names.some((name) => isRepository(folder, name)),
    hasManifest: names.some((name) => manifestNames.has(name) || manifestExtension.test(name)),
    hasIndex: existsSync(join(folder, indexFile)),
  };
}

function isRepository(folder: string, name: string): boolean {
  if (name !== '.git' && name !== '.hg' && name !== '.svn' && name !== '.jj') return false;
  try {
    const path = join(folder, name);
    const isFolder = statSync(path).isDirectory();
    if (name !== '.git') return isFolder;
    // An empty `.git` folder is not a repository; git too searches further up. A `.git` file names the repository of a work tree or submodule.
    return isFolder ? existsSync(join(path, 'HEAD')) : readFileSync(path, 'latin1').startsWith('gitdir:');
  } catch {
    return false;
  }
}
