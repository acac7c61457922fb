/** Which projects a command line is about: --root, --workspace, the user's settings, --project. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../config/environment.ts';
import { AppError } from '../../model/error.ts';
import type { GlobalOptions } from '../global-options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withProjectFirst, withProjects } from './asked-projects.ts';

let base = '';

/** Writes files; a path that ends with `/` is a git repository of its own. */
function write(...paths: string[]): void {
  for (const path of paths) {
    const isRepository = path.endsWith('/');
    const file = join(base, isRepository ? `${path}.git/HEAD` : path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, isRepository ? 'ref: refs/heads/main\n' : '{}');
  }
}

function workspace(path: string, ...folders: (string | { path: string; name: string })[]): string {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  const listed = folders.map((one) => (typeof one === 'string' ? { path: one } : one));
  writeFileSync(join(base, path), JSON.stringify({ folders: listed }));
  return join(base, path);
}

interface Given {
  options?: GlobalOptions;
  cwd?: string;
  setting?: string;
  start?: string | null;
}

const withSlashes = (path: string): string => path.replaceAll(sep, '/');

/** Names with their folders below the base. */
function asked({ options = {}, cwd = '', setting, start = cwd }: Given): {
  projects: string[] | null;
  roots: string[] | null;
} {
  const settings = new Map(setting === undefined ? [] : [['CODE_SCOUT_WORKSPACE', setting]]);
  const environment = { ...readEnvironment({}), userConfigDirectory: null, settings };
  const terminal = { environment, workingDirectory: join(base, cwd) } as unknown as Terminal;
  const found = withProjects({ terminal, options }, { start: start === null ? null : join(base, start) });
  const below = (root: string): string => withSlashes(isAbsolute(root) ? root.slice(base.length + 1) : root);
  return {
    projects: found.projects?.map(({ name, root }) => `${name}=${below(root)}`) ?? null,
    roots: found.options.root?.map(below) ?? null,
  };
}

function refusal(given: Given): string {
  try {
    asked(given);
  } catch (error) {
    if (error instanceof AppError) return withSlashes(`${error.message} ${error.hint ?? ''}`.replaceAll(base, ''));
    throw error;
  }
  return 'accepted';
}

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'asked-projects-')));
  write('api/', 'web/', 'other/web/', 'docs/package.json', 'plain/notes.txt');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('--root', () => {
  it('names several projects, each once, and one alone as it was given', () => {
    expect(asked({ options: { root: ['api', 'docs', 'api/'] } })).toEqual({
      projects: ['api=api', 'docs=docs'],
      roots: ['api', 'docs'],
    });
    expect(asked({ options: { root: ['./api'] } })).toEqual({ projects: null, roots: ['./api'] });
    expect(asked({})).toEqual({ projects: null, roots: null });
  });

  it('is no two projects with one --db', () => {
    expect(refusal({ options: { root: ['api', 'web'], db: 'x.db' } })).toContain('--db names one index');
    expect(refusal({ options: { root: ['api', 'web'], db: ':memory:' } })).toBe('accepted');
  });
});

describe('--workspace', () => {
  it('names the projects of the file, in its order, with its names, and those of --root behind them', () => {
    const path = workspace(
      'all.code-workspace',
      'web',
      { path: 'api', name: 'Shop ✦ API' },
      `../${basename(base)}/docs`,
    );
    expect(asked({ options: { workspace: path } })).toEqual({
      projects: ['web=web', 'Shop - API=api', 'docs=docs'],
      roots: ['web', 'api', 'docs'],
    });
    expect(
      asked({ cwd: 'plain', options: { workspace: '../all.code-workspace', root: ['../plain', '../web'] } }).projects,
    ).toEqual(['web=web', 'Shop - API=api', 'docs=docs', 'plain=plain']);
  });

  it('of one folder is one project', () => {
    expect(asked({ options: { workspace: workspace('one.json', 'api') } })).toEqual({ projects: null, roots: ['api'] });
  });

  it('has a folder within another one once, unless it is a repository of its own', () => {
    write('api/packages/client/package.json', 'api/vendor/lib/', 'docs/site/package.json');
    const path = workspace(
      'all.json',
      { path: 'api', name: 'top' },
      { path: 'api/packages/client', name: 'client' },
      'api/vendor/lib',
      'docs/site',
      'docs',
    );
    expect(asked({ options: { workspace: path } }).projects).toEqual(['top=api', 'lib=api/vendor/lib', 'docs=docs']);
  });

  it('names no project by the name of a folder in it', () => {
    mkdirSync(join(base, 'api/src/ui'), { recursive: true });
    const path = workspace('all.json', { path: 'api/src/ui', name: 'ui' }, 'web');
    expect(asked({ options: { workspace: path } }).projects).toEqual(['api=api', 'web=web']);
  });

  it('makes names distinct from those that the file gives', () => {
    const path = workspace('all.json', { path: 'docs', name: 'API' }, 'api');
    expect(asked({ options: { workspace: path } }).projects).toEqual(['API=docs', 'api-2=api']);
  });

  it('says what is wrong, with the place', () => {
    const missing = workspace('a.json', 'api', 'nowhere', 'b.code-workspace', 'api/.git/HEAD');
    workspace('b.code-workspace', 'web');
    const text = refusal({ options: { workspace: missing } });
    expect(text).toContain('Invalid workspace: /a.json: it lists what is no folder:');
    expect(text).toMatch(/- \/a\.json:1:\d+: \/nowhere does not exist\n/);
    expect(text).toMatch(/: \/b\.code-workspace is a file; a workspace lists no other workspaces\n/);
    expect(text).toMatch(/: \/api\/\.git\/HEAD is a file /);
    const twice = workspace('c.json', { path: 'api', name: 'Shop' }, { path: 'web', name: 'shop' });
    expect(refusal({ options: { workspace: twice } })).toMatch(
      /\/c\.json:1:\d+: the name shop is that of \/api as well/,
    );
    const odd = workspace('d.json', { path: 'api', name: '..' }, 'web');
    expect(refusal({ options: { workspace: odd } })).toContain('".." cannot be the name of a project');
    const broad = workspace('e.json', '/', 'web');
    expect(refusal({ options: { workspace: broad } })).toContain(
      `${withSlashes(parse(base).root)} contains many projects; list each of them`,
    );
    expect(refusal({ options: { workspace: 'f.json' } })).toContain('/f.json: does not exist');
  });

  it('says that a link in a circle cannot be opened', () => {
    symlinkSync('loop', join(base, 'loop'));
    const text = refusal({ options: { workspace: workspace('a.json', 'api', 'loop') } });
    expect(text).toMatch(/ \/a\.json:1:\d+: \/loop cannot be opened/);
  });
});

describe('the workspace of the settings', () => {
  it('is used in its projects, the present one first, and where no project is', () => {
    const setting = workspace('all.json', 'api', 'web', 'docs');
    mkdirSync(join(base, 'web/src'));
    expect(asked({ setting, cwd: 'web/src' }).projects).toEqual(['web=web', 'api=api', 'docs=docs']);
    expect(asked({ setting, cwd: 'plain' }).projects).toEqual(['api=api', 'web=web', 'docs=docs']);
    expect(asked({ setting, cwd: 'other/web' })).toEqual({ projects: null, roots: null });
  });

  it('is not used beside a flag, nor by commands about one project', () => {
    const setting = workspace('all.json', 'api', 'web');
    expect(asked({ setting, cwd: 'web', options: { root: ['../docs'] } })).toEqual({
      projects: null,
      roots: ['../docs'],
    });
    expect(asked({ setting, cwd: 'web', start: null })).toEqual({ projects: null, roots: null });
  });

  it('lists only folders of the project that the file is part of; as a flag it lists any', () => {
    write('api/packages/client/');
    const inside = workspace('api/all.code-workspace', '.', 'packages/client');
    expect(asked({ setting: inside, cwd: 'api' }).projects).toEqual(['api=api', 'client=api/packages/client']);
    const outside = workspace('api/all.code-workspace', join(base, 'api'), join(base, 'web'));
    expect(refusal({ setting: outside, cwd: 'api' })).toContain('/web is outside of /api, which the file is part of');
    expect(asked({ options: { workspace: outside } }).projects).toEqual(['api=api', 'web=web']);
  });

  it('is the file that a link from outside leads to', () => {
    const outside = workspace('api/all.code-workspace', join(base, 'api'), join(base, 'web'));
    symlinkSync(outside, join(base, 'linked.json'));
    expect(refusal({ setting: join(base, 'linked.json'), cwd: 'api' })).toContain('is outside of');
  });
});

describe('the project that a command works on', () => {
  const first = (options: GlobalOptions, cwd = ''): (string | undefined)[] => {
    const environment = { ...readEnvironment({}), userConfigDirectory: null, settings: new Map() };
    const terminal = { environment, workingDirectory: join(base, cwd) } as unknown as Terminal;
    const { projects, options: found } = withProjectFirst({ terminal, options });
    return [projects?.map(({ name }) => name).join(' '), found.root?.[0]?.slice(base.length + 1)];
  };

  it('is that of --project, else that of the current folder, else the first', () => {
    const path = workspace('all.json', 'docs', 'web', 'api');
    mkdirSync(join(base, 'web/src'));
    expect(first({ workspace: path })).toEqual(['docs web api', 'docs']);
    expect(first({ workspace: path }, 'web/src')).toEqual(['web docs api', 'web']);
    expect(first({ workspace: path, project: 'api' }, 'web/src')).toEqual(['api docs web', 'api']);
    expect(first({ workspace: path, project: '*' }, 'web/src')).toEqual(['web docs api', 'web']);
    expect(() => first({ workspace: path, project: 'nosuch' })).toThrow('No project is named');
  });

  it('is the only one where no other is named', () => {
    expect(first({}, 'web')).toEqual([undefined, undefined]);
    expect(() => first({ project: 'web' }, 'web')).toThrow('--project chooses one of several projects');
  });
});

describe('--project', () => {
  it('chooses one of them, or all', () => {
    const root = ['api', 'web'];
    expect(asked({ options: { root, project: 'web' } })).toEqual({ projects: null, roots: ['web'] });
    expect(asked({ options: { root, project: '*' } }).projects).toEqual(['api=api', 'web=web']);
    const unknown = refusal({ options: { root, project: 'wbe' } });
    expect(unknown).toContain(
      'No project is named "wbe" Did you mean web? The projects are api, web; * is all of them.',
    );
  });

  it('needs several', () => {
    expect(refusal({ options: { project: 'api' } })).toContain('--project chooses one of several projects');
    expect(refusal({ options: { root: ['api'], project: 'web' } })).toContain(
      '--project chooses one of several projects',
    );
    expect(asked({ options: { root: ['api'], project: '*' } })).toEqual({ projects: null, roots: ['api'] });
  });
});
