/** The map that is folded from a graph of files. */
import { expect, it } from 'vitest';
import type { FileEdge, FileGraph, MappedFile } from '../../model/graph.ts';
import type { MapAnswer } from '../contract.ts';
import { foldMap, isInBox, maxBoxes, maxEdges } from './map.ts';

/** A graph of files of ten lines. @param links `from > to`, with the number of links where it is not 1; `~` for links by name alone */
function graphOf(paths: readonly string[], links: readonly string[], parts: Partial<FileGraph> = {}): FileGraph {
  const sorted = [...paths].sort();
  const files = sorted.map((path): MappedFile => {
    const isTest = path.startsWith('test/');
    const isLinked = !path.endsWith('.md');
    return {
      ...{ path, language: 'typescript', lines: 10, symbols: 2, isTest, isLinked, isForeign: path.includes('vendor/') },
      ...{ package: null, links: 1, unresolved: 0 },
    };
  });
  const edges = links.map((link): FileEdge => {
    const [, from, mark, to, count = '1'] = /^(\S+) ([>~]) (\S+)(?: (\d+))?$/.exec(link)!;
    const sites = Number(count);
    return {
      ...{ from: sorted.indexOf(from!), to: sorted.indexOf(to!), links: sites, guessed: mark === '~' ? sites : 0 },
      ...{ line: 3, isImport: mark === '>', isTypeOnly: false, isWholeReexport: false },
    };
  });
  return { generation: 1, files, edges, packages: [], ...parts };
}

function edgesOf({ boxes, edges }: MapAnswer): string[] {
  return edges.map(({ from, to, links, isBack, isInCycle, isImplied, isGuessed }) => {
    const marks = [
      isBack ? 'back' : '',
      isInCycle ? 'cycle' : '',
      isImplied ? 'implied' : '',
      isGuessed ? 'guessed' : '',
    ];
    return [`${boxes[from]!.id} > ${boxes[to]!.id}`, links, ...marks.filter((mark) => mark !== '')].join(' ');
  });
}

const shop = [
  ...['src/cart/cart.ts', 'src/cart/line.ts', 'src/price/price.ts', 'src/price/tax/rate.ts', 'src/main.ts'],
  ...['test/cart.test.ts', 'tools/run.ts', 'README.md', 'src/vendor/x.ts'],
];
const shopLinks = [
  ...[
    'src/main.ts > src/cart/cart.ts 2',
    'src/cart/cart.ts > src/cart/line.ts 9',
    'src/cart/cart.ts > src/price/price.ts 3',
  ],
  ...[
    'src/cart/line.ts > src/price/price.ts 4',
    'src/main.ts > src/price/price.ts',
    'test/cart.test.ts > src/cart/cart.ts 5',
  ],
  ...['tools/run.ts ~ src/main.ts'],
];
const fold = (graph: FileGraph, parameters = {}, commits: string[][] = []): MapAnswer =>
  foldMap({ graph, commits, note: null }, parameters);

it('begins the names of parts of several projects with the project, once', () => {
  const files = ['api/src/a/x.ts', 'api/src/b/y.ts', 'api/main.ts', 'web/src/z.ts'];
  const graph = graphOf(files, ['api/src/a/x.ts > api/src/b/y.ts', 'api/main.ts > api/src/a/x.ts']);
  const map = foldMap({ graph, commits: [], note: null, projects: ['api', 'web'] }, { open: 'api//api/src' });
  expect(new Set(map.boxes.map(({ id, name }) => `${id} ${name}`))).toEqual(
    new Set(['api/main.ts api/main.ts', 'api/src/a api/src/a', 'api/src/b api/src/b', 'web web']),
  );
});

it('has a box for each of several projects, whatever is in them, and for those of one folder too', () => {
  const files = ['acme/api/src/a.ts', 'acme/api/src/b.ts', 'acme/web/src/main.ts', 'docs/x.ts', 'docs/y.ts'];
  const links = [
    'acme/api/src/a.ts > acme/api/src/b.ts',
    'acme/web/src/main.ts > acme/api/src/a.ts 3',
    'docs/x.ts > docs/y.ts',
  ];
  const projects = ['acme/api', 'acme/web', 'docs'];
  const map = foldMap({ graph: graphOf(files, links), commits: [], note: null, projects }, {});
  expect(map.boxes.map(({ id, name, canOpen }) => [id, name, canOpen])).toEqual([
    ['acme/web', 'acme/web', true],
    ['docs', 'docs', true],
    ['acme/api', 'acme/api', true],
  ]);
  expect(edgesOf(map)).toEqual(['acme/web > acme/api 3']);
});

it('takes no edge between two projects as said by a way over a third', () => {
  const files = ['app/a.ts', 'lib/b.ts', 'base/c.ts', 'base/d.ts'];
  const links = ['app/a.ts > lib/b.ts', 'lib/b.ts > base/c.ts', 'app/a.ts > base/d.ts'];
  const ofProjects = (projects: string[]): string[] =>
    edgesOf(foldMap({ graph: graphOf(files, links), commits: [], note: null, projects }, {}));
  expect(ofProjects(['app', 'base', 'lib'])).toEqual(['app > base 1', 'app > lib 1', 'lib > base 1']);
});

it('unfolds the folder with most of the code, and folds links onto what is shown', () => {
  const map = fold(graphOf(shop, shopLinks));
  expect(map.opened).toEqual([{ id: 'src', byRule: true }]);
  expect(edgesOf(map)).toEqual([
    'src/cart > src/price 7',
    'src/main.ts > src/cart 2',
    'src/main.ts > src/price 1 implied',
    'tools > src/main.ts 1 guessed',
  ]);
  expect(map.boxes.map(({ id, name, context, lines, files }) => [id, name, context, lines, files])).toEqual([
    ['tools', 'tools', '', 10, 1],
    ['src/main.ts', 'main.ts', 'src', 10, 1],
    ['src/cart', 'cart', 'src', 20, 2],
    ['src/price', 'price', 'src', 20, 2],
  ]);
  expect(map.total).toEqual({ boxes: 4, edges: 4, files: 6, lines: 60 });
  expect(map.filesLeftOut).toEqual({ tests: 1, foreign: 1, withoutCode: 1 });
});

it('unfolds the folders around one that is to be unfolded, unless they are folded', () => {
  const graph = graphOf([...shop, ...['one/two/three/a.ts', 'one/two/b.ts', 'one/c.ts', 'one/other/d.ts']], shopLinks);
  const asked = (parameters: object): string[] => fold(graph, parameters).opened.map(({ id }) => id);
  expect(asked({ open: 'one/two' })).toEqual(expect.arrayContaining(['one', 'one/two']));
  expect(asked({ open: 'one/two', fold: 'one' })).not.toContain('one');
});

it('unfolds, folds, hides and leaves weak edges out as it is asked', () => {
  const graph = graphOf(shop, shopLinks);
  const ids = (parameters: object): string[] =>
    fold(graph, parameters)
      .boxes.map(({ id }) => id)
      .sort();
  expect(ids({ open: 'src//src/price' })).toEqual([
    'src/cart',
    'src/main.ts',
    'src/price/price.ts',
    'src/price/tax',
    'tools',
  ]);
  expect(ids({ fold: 'src' })).toEqual(['src', 'tools']);
  expect(ids({ hide: 'src/cart//tools' })).toEqual(['src/main.ts', 'src/price']);
  expect(ids({ tests: 'with' })).toContain('test');
  const strong = fold(graph, { least: 2 });
  expect(edgesOf(strong)).toEqual(['src/cart > src/price 7', 'src/main.ts > src/cart 2']);
  expect(strong.edgesBelow).toBe(2);
});

it('marks the edge that closes a circle, and names the imports of the circle', () => {
  const graph = graphOf(shop, [...shopLinks, 'src/price/tax/rate.ts > src/cart/line.ts']);
  const map = fold(graph);
  expect(edgesOf(map).filter((edge) => edge.includes('cycle'))).toEqual([
    'src/cart > src/price 7 cycle',
    'src/price > src/cart 1 back cycle',
  ]);
  expect(map.groups).toEqual([2]);
  expect(map.cycles.total).toBe(1);
  expect(map.cycles.shown[0]!.steps).toMatchObject([
    { from: 'src/cart', to: 'src/price', path: 'src/cart/cart.ts', line: 3, target: 'src/price/price.ts' },
    { from: 'src/price', to: 'src/cart', path: 'src/price/tax/rate.ts', target: 'src/cart/line.ts' },
  ]);
  // A guess makes no circle, and neither does an edge that is too weak to be shown hide one.
  expect(fold(graphOf(shop, [...shopLinks, 'src/price/price.ts ~ src/cart/cart.ts'])).groups).toEqual([]);
  expect(fold(graph, { least: 100 }).cycles.total).toBe(1);
});

it('is hot where much is changed and much depends on it', () => {
  const commits = [['src/price/price.ts', 'src/price/tax/rate.ts'], ['src/price/price.ts'], ['tools/run.ts']];
  const map = fold(graphOf(shop, shopLinks), {}, commits);
  const heat = Object.fromEntries(
    map.boxes.map(({ id, changes, users, heat: warmth }) => [id, [changes, users, warmth]]),
  );
  expect(heat).toMatchObject({ 'src/price': [2, 3, 1], 'src/cart': [0, 1, 0], tools: [1, 0, 0] });
  expect(map.commits).toBe(3);
});

it('unfolds folders of packages, and names them', () => {
  const paths = ['packages/a/src/x.ts', 'packages/b/y.ts', 'other/z.ts', 'other/w.ts', 'other/v.ts'];
  const packages = ['a', 'b'].map((name) => ({ folder: `packages/${name}`, name: `@shop/${name}` }));
  const map = fold(graphOf(paths, [], { packages }));
  expect(map.boxes.map(({ id, package: name }) => [id, name])).toEqual(
    expect.arrayContaining([
      ['packages/a/src', '@shop/a'],
      ['packages/b', '@shop/b'],
    ]),
  );
});

it('has at most so many boxes and edges, and the true numbers', () => {
  const paths = Array.from({ length: 90 }, (_, at) => `p${String(at).padStart(2, '0')}/a.ts`);
  const links = paths.flatMap((from, at) => paths.slice(at + 1, at + 9).map((to) => `${from} > ${to}`));
  const map = fold(graphOf(paths, links));
  expect([map.boxes.length, map.edges.length]).toEqual([maxBoxes, maxEdges]);
  expect(map.total.boxes).toBe(90);
  // Of the edges between the boxes that are shown.
  expect(map.total.edges).toBe(
    paths.slice(0, maxBoxes).flatMap((_, at) => paths.slice(at + 1, Math.min(at + 9, maxBoxes))).length,
  );
});

it('puts the files directly in an unfolded folder into a box of their own', () => {
  const graph = graphOf(['a.ts', 'b.ts', 'src/c.ts', 'src/d.ts', 'src/e/f.ts', 'src/e/g.ts', 'src/e/h.ts'], []);
  const map = fold(graph, { open: 'src' });
  expect(map.boxes.map(({ id, kind, files }) => [id, kind, files]).sort()).toEqual([
    ['.', 'files', 2],
    ['src/.', 'files', 2],
    ['src/e', 'folder', 3],
  ]);
  expect(
    fold(graph, { open: 'src//src/.' })
      .boxes.map(({ id }) => id)
      .sort(),
  ).toEqual(['.', 'src/c.ts', 'src/d.ts', 'src/e']);
  const inBox = (id: string): string[] => graph.files.map(({ path }) => path).filter((path) => isInBox(id, path));
  expect(inBox('.')).toEqual(['a.ts', 'b.ts']);
  expect(inBox('src/.')).toEqual(['src/c.ts', 'src/d.ts']);
  expect(inBox('src/e')).toEqual(['src/e/f.ts', 'src/e/g.ts', 'src/e/h.ts']);
});

it('unfolds the part that hides most links, down to files, until most are shown or many parts are linked', () => {
  const own = Array.from({ length: 12 }, (_, at) => `lib/core/f${String(at).padStart(2, '0')}.ts`);
  const others = ['run/x.ts', 'lib/other/y.ts', 'lib/core/deep/z.ts', 'docs/a.ts', 'docs/b.ts', 'docs/c.ts'];
  const inside = own.slice(1).map((to, at) => `${own[at]} > ${to}`);
  const links = [...inside, `run/x.ts > ${own[0]}`, `lib/other/y.ts > ${own[0]}`];
  const graph = graphOf([...own, ...others], links);
  const map = fold(graph);
  expect(map.opened.map(({ id }) => id)).toEqual(['lib', 'lib/core', 'lib/core/.']);
  expect(new Set(map.edges.flatMap(({ from, to }) => [from, to])).size).toBe(14);
  expect(fold(graph, { fold: 'lib/core/.' }).opened.map(({ id }) => id)).toEqual(['lib', 'lib/core']);
  // Where most links are shown, nothing more is unfolded.
  const few = fold(graphOf([...own, ...others], [inside[0]!, ...links.slice(-2)]));
  expect(few.opened.map(({ id }) => id)).toEqual(['lib', 'lib/core']);
  // Neither is what would make too many boxes.
  const closed = graphOf(...star('lib', 70));
  expect(fold(closed).boxes.map(({ id }) => id)).toEqual(['run', 'lib']);
});

/** A folder with a file that uses all others of it and is used from outside: its paths and links. */
function star(folder: string, count: number): [paths: string[], links: string[]] {
  const paths = Array.from({ length: count }, (_, at) => `${folder}/f${at}.ts`);
  return [
    [...paths, 'run/x.ts'],
    [...paths.slice(1).map((to) => `${folder}/f0.ts > ${to}`), `run/x.ts > ${folder}/f0.ts`],
  ];
}

it('unfolds another part where the one that hides most has too many parts, and makes a large map where no other hides any', () => {
  const [paths, links] = star('lib', 50);
  // Alone, its 51 boxes say more than two do.
  expect(fold(graphOf(paths, links)).total.boxes).toBe(51);
  const [otherPaths, otherLinks] = star('app', 12);
  const both = graphOf([...paths, ...otherPaths.slice(0, -1)], [...links, ...otherLinks]);
  expect(fold(both).opened.map(({ id }) => id)).toEqual(['app']);
  // What is folded makes nothing else unfold.
  expect(fold(both, { fold: 'app' }).boxes).toHaveLength(3);
});

it('shows linked boxes before others where not all can be shown', () => {
  const lonely = Array.from({ length: maxBoxes + 5 }, (_, at) => [`a${at}/x.ts`, `a${at}/y.ts`]).flat();
  const map = fold(graphOf([...lonely, 'p/x.ts', 'q/x.ts'], ['p/x.ts > q/x.ts']));
  expect(edgesOf(map)).toEqual(['p > q 1']);
});

it('is empty for a project without code', () => {
  expect(fold(graphOf(['README.md'], []))).toMatchObject({ boxes: [], edges: [], total: { boxes: 0, files: 0 } });
});
