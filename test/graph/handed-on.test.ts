/** Functions as values, in every language: handed to a call, kept, returned, bound. Each of a program's functions has the place that uses it. */
import { expect, it } from 'vitest';
import { compiled } from './handed-on-compiled.ts';
import { scripts } from './handed-on-scripts.ts';
import { indexed } from './real-index.ts';

const programs = { ...scripts, ...compiled };

const { engine } = await indexed({
  'go/go.mod': 'module m\ngo 1.21\n',
  'rs/Cargo.toml': '[package]\nname = "m"\n',
  'web/routes.py':
    'from app import app\n@app.get("/a")\ndef shown(): pass\n@staticmethod\ndef plain(): pass\n' +
    'def begin(x):\n    between(x)\ndef between(x):\n    x.finish()\n' +
    'class A:\n    def finish(self): pass\nclass B:\n    def finish(self): pass\n' +
    'def wired(x): g(x.lone)\nclass C:\n    def lone(self): pass\n',
  ...Object.fromEntries(Object.values(programs).map(({ path, text }) => [path, text])),
});

/** The names of some functions by how their callers say they are used. */
async function uses(path: string, names: string): Promise<Record<'handed' | 'kept' | 'called', string>> {
  const found = { handed: [] as string[], kept: [] as string[], called: [] as string[] };
  for (const name of names.split(' ').filter((one) => one !== '')) {
    const { reached, values } = await engine.graph.callers({ symbol: name, file: path, maxDepth: 1 });
    const sites = reached.flatMap(({ edges }) => edges.flatMap((edge) => edge.sites));
    if (sites.some(({ kind, text }) => kind === 'pass' && text?.includes(name.split('.').at(-1)!)))
      found.handed.push(name);
    if (sites.some(({ kind }) => kind === 'call')) found.called.push(name);
    if (values.places.some(({ text }) => text.includes(name.split('.').at(-1)!))) found.kept.push(name);
  }
  return { handed: found.handed.join(' '), kept: found.kept.join(' '), called: found.called.join(' ') };
}

it.each(Object.entries(programs))('%s', async (_, { path, handed, kept, called = '' }) => {
  expect((await uses(path, handed)).handed).toBe(handed);
  expect((await uses(path, kept)).kept).toBe(kept);
  expect((await uses(path, called)).called).toBe(called);
});

const callersOf = async (symbol: string) => engine.graph.callers({ symbol, file: 'web/routes.py', maxDepth: 1 });

it('a function without callers has the decorators through which it may be called', async () => {
  expect((await callersOf('shown')).decorators).toEqual(['app.get']);
  expect((await callersOf('plain')).decorators).toEqual([]);
});

it('a function without callers counts the unresolved members that may hand it on', async () => {
  const { reached, unresolved } = await callersOf('lone');
  expect([reached.length, unresolved.sites]).toEqual([0, 1]);
});

it('where no path is found, unresolved calls near the start are named', async () => {
  const [from, to] = [{ symbol: 'begin' }, { symbol: 'web/routes.py#A.finish' }];
  const { paths, unresolved } = await engine.graph.paths({ from, to, maxDepth: 5, maxPaths: 1 });
  expect(paths).toEqual([]);
  expect(unresolved.samples.map(({ caller, name, line }) => [caller, name, line])).toEqual([['between', 'finish', 9]]);
});
