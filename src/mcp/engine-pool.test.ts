import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { fixedEngine } from '../tools/testing/fixed-engine.ts';
import { EnginePool, type EngineSource } from './engine-pool.ts';

let base = '';
let opened: { root: string; database: string }[] = [];
let closed: string[] = [];

/** Folders with a `.git` are projects; the engines only remember that they were opened. */
function source(database?: string): EngineSource {
  return {
    resolveRoot: (start) => {
      const name = start.split(sep).find((part) => part.startsWith('project-'));
      return name === undefined ? { problem: 'No project here', hint: 'Name one.' } : { root: join(base, name) };
    },
    settingsFor: (root) => {
      const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
      const placed = database === undefined ? config : { ...config, database: { ...config.database, path: database } };
      return { config: placed, usualLimit: null };
    },
    openEngine: async (root, { config }) => {
      opened.push({ root, database: config.database.path });
      return { ...fixedEngine(), root, close: async () => void closed.push(root) };
    },
  };
}

const writes = { writes: true };
const reads = { writes: false };

function pool(start: string, { named = false, database }: { named?: boolean; database?: string } = {}): EnginePool {
  const made = source(database);
  return new EnginePool(async () => made, { folder: start, named });
}

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'pool-')));
  for (const folder of ['project-a/src', 'project-b/lib', 'plain/sub'])
    mkdirSync(join(base, folder), { recursive: true });
  writeFileSync(join(base, 'project-a/file.txt'), 'x');
  opened = [];
  closed = [];
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('the own project', () => {
  it('is opened once for all callers', async () => {
    const own = pool(join(base, 'project-a/src'));
    const all = await Promise.all([
      own.primaryEngine(),
      own.engineFor({ project: null, path: null }, reads),
      own.engineFor({ project: null, path: 'src' }, writes),
      own.engineFor({ project: null, path: join(base, 'project-a') }, reads),
    ]);
    expect(new Set(all).size).toBe(1);
    expect(opened).toEqual([
      { root: join(base, 'project-a'), database: join(base, 'project-a/.code-scout/database.db') },
    ]);
  });

  it('is missing with a reason and a next step', async () => {
    const own = pool(join(base, 'plain'));
    await expect(own.primaryEngine()).rejects.toMatchObject({
      code: 'ConfigurationError',
      message: 'No project here',
      hint: 'Name one.',
    });
    expect(await own.primary()).toEqual({ problem: 'No project here', hint: 'Name one.' });
    expect((await own.primaryConfig()).search.defaultLimit).toBe(20);
  });

  it('is the folder itself if the user named it', async () => {
    expect((await pool(join(base, 'plain'), { named: true }).primaryEngine()).root).toBe(join(base, 'plain'));
  });

  it('may be changed by the client', async () => {
    const own = pool(join(base, 'project-a'));
    expect((await own.primaryEngine()).root).toBe(join(base, 'project-a'));
    own.setStart({ folder: join(base, 'project-b/lib'), named: false });
    expect((await own.primaryEngine()).root).toBe(join(base, 'project-b'));
  });
});

describe('several projects', () => {
  const several = (): EnginePool => {
    const made = source();
    const [a, b] = [join(base, 'project-a'), join(base, 'project-b')];
    return new EnginePool(
      async () => made,
      [
        { name: 'a', root: a },
        { name: 'b', root: b },
      ],
    );
  };
  const at = (project: string | null, path: string | null = null) => ({ project, path });

  it('are used by name, the first without one', async () => {
    const all = several();
    expect(all.names).toEqual(['a', 'b']);
    expect((await all.engineFor(at(null), reads)).root).toBe(join(base, 'project-a'));
    expect((await all.engineFor(at('b'), reads)).root).toBe(join(base, 'project-b'));
    expect(await all.engineFor(at('b', 'lib'), reads)).toBe(await all.engineFor(at('b'), reads));
    expect((await all.primaryEngine()).root).toBe(join(base, 'project-a'));
    expect(opened).toHaveLength(2);
  });

  it('use the project that a path determines', async () => {
    const all = several();
    const inOther = join(base, 'project-b/lib');
    expect((await all.engineFor(at(null, inOther), reads)).root).toBe(join(base, 'project-b'));
    await expect(all.engineFor(at('a', inOther), reads)).rejects.toMatchObject({
      code: 'ValidationError',
      message: 'path is not part of the project a',
    });
  });

  it.each(['c', 'A', '__proto__', ''])('have none named %j', async (name) => {
    await expect(several().engineFor(at(name), reads)).rejects.toMatchObject({
      code: 'NotFoundError',
      hint: 'The projects are a, b; * is all of them.',
    });
    await expect(pool(join(base, 'project-a')).engineFor(at(name), reads)).rejects.toMatchObject({
      hint: 'This server has one project: leave project out.',
    });
  });
});

describe('another path', () => {
  it.each(['missing', 'file.txt', 'file.txt/x', 'a\0b'])('%j is no directory', async (path) => {
    const failed = pool(join(base, 'project-a')).engineFor({ project: null, path }, writes);
    await expect(failed).rejects.toMatchObject({
      code: 'ValidationError',
      message: 'Path must be a directory',
      details: { field: 'path' },
    });
    expect(opened).toEqual([]);
  });

  it('belongs to the project around it, through links too', async () => {
    const own = pool(join(base, 'project-a'));
    expect((await own.engineFor({ project: null, path: join(base, 'project-b/lib') }, writes)).root).toBe(
      join(base, 'project-b'),
    );
    symlinkSync(join(base, 'project-a/src'), join(base, 'link'));
    expect((await own.engineFor({ project: null, path: join(base, 'link') }, writes)).root).toBe(
      join(base, 'project-a'),
    );
  });

  it('is a project of its own if it is not part of one', async () => {
    const own = pool(join(base, 'project-a'));
    expect((await own.engineFor({ project: null, path: '../plain' }, writes)).root).toBe(join(base, 'plain'));
    expect((await own.engineFor({ project: null, path: '../plain/sub' }, writes)).root).toBe(join(base, 'plain'));
  });

  it.each(['/', homedir()])('%s is never one', async (path) => {
    await expect(pool(join(base, 'project-a')).engineFor({ project: null, path }, writes)).rejects.toMatchObject({
      code: 'ValidationError',
      message: 'No project here',
    });
  });

  it('can be asked about only if it has an index', async () => {
    const own = pool(join(base, 'project-a'));
    const root = join(base, 'project-b');
    await expect(own.engineFor({ project: null, path: root }, reads)).rejects.toMatchObject({
      code: 'NotFoundError',
      hint: expect.stringContaining(JSON.stringify(root)) as unknown,
    });
    expect(opened).toEqual([]);
    mkdirSync(join(root, '.code-scout'));
    writeFileSync(join(root, '.code-scout/database.db'), '');
    expect((await own.engineFor({ project: null, path: root }, reads)).root).toBe(root);
  });

  it('never uses the database that was named for the server’s own project', async () => {
    const named = join(base, 'elsewhere.db');
    const own = pool(join(base, 'project-a'), { database: named });
    await own.primaryEngine();
    await own.engineFor({ project: null, path: join(base, 'project-b') }, writes);
    expect(opened.map((one) => one.database)).toEqual([named, join(base, 'project-b/.code-scout/database.db')]);
  });
});

describe('the end', () => {
  it('closes every engine, and none is opened after it', async () => {
    const own = pool(join(base, 'project-a'));
    await own.primaryEngine();
    await own.engineFor({ project: null, path: join(base, 'project-b') }, writes);
    await own.close();
    expect(closed.toSorted()).toEqual([join(base, 'project-a'), join(base, 'project-b')]);
    await expect(own.primaryEngine()).rejects.toMatchObject({ code: 'CancelledError' });
  });
});
