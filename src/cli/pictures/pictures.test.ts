/** Drawings of the graph: what is folded, and names that try to break out of a format. */
import { describe, expect, it } from 'vitest';
import type { GraphDump } from '../../model/graph.ts';
import { symbol } from '../../tools/testing/fixed-graph.ts';
import { foldFiles } from './fold-files.ts';
import { pictureOfFiles, pictureOfPackages, pictureOfSymbols, type PictureRequest } from './picture.ts';
import { dotOf, mermaidOf } from './picture-text.ts';
import { htmlOf, svgOf } from './picture-svg.ts';

const paths = [
  'a.ts',
  ...Array.from({ length: 6 }, (_, at) => `src/api/${at}.ts`),
  ...Array.from({ length: 9 }, (_, at) => `src/store/sql/${at}.ts`),
  'src/store/store.ts',
  'src/main.ts',
];

describe('folding', () => {
  const labels = (leaf: 'files' | 'folders', maxBoxes: number): string[] =>
    foldFiles(paths, { leaf, maxBoxes }).boxes.map(
      ({ id, files, isFolded }) => `${id} ${files.length}${isFolded ? ' folded' : ''}`,
    );

  it('draws folders as long as there is room, the largest unfolded first', () => {
    expect(labels('folders', 20)).toEqual(['/ 1', 'src/ 1', 'src/api/ 6', 'src/store/ 1', 'src/store/sql/ 9']);
    expect(labels('folders', 4)).toEqual(['/ 1', 'src/ 1', 'src/api/ 6', 'src/store/ 10 folded']);
    expect(labels('folders', 1)).toEqual(['/ 18 folded']);
  });

  it('draws files where there is room', () => {
    expect(labels('files', 12)).toEqual([
      'a.ts 1',
      ...['0', '1', '2', '3', '4', '5'].map((at) => `src/api/${at}.ts 1`),
      'src/main.ts 1',
      'src/store/sql/ 9 folded',
      'src/store/store.ts 1',
    ]);
  });

  it.each([1, 2, 3, 5, 8, 13, 40])('has each file in one box, and at most %i boxes', (maxBoxes) => {
    for (const leaf of ['files', 'folders'] as const) {
      const { boxes, boxOf } = foldFiles(paths, { leaf, maxBoxes });
      expect(boxes.flatMap(({ files }) => files).toSorted()).toEqual(paths.toSorted());
      expect([...boxOf.keys()].toSorted()).toEqual(paths.toSorted());
      expect(boxes.length).toBeLessThanOrEqual(maxBoxes);
      expect(new Set(boxes.map(({ id }) => id)).size).toBe(boxes.length);
    }
  });
});

const request: PictureRequest = { title: 'Files of src/', within: 'src/', maxBoxes: 60, maxArrows: null };
const edge = (
  from: string,
  to: string,
  count: number,
  resolution: 'scope' | 'name' = 'scope',
): GraphDump['edges'][number] => ({
  from,
  to,
  kind: 'call',
  resolution,
  count,
});
const dumpOf = (
  edges: GraphDump['edges'],
  nodes = [...new Set(edges.flatMap(({ from, to }) => [from, to]))],
): GraphDump => ({
  nodes: nodes.map((id) => symbol(id)),
  edges,
  truncated: false,
});

describe('a picture', () => {
  it('adds up the links between boxes, and names what is folded', () => {
    const dump = dumpOf([
      edge('src/api/a.ts', 'src/store/x.ts', 2),
      edge('src/api/b.ts', 'src/store/y.ts', 3, 'name'),
      edge('src/api/a.ts', 'src/api/b.ts', 9),
      edge('src/store/x.ts', 'src/store/deep/z.ts', 1, 'name'),
    ]);
    const picture = pictureOfFiles(dump, 'folders', { ...request, maxBoxes: 2 });
    expect(picture.boxes.map(({ label, detail }) => `${label} ${detail}`)).toEqual([
      'api/ 2 files',
      'store/ 3 files in 2 folders',
    ]);
    expect(picture.arrows).toEqual([{ from: 'src/api/', to: 'src/store/', count: 5, isByName: false }]);
    expect(picture.notes).toEqual([
      'Folded, with the folders in them: 1 box with 3 files; --path draws one of them, --max-nodes more at once.',
    ]);
    const whole = pictureOfFiles(dump, 'folders', request);
    expect(whole.arrows.find(({ from }) => from === 'src/store/')).toMatchObject({
      to: 'src/store/deep/',
      isByName: true,
    });
  });

  it('leaves out weaker arrows, but not the only one of a box, and counts them', () => {
    const dump = dumpOf([
      edge('src/a.ts', 'src/b.ts', 50),
      edge('src/b.ts', 'src/c.ts', 40),
      edge('src/c.ts', 'src/a.ts', 30),
      edge('src/a.ts', 'src/c.ts', 2),
      edge('src/d.ts', 'src/a.ts', 1),
    ]);
    const { arrows, notes } = pictureOfFiles(dump, 'files', { ...request, maxArrows: 1 });
    expect(arrows.map(({ count }) => count)).toEqual([50, 40, 30, 1]);
    expect(notes).toEqual(['1 weaker arrow, for 2 places, is not drawn: --max-edges draws more.']);
  });

  it('has a box for each package', () => {
    const nodes = [symbol('a/x.ts', { package: 'one' }), symbol('b/y.ts', { package: 'two' }), symbol('z.ts')];
    const picture = pictureOfPackages(
      { nodes, edges: [edge('a/x.ts', 'b/y.ts', 4), edge('a/x.ts', 'z.ts', 1)], truncated: false },
      request,
    );
    expect(picture.boxes.map(({ label }) => label).toSorted()).toEqual(['(no package)', 'one', 'two']);
    expect(picture.arrows.map(({ from, to }) => `${from}>${to}`)).toContain('package one>package two');
  });
});

const hostile = [
  'src/<script>alert(1)</script>.ts',
  'src/a"b].ts',
  "src/'&amp;\u202e.ts",
  'src/%%{init}%%.ts',
  'src/back\\',
  'src/__init__.py',
  'src/_utils.py',
  `src/${'long'.repeat(60)}.ts`,
  'src/\0\ud800.ts',
];
const picture = pictureOfFiles(dumpOf(hostile.slice(1).map((to) => edge(hostile[0]!, to, 2))), 'files', request);

describe('formats', () => {
  it('Mermaid escapes names, and keeps a single underscore', () => {
    const lines = mermaidOf(picture).trimEnd().split('\n');
    const forms =
      /^(?:flowchart LR|%% [^%{}]*| {2}n\d+\["(?:[^"#<>`%{}[\]()|\\]|#\d+;|<br\/>)*"\]| {2}n\d+ -->\|\d+\| n\d+)$/;
    expect(lines.filter((line) => !forms.test(line))).toEqual([]);
    expect(lines).toContainEqual(expect.stringContaining('"_utils.py"'));
    expect(lines).toContainEqual(expect.stringContaining('"#95;#95;init#95;#95;.py"'));
  });

  it('DOT quotes names', () => {
    const string = String.raw`"(?:[^"\\]|\\.)*"`;
    const box = new RegExp(String.raw`^  n\d+ \[label=${string}, tooltip=${string}(?:, style=dashed)?\];$`);
    const arrow = new RegExp(String.raw`^  n\d+ -> n\d+ \[label="\d+", weight=\d+\];$`);
    const body = dotOf(picture).trimEnd().split('\n').slice(4, -1);
    expect(body.filter((line) => !box.test(line) && !arrow.test(line))).toEqual([]);
  });

  it('SVG and HTML are well formed, load nothing, and run no text of the project', () => {
    for (const text of [svgOf(picture), htmlOf(picture)]) {
      expect(text).not.toMatch(/<script>alert|[\0\ud800-\udfff\u202e]|(?:src|href)=|url\((?!#tip)/);
      expect(text.match(/https?:\/\/[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
      expect(text).not.toContain('#95;');
      const open: string[] = [];
      const svg = text.slice(text.indexOf('<svg'), text.indexOf('</svg>') + 6).replace(/<style>[^]*?<\/style>/, '');
      const rest = svg.replaceAll(
        /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<]*")*)(\/?)>/g,
        (_, end: string, name: string, __, own: string) => {
          if (own === '/') return '';
          if (end === '/') expect(open.pop()).toBe(name);
          else open.push(name);
          return '';
        },
      );
      expect(open).toEqual([]);
      expect(rest).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/);
    }
  });

  it('a long label keeps its end, and the tooltip is whole', () => {
    const svg = svgOf(picture);
    expect(svg).toContain(`…${'long'.repeat(60).slice(-40)}.ts</text>`);
    expect(svg).toContain(`<title>src/${'long'.repeat(60)}.ts</title>`);
  });

  it('draws no two boxes over each other', () => {
    const many = Array.from({ length: 40 }, (_, at) => edge(`src/${at}.ts`, `src/${(at * 7 + 3) % 40}.ts`, at + 1));
    const boxes = [
      ...svgOf(pictureOfSymbols(dumpOf(many), request)).matchAll(
        /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g,
      ),
    ].map(([, ...values]) => values.map(Number) as [number, number, number, number]);
    expect(boxes).toHaveLength(40);
    const overlaps = boxes.flatMap(([x, y, width, height], at) =>
      boxes
        .slice(at + 1)
        .filter(
          (other) =>
            x < other[0] + other[2] && other[0] < x + width && y < other[1] + other[3] && other[1] < y + height,
        ),
    );
    expect(overlaps).toEqual([]);
  });
});
