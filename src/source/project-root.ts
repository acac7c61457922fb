/**
 * Finds the folder of the project that a path belongs to.
 * Invariant: a folder without a repository or a manifest is never a project, however it was reached.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { errorCode } from './read/open-file.ts';

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
 * The nearest folder from `start` upwards with a repository; without one, the nearest with a manifest. The top of the file system, the home folder
 * and folders for temporary files contain many projects. As a start such a folder needs a repository or a manifest of its own. From a folder below it
 * is accepted only with both (a container's home may be the project; a home with dotfiles is not).
 */
export function findProjectRoot(start: string, home: string): ProjectRoot {
  let folder: string;
  try {
    folder = realpathSync(start);
    if (!statSync(folder).isDirectory()) folder = dirname(folder);
  } catch (error) {
    return {
      problem: `${start} cannot be opened (${errorCode(error)}).`,
      hint: 'Name a folder that exists with --root DIR.',
    };
  }
  const broad = broadFolders(home);
  let manifest: string | null = null;
  for (let at = folder; ; at = dirname(at)) {
    const marks = marksOf(at);
    const taken = !broad.has(at) || at === folder || (marks.repository && marks.manifest);
    if (taken && marks.repository) return { root: at };
    if (taken && marks.manifest) manifest ??= at;
    if (at === dirname(at)) break;
  }
  if (manifest !== null) return { root: manifest };
  return {
    problem: `${folder} is not in a project: no folder from there upwards holds a repository or a manifest.`,
    hint: 'Start in a project or name one with --root DIR. Any folder becomes one with `git init` or a `code-scout.config.json` that holds `{}`.',
  };
}

function broadFolders(home: string): Set<string> {
  const broad = new Set([parse(home).root]);
  for (const folder of [home, dirname(home), tmpdir(), '/tmp', '/var/tmp', '/dev/shm']) {
    try {
      broad.add(realpathSync(folder));
    } catch {
      // This folder does not exist on this system.
    }
  }
  return broad;
}

function marksOf(folder: string): { repository: boolean; manifest: boolean } {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    // A folder may permit access to its files and yet not be readable itself.
    names = ['.git', '.hg', '.svn', '.jj', ...manifestNames].filter((name) => existsSync(join(folder, name)));
  }
  return {
    repository: names.some((name) => isRepository(folder, name)),
    manifest: names.some((name) => manifestNames.has(name) || manifestExtension.test(name)),
  };
}

function isRepository(folder: string, name: string): boolean {
  if (name !== '.git' && name !== '.hg' && name !== '.svn' && name !== '.jj') return false;
  try {
    const path = join(folder, name);
    const isFolder = statSync(path).isDirectory();
    if (name !== '.git') return isFolder;
    // An empty `.git` folder is not a repository, and git also goes on upwards. A `.git` file names the repository of a work tree or submodule.
    return isFolder ? existsSync(join(path, 'HEAD')) : readFileSync(path, 'latin1').startsWith('gitdir:');
  } catch {
    return false;
  }
}
