/**
 * Checks the rooms of src against scripts/lib/rooms.ts: no folder is larger than permitted, files of another room are
 * imported only through its entry files, and each shared rule exists once. `--counts` prints the figures, and the
 * number of lines now and at a revision (`--since REVISION`).
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { at, repository } from './lib/repository.ts';
import { entries, largeFolders, maxFilesInFolder, rooms } from './lib/rooms.ts';
import { sharedRules, undocumentedCalls } from './lib/shared-rules.ts';

/** Rooms without entry files: other rooms may import any file of them, as far as boundaries.ts allows it. */
const openRooms: ReadonlySet<string> = new Set(['model', 'util', 'runtime', 'tools']);

function isTest(path: string): boolean {
  return /\.test\.ts$|\.d\.ts$|\/testing\/|\/(?:sample|golden|fixtures|generated)\/|\/conformance[^/]*\.ts$/.test(path);
}

/** Texts by path relative to src. */
function sources(): Map<string, string> {
  const paths = globSync('src/**/*.ts', { cwd: repository }).map((path) => path.replaceAll('\\', '/'));
  const own = paths.filter((path) => !isTest(path)).toSorted();
  return new Map(own.map((path) => [path.slice('src/'.length), readFileSync(at(path), 'utf8')]));
}

/** The number of files in each folder, the largest folder first. */
function folderSizes(files: Iterable<string>): [folder: string, count: number][] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}

/** The files that a file imports by relative paths, including types; paths in src. */
function importedBy(path: string, text: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const written = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries: each }) => each.map(({ moduleRequest }) => moduleRequest?.value)),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return written.flatMap((one) => (one?.startsWith('.') === true ? [posix.join(posix.dirname(path), one)] : []));
}

function importsPastEntries(files: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  for (const [path, text] of files) {
    const [room = ''] = path.split('/');
    for (const target of importedBy(path, text)) {
      const [other = '', ...rest] = target.split('/');
      if (other === room || other === '..' || openRooms.has(other)) continue;
      if (entries[other]?.includes(rest.join('/')) !== true)
        found.push(`src/${path}: imports src/${target}, which is not an entry file of its room (scripts/lib/rooms.ts)`);
    }
  }
  return found;
}

function unnamedRooms(files: Iterable<string>): string[] {
  const named = new Set([...files].map((file) => file.split('/')[0]!));
  return [...named]
    .filter((room) => rooms[room] === undefined)
    .map((room) => `src/${room} has no row in scripts/lib/rooms.ts`);
}

/** The files that implement each shared rule. */
function placesOfRules(files: ReadonlyMap<string, string>): [rule: string, places: string[]][] {
  return Object.entries(sharedRules).map(([rule, mark]) => [
    rule,
    [...files].filter(([, text]) => mark.test(text)).map(([path]) => path),
  ]);
}

/** The lines that were added and removed in src, scripts and bench since a revision, as git says it. */
function linesSince(revision: string): string {
  const args = ['diff', '--shortstat', '-M', revision, '--', 'src', 'scripts', 'bench'];
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
}

const files = sources();
const folders = folderSizes(files.keys());
const tooLarge = folders.filter(([folder, count]) => count > maxFilesInFolder && largeFolders[folder] === undefined);
const rules = placesOfRules(files);
const undocumented = [...files].flatMap(([path, text]) => (undocumentedCalls.test(text) ? [path] : []));
const findings = [
  ...tooLarge.map(([folder, count]) => `src/${folder}: ${count} source files (at most ${maxFilesInFolder})`),
  ...importsPastEntries(files),
  ...unnamedRooms(files.keys()),
  ...rules
    .filter(([, places]) => places.length !== 1)
    .map(([rule, places]) => `${rule}: in ${places.length} files (${places.join(', ')})`),
  ...undocumented.map((path) => `src/${path}: calls an undocumented function of V8`),
];
for (const finding of findings) console.log(finding);
if (process.argv.includes('--counts')) {
  const [, most = 0] = folders.find(([folder]) => largeFolders[folder] === undefined) ?? [];
  console.log(`source files in the largest folder of src: ${most} (at most ${maxFilesInFolder})`);
  for (const [folder, reason] of Object.entries(largeFolders))
    console.log(`  but ${folders.find(([one]) => one === folder)?.[1] ?? 0} in ${folder}: ${reason}`);
  console.log(`imports past an entry file of a room: ${importsPastEntries(files).length}`);
  for (const [rule, places] of rules) console.log(`implementations of ${rule}: ${places.length}`);
  console.log(`files that call undocumented functions of V8: ${undocumented.length}`);
  const since = process.argv[process.argv.indexOf('--since') + 1];
  if (process.argv.includes('--since') && since !== undefined) console.log(`since ${since}: ${linesSince(since)}`);
}
console.log(`${Object.keys(rooms).length} rooms, ${files.size} files, ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
