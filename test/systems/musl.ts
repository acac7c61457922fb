/**
 * `npm run test:musl [-- [--folder DIR] [--suite NAME]]`: our tests on musl, the C library of Alpine.
 * On a machine with musl the program is packed and installed as a user would, and the suites run. npm's and Debian's packages have no Node for musl, so
 * that elsewhere all is done that needs none: the package is installed for musl, for each processor, and each native part is read for what it
 * needs of the system. Which parts are taken there is a test of its own (native-parts.test.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neededLibraries } from './elf.ts';
import { runHere } from './here.ts';
import { build, installPackage, type Target } from './made.ts';
import { command, readCommandLine } from './run-suites.ts';
import { hereSuites } from './suites.ts';

/** What is there with Node on Alpine (`apk add nodejs`, and the images of Node). musl's loader takes itself for `libc.so`. */
const there = new Set([
  'libc.so',
  'libc.musl-x86_64.so.1',
  'libc.musl-aarch64.so.1',
  'libgcc_s.so.1',
  'libstdc++.so.6',
]);

function isMusl(): boolean {
  return process.platform === 'linux' && readdirSync('/lib').some((name) => name.startsWith('ld-musl-'));
}

/** The native files of installed packages, below their folder. */
function nativeFiles(packages: string): string[] {
  return readdirSync(packages, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.node$|(?:^|\/)(?:rg|tsc)$/.test(path) && !path.includes('.bin/'))
    .filter((path) => readFileSync(join(packages, path)).subarray(1, 4).toString('latin1') === 'ELF')
    .sort();
}

/** What is wrong with the native parts that npm chooses for a machine with musl. */
async function judgeInstalled(folder: string, machine: Target): Promise<string[]> {
  const packages = join(await installPackage(join(folder, `installed-${machine.cpu}`), machine), '..');
  const files = nativeFiles(packages);
  const wrong: string[] = [];
  const wanted = [
    `@oxc-parser/binding-linux-${machine.cpu}-musl/`,
    `@vscode/ripgrep-linux-${machine.cpu}/bin/rg`,
    `@typescript/typescript-linux-${machine.cpu}/lib/tsc`,
  ];
  for (const part of wanted) if (!files.some((path) => path.startsWith(part))) wrong.push(`no ${part}`);
  for (const path of files) {
    const needed = neededLibraries(readFileSync(join(packages, path)));
    const absent = needed.filter((name) => !there.has(name));
    console.log(`${path}: needs ${needed.join(', ') || 'nothing'}`);
    if (absent.length > 0) wrong.push(`${path} needs ${absent.join(', ')}, which is not on a machine with musl`);
  }
  return wrong;
}

await command(async () => {
  const { folder = join(tmpdir(), 'code-scout-musl'), suites } = readCommandLine(hereSuites);
  await build();
  if (isMusl()) return runHere(join(folder, 'installed'), suites);
  const wrong: string[] = [];
  for (const cpu of ['x64', 'arm64'] as const)
    wrong.push(...(await judgeInstalled(folder, { os: 'linux', cpu, libc: 'musl' })));
  for (const text of wrong) console.log(`WRONG ${text}`);
  console.log('Not run: the suites. This machine has no musl, and no package has a Node for it.');
  return wrong.length === 0;
});
