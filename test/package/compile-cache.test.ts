/** Where Node keeps what it has compiled of the installed program, and whose files it is made to take. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackage, type Installed } from './packed-package.ts';

let installed: Installed;
/** Beside the program, in no project. */
let folder: string;
const at = (...path: string[]): string => join(folder, ...path);

/** The program's help, asked in a folder, with a folder for caches. */
function help(
  cwd: string,
  cache: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): string {
  const start = `process.chdir(${JSON.stringify(cwd)}); process.argv.splice(1, 1, ${JSON.stringify(join(installed.unpacked, 'dist', 'bin.js'))});
    await import(${JSON.stringify(join(installed.unpacked, 'dist', 'bin.js'))});`;
  writeFileSync(at('start.mjs'), start);
  return installed.node([at('start.mjs'), '--help', ...args], { XDG_CACHE_HOME: cache, ...env });
}

/** Files by their path in the cache. */
function entries(cache: string): string[] {
  const folder = join(cache, 'code-scout', 'compile-cache');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /[\\/][0-9a-f]+$/.test(name));
}

/** What the help says, and as long. Node keeps what is compiled when a module is loaded: its functions are none of it. */
const honest = 'cancelled; what was done until then is kept';
const trojan = 'TROJAN'.padEnd(honest.length, '!');

/** A number of a file's text, which Node compares. */
const textSumAt = 12;

/** A cache in which a script of another text stands for the program's own, by the same name, length and sum. */
function poisoned(): string {
  const [own, other] = [at('own'), at('other')];
  help(at('nowhere'), own);
  const dist = join(installed.unpacked, 'dist');
  const file = readdirSync(dist).find(
    (name) => name.endsWith('.js') && readFileSync(join(dist, name), 'utf8').includes(honest),
  );
  const text = readFileSync(join(dist, file!), 'utf8');
  writeFileSync(join(dist, file!), text.replace(honest, trojan));
  help(at('nowhere'), other);
  writeFileSync(join(dist, file!), text);
  for (const name of entries(own)) {
    const [path, from] = [own, other].map((cache) => join(cache, 'code-scout', 'compile-cache', name)) as [
      string,
      string,
    ];
    if (!existsSync(from)) continue;
    const bytes = readFileSync(from);
    readFileSync(path).copy(bytes, textSumAt, textSumAt, textSumAt + 4);
    writeFileSync(path, bytes);
  }
  return own;
}

let cache: string;
beforeAll(() => {
  installed = installPackage();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'compile-cache-')));
  mkdirSync(at('nowhere'));
  cache = poisoned();
});
afterAll(() => {
  installed.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A project that brings the cache, as a clone does where the user's caches are kept in the folder that is worked in. */
function projectWith(name: string, mark: string): string {
  const project = at(name);
  mkdirSync(join(project, mark), { recursive: true });
  cpSync(cache, join(project, '.cache'), { recursive: true });
  for (const folder of ['.cache', '.cache/code-scout', '.cache/code-scout/compile-cache'])
    chmodSync(join(project, folder), 0o700);
  return project;
}

describe('the compile cache', () => {
  it('is the user’s alone, and holds what has run', () => {
    expect(entries(cache).length).toBeGreaterThan(5);
    for (const folder of ['code-scout', 'code-scout/compile-cache'])
      expect(statSync(join(cache, folder)).mode & 0o777).toBe(0o700);
  });

  it('is believed by Node whoever wrote it, which is why the next tests matter', () => {
    expect(help(at('nowhere'), cache)).toContain('TROJAN');
  });

  it.each(['.git', 'package.json', 'src'])('is not taken from the folder that is worked in (with %s)', (mark) => {
    const project = projectWith(`project ${mark}`, mark);
    const told = help(project, join(project, '.cache'));
    expect(told).toContain(honest);
    expect(told).not.toContain('TROJAN');
    // Below it, too, where something says that it is a project.
    if (mark !== 'src') expect(help(join(project, mark), join(project, '.cache'))).not.toContain('TROJAN');
  });

  it('is not taken from a repository that is asked about, or that holds it', () => {
    const project = projectWith('another project', '.git');
    expect(help(at('nowhere'), join(project, '.cache'))).not.toContain('TROJAN');
    rmSync(join(project, '.git'), { recursive: true });
    expect(help(at('nowhere'), join(project, '.cache'))).toContain('TROJAN');
    expect(help(at('nowhere'), join(project, '.cache'), ['--root', project])).not.toContain('TROJAN');
    expect(help(at('nowhere'), join(project, '.cache'), [`--root=${project}`])).not.toContain('TROJAN');
  });

  it.skipIf(process.platform === 'win32')('is not taken where others can write', () => {
    for (const folder of ['code-scout', 'code-scout/compile-cache']) {
      chmodSync(join(cache, folder), 0o770);
      expect(help(at('nowhere'), cache), folder).not.toContain('TROJAN');
      chmodSync(join(cache, folder), 0o700);
    }
    expect(help(at('nowhere'), cache)).toContain('TROJAN');
  });

  it('is switched off by a flag, a variable and the user’s file', () => {
    expect(help(at('nowhere'), at('off'), ['--no-compile-cache'])).toContain('Usage');
    expect(help(at('nowhere'), at('off'), [], { CODE_SCOUT_STARTUP_COMPILE_CACHE: 'false' })).toContain('Usage');
    installed.write({ 'config/code-scout/config.json': '{ "startup": { "compileCache": false } }' });
    expect(help(at('nowhere'), at('off'))).toContain('Usage');
    expect(existsSync(at('off'))).toBe(false);
    rmSync(join(installed.folder, 'config'), { recursive: true });
    expect(help(at('nowhere'), at('off'))).toContain('Usage');
    expect(entries(at('off')).length).toBeGreaterThan(5);
  });

  it('is nothing of a program that imports the library', () => {
    installed.write({
      'library.mjs': `
        import { openEngine } from 'code-scout-mcp';
        import { getCompileCacheDir } from 'node:module';
        const engine = await openEngine({ root: 'code', userConfig: false });
        await engine.index();
        await engine.close();
        console.log(String(getCompileCacheDir()));
      `,
      'code/package.json': '{}',
      'code/lamp.ts': 'export const lamp = 1;\n',
    });
    expect(installed.node(['library.mjs'], { XDG_CACHE_HOME: at('library') })).toBe('undefined\n');
    expect(existsSync(at('library'))).toBe(false);
  });
});
