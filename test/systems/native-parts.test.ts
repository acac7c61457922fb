/**
 * Which native parts are taken on each kind of machine. A process believes to be there, and has packages whose native parts only say their names, so that
 * this needs neither the machine nor the packages for it.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, start } from '../../scripts/lib/repository.ts';

interface Machine {
  platform: string;
  arch: string;
  libc?: 'glibc' | 'musl';
}

const bindings = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'linux-x64-gnu',
  'linux-x64-musl',
  'win32-arm64-msvc',
  'win32-x64-msvc',
];
const programs = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];

/** Makes Node believe that it is on another machine. `/usr/bin/ldd` is where packages look for the C library. */
const preload = `
const fs = require('node:fs');
const { platform, arch, libc } = JSON.parse(process.env.MACHINE);
Object.defineProperty(process, 'platform', { value: platform });
Object.defineProperty(process, 'arch', { value: arch });
const { readFileSync } = fs;
fs.readFileSync = (path, ...rest) => path === '/usr/bin/ldd' ? libc : readFileSync(path, ...rest);
`;

const main = `
import { nativeParserFault } from './src/extract/native-parser.ts';
import { ripgrepFault } from './src/text/ripgrep.ts';
import { findCompiler } from './src/graph/compiler/typescript-compiler.ts';
const { parseRawSync } = await import('./src/extract/ecmascript/oxc-binding.ts').catch((error) => ({ parseRawSync: () => error.message }));
const { rgPath } = await import('@vscode/ripgrep').catch(() => ({ rgPath: null }));
console.log(JSON.stringify({ parser: parseRawSync(), ripgrep: rgPath, compiler: findCompiler() }));
`;

/** A native part of the parser that only says its name, and that loads with its own C library only. */
function stub(name: string): string {
  const libc = name.endsWith('-musl') ? 'musl' : 'glibc';
  const check = name.startsWith('linux')
    ? `if (JSON.parse(process.env.MACHINE).libc !== '${libc}') throw Error();`
    : '';
  return `${check} module.exports = { parseRawSync: () => '${name}' };`;
}

let folder = '';

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const installed = (name: string): string => at('node_modules', ...name.split('/'));

beforeAll(() => {
  // Tests of other systems compare with the paths that Node gives.
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'native-parts-')));
  symlinkSync(at('src'), join(folder, 'src'));
  const oxc = installed('oxc-parser');
  const { version } = JSON.parse(readFileSync(join(oxc, 'package.json'), 'utf8')) as { version: string };
  write('package.json', '{ "type": "module" }');
  write('preload.cjs', preload);
  write('main.ts', main);
  // Copied without what may be installed inside of it: that would be found first.
  cpSync(oxc, join(folder, 'node_modules', 'oxc-parser'), {
    recursive: true,
    filter: (path) => !path.slice(oxc.length).includes('node_modules') && !path.endsWith('.wasm'),
  });
  mkdirSync(join(folder, 'node_modules', '@vscode'));
  cpSync(installed('@vscode/ripgrep'), join(folder, 'node_modules', '@vscode', 'ripgrep'), { recursive: true });
  symlinkSync(installed('typescript'), join(folder, 'node_modules', 'typescript'));
  for (const name of bindings) {
    const place = `node_modules/@oxc-parser/binding-${name}`;
    write(`${place}/package.json`, JSON.stringify({ name: `@oxc-parser/binding-${name}`, version, main: 'main.js' }));
    write(`${place}/main.js`, stub(name));
  }
  for (const name of programs) {
    const ending = name.startsWith('win32') ? '.exe' : '';
    write(`node_modules/@vscode/ripgrep-${name}/bin/rg${ending}`, '');
    write(`node_modules/@typescript/typescript-${name}/package.json`, '{}');
    write(`node_modules/@typescript/typescript-${name}/lib/tsc${ending}`, '');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function taken(machine: Machine): Promise<{ parser: string; ripgrep: string | null; compiler: string | null }> {
  const flags = ['--preserve-symlinks', '--preserve-symlinks-main', '--require', join(folder, 'preload.cjs')];
  const { code, stdout, output } = await start(process.execPath, [...flags, join(folder, 'main.ts')], {
    cwd: folder,
    env: { MACHINE: JSON.stringify(machine) },
  });
  if (code !== 0) throw new Error(output);
  return JSON.parse(stdout) as Awaited<ReturnType<typeof taken>>;
}

describe('the native parts on', () => {
  it.each<[string, Machine]>([
    ['linux-x64-gnu', { platform: 'linux', arch: 'x64', libc: 'glibc' }],
    ['linux-x64-musl', { platform: 'linux', arch: 'x64', libc: 'musl' }],
    ['linux-arm64-gnu', { platform: 'linux', arch: 'arm64', libc: 'glibc' }],
    ['linux-arm64-musl', { platform: 'linux', arch: 'arm64', libc: 'musl' }],
    ['darwin-arm64', { platform: 'darwin', arch: 'arm64' }],
    // Also a Node for Intel that Rosetta runs on another processor.
    ['darwin-x64', { platform: 'darwin', arch: 'x64' }],
    ['win32-x64-msvc', { platform: 'win32', arch: 'x64' }],
    ['win32-arm64-msvc', { platform: 'win32', arch: 'arm64' }],
  ])('%s', async (parser, machine) => {
    const program = `${machine.platform}-${machine.arch}`;
    const ending = machine.platform === 'win32' ? '.exe' : '';
    expect(await taken(machine)).toEqual({
      parser,
      ripgrep: join(folder, `node_modules/@vscode/ripgrep-${program}/bin/rg${ending}`),
      compiler: join(folder, `node_modules/@typescript/typescript-${program}/lib/tsc${ending}`),
    });
  });

  it('a machine that no package was built for are missed in plain words', async () => {
    const parser = 'The parser for JavaScript and TypeScript has no native part that can be loaded on linux mips';
    expect(await taken({ platform: 'linux', arch: 'mips', libc: 'glibc' })).toEqual({
      parser,
      ripgrep: null,
      compiler: null,
    });
  });
});
