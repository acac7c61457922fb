/** Where Node keeps the compile cache of the installed program, and from whom it accepts cached files. */
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
/** Beside the program, outside of any project. */
let folder: string;
const at = (...path: string[]): string => join(folder, ...path);

/** Runs the program's help in a folder, with a folder for caches. */
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

/** The files of a cache by their relative path. */
function entries(cache: string): string[] {
  const folder = join(cache, 'code-scout', 'compile-cache');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /[\\/][0-9a-f]+$/.test(name));
}

/**
 * A text of the help and a forged one of the same length. Node caches what is compiled when a module is loaded;
 * functions that compile later are not in the cache.
 */
const honest = 'show the code to read for a task, with callers and tests';
const trojan = 'TROJAN'.padEnd(honest.length, '!');

/** The offset of the checksum of a file's source text, which Node compares. */
const textSumAt = 12;

/** A forged cache: a script with another text has the name, length and checksum of the program's own script. */
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

/** A project that contains the cache, as a clone does when the user's cache folder is the working folder. */
function projectWith(name: string, mark: string): string {
  const project = at(name);
  mkdirSync(join(project, mark), { recursive: true });
  cpSync(cache, join(project, '.cache'), { recursive: true });
  for (const folder of ['.cache', '.cache/code-scout', '.cache/code-scout/compile-cache'])
    chmodSync(join(project, folder), 0o700);
  return project;
}

describe('the compile cache', () => {
  it('belongs to the user alone, and contains what has run', () => {
    expect(entries(cache).length).toBeGreaterThan(5);
    for (const folder of ['code-scout', 'code-scout/compile-cache'])
      expect(statSync(join(cache, folder)).mode & 0o777).toBe(0o700);
  });

  it('is trusted by Node whoever wrote it, which is why the next tests matter', () => {
    expect(help(at('nowhere'), cache)).toContain('TROJAN');
  });

  it.each(['.git', 'package.json', 'src'])('is not read from the working folder (with %s)', (mark) => {
    const project = projectWith(`project ${mark}`, mark);
    const output = help(project, join(project, '.cache'));
    expect(output).toContain(honest);
    expect(output).not.toContain('TROJAN');
    // Nor from a folder above the working folder, where something marks that as a project.
    if (mark !== 'src') expect(help(join(project, mark), join(project, '.cache'))).not.toContain('TROJAN');
  });

  it('is not read from the repository that a question is about, nor from one that contains it', () => {
    const project = projectWith('another project', '.git');
    expect(help(at('nowhere'), join(project, '.cache'))).not.toContain('TROJAN');
    rmSync(join(project, '.git'), { recursive: true });
    expect(help(at('nowhere'), join(project, '.cache'))).toContain('TROJAN');
    expect(help(at('nowhere'), join(project, '.cache'), ['--root', project])).not.toContain('TROJAN');
    expect(help(at('nowhere'), join(project, '.cache'), [`--root=${project}`])).not.toContain('TROJAN');
  });

  it.skipIf(process.platform === 'win32')('is not read from a folder that others can write', () => {
    for (const folder of ['code-scout', 'code-scout/compile-cache']) {
      chmodSync(join(cache, folder), 0o770);
      expect(help(at('nowhere'), cache), folder).not.toContain('TROJAN');
      chmodSync(join(cache, folder), 0o700);
    }
    expect(help(at('nowhere'), cache)).toContain('TROJAN');
  });

  it('can be switched off by a flag, an environment variable and the user’s file', () => {
    expect(help(at('nowhere'), at('off'), ['--no-compile-cache'])).toContain('Usage');
    expect(help(at('nowhere'), at('off'), [], { CODE_SCOUT_STARTUP_COMPILE_CACHE: 'false' })).toContain('Usage');
    installed.write({ 'config/code-scout/config.json': '{ "startup": { "compileCache": false } }' });
    expect(help(at('nowhere'), at('off'))).toContain('Usage');
    expect(existsSync(at('off'))).toBe(false);
    rmSync(join(installed.folder, 'config'), { recursive: true });
    expect(help(at('nowhere'), at('off'))).toContain('Usage');
    expect(entries(at('off')).length).toBeGreaterThan(5);
  });

  it('is not used in a program that imports the library', () => {
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
