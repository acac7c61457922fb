import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createLanguageDetector } from '../../engine/indexing/language-detector.ts';
import { chunkId, chunkOutlines, type ChunkSpan } from '../../model/chunk.ts';
import { assetUrl } from '../../util/assets.ts';
import { chunkText, closedBounds, type ChunkedExtraction } from './chunks.ts';
import { Extractor } from '../extract.ts';
import { growthExponent, linear } from '../../util/testing/growth.ts';

const root = join(import.meta.dirname, '..', '..', 'languages');
const samples = globSync('*/sample/*', { cwd: root }).sort();
const detector = createLanguageDetector({ extensions: [], disabled: [] });
const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => extractor.close());

const nothing: ChunkedExtraction = { definitions: [], imports: [], comments: [] };

interface Chunked {
  text: string;
  spans: ChunkSpan[];
  symbols: string[][];
  containers: (string | null)[];
}

async function chunked(path: string, text: string): Promise<Chunked> {
  const language = await detector.detect(path, text);
  const extraction = language === null ? null : await extractor.extract(language, path, text);
  const spans = chunkText(text, extraction ?? nothing, language?.nature === 'prose');
  const outlines = chunkOutlines(spans, extraction?.definitions ?? []);
  return {
    text,
    spans,
    symbols: outlines.map(({ symbols }) => symbols),
    containers: outlines.map(({ container }) => container),
  };
}

function lineCount(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The text from the first word to the last. */
function wordsOf(text: string, { startLine, endLine }: ChunkSpan): string {
  return text
    .split('\n')
    .slice(startLine - 1, endLine)
    .join('\n')
    .replace(/^(?:[ \t\r\f]*\n)+/, '')
    .replace(/[ \t\r\f\n]+$/, '');
}

function expectSound(text: string, spans: readonly ChunkSpan[]): void {
  let next = 1;
  for (const span of spans) {
    expect(span.startLine).toBe(next);
    expect(span.endLine).toBeGreaterThanOrEqual(span.startLine);
    next = span.endLine + 1;
    const words = wordsOf(text, span);
    const lines = words.split('\n').length;
    if (lines > 1) {
      expect(words.length).toBeLessThanOrEqual(closedBounds.maxChars);
      expect(lines).toBeLessThanOrEqual(closedBounds.maxLines);
    }
    expect(Number.isSafeInteger(span.key) && span.key >= 0 && span.key < 2 ** 40).toBe(true);
  }
  expect(next - 1).toBe(lineCount(text));
  expect(new Set(spans.map(({ key }) => key)).size).toBe(spans.length);
}

/** Number of chunks whose keys are still present. */
function countKept(before: readonly ChunkSpan[], after: readonly ChunkSpan[]): number {
  const keys = new Set(after.map(({ key }) => key));
  return before.filter(({ key }) => keys.has(key)).length;
}

const fragments = [
  'class A {\n', '  method(a) {\n', '    return 1;\n', '  }\n', '}\n', '\n', '\r\n', '   \n', '// note\n', '/** doc */\n',
  'import x from "y";\n', 'function f() {\n', '\t\tdeep();\n', 'def g(self):\n', '    pass\n', '# Title\n', 'plain words\n',
  '`\n', '"""\n', '})\n', '\u0000\n', '\ud800\n', 'x'.repeat(300), 'y = {' + '1,'.repeat(2000) + '};\n', '\n'.repeat(200), '\u2028', '\r',
]; // prettier-ignore

const arbitraryText = fc
  .array(fc.constantFrom(...fragments), { maxLength: 120, size: 'max' })
  .map((parts) => parts.join(''));

const arbitraryRange = fc.tuple(fc.integer({ min: -2, max: 400 }), fc.integer({ min: -5, max: 300 }));
const arbitraryExtraction: fc.Arbitrary<ChunkedExtraction> = fc.record({
  definitions: fc.array(
    arbitraryRange.map(([startLine, more]) => ({ startLine, endLine: startLine + more })),
    { maxLength: 60, size: 'max' },
  ),
  imports: fc.array(fc.record({ line: fc.integer({ min: -1, max: 400 }), isDynamic: fc.boolean() })),
  comments: fc.array(arbitraryRange.map(([line, more]) => ({ line, endLine: line + more, text: '' }))),
});

describe('chunks', () => {
  it.each(samples)('tile %s, within their bounds', async (sample) => {
    const { text, spans } = await chunked(sample, readFileSync(join(root, sample), 'utf8'));
    expectSound(text, spans);
    const unix = text.replaceAll('\r\n', '\n');
    const windows = await chunked(sample, unix.replaceAll('\n', '\r\n'));
    expectSound(windows.text, windows.spans);
  });

  it('tile whatever text and definitions there are', () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryExtraction, fc.boolean(), (text, extraction, prose) => {
        expectSound(text, chunkText(text, extraction, prose));
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, string, [number, number][]]>([
    ['an empty file', '', []],
    ['one line without an end', 'x', [[1, 1]]],
    ['blank lines only', '\n \n\t\r\n', [[1, 3]]],
    ['blank lines around', '\n\n\nx\n\n\n', [[1, 6]]],
    [
      'a line of four million characters',
      `${'a'.repeat(4_000_000)}\nb\n`,
      [
        [1, 1],
        [2, 2],
      ],
    ],
    ['a million blank lines', '\n'.repeat(1_000_000), [[1, 1_000_000]]],
  ])('of %s', (_, text, expected) => {
    expect(chunkText(text, nothing).map(({ startLine, endLine }) => [startLine, endLine])).toEqual(expected);
  });

  it('keeps a definition with its comment and decorators in one chunk', async () => {
    const body = Array.from({ length: 20 }, (_, i) => `    total += ${i} * this.weight(${i});\n`).join('');
    const text =
      `import { a } from './a.js';\nimport { b } from './b.js';\nimport { c } from './c.js';\nimport { d } from './d.js';\n\n` +
      `/**\n * Adds up.\n */\n@injected()\nexport class Adder {\n  sum() {\n${body}  }\n}\n\n` +
      `// Multiplies.\nexport function product() {\n${body}}\n`;
    const { spans, symbols } = await chunked('adder.ts', text);
    expect(spans.map(({ startLine, endLine, kind }) => [startLine, endLine, kind])).toEqual([
      [1, 5, 'imports'],
      [6, 34, 'definition'],
      [35, 57, 'definition'],
    ]);
    expect(symbols).toEqual([[], ['Adder', 'Adder.sum'], ['product']]);
  });

  it('cuts a large class at its methods, and a large method between its statements', async () => {
    const method = (name: string, lines: number): string =>
      `  ${name}() {\n${Array.from({ length: lines }, (_, i) => `${i % 10 === 0 ? '\n' : ''}    call(${i}, '${name}');\n`).join('')}  }\n`;
    const text = `/** Much. */\nclass Much {\n  a = 1;\n  b = 2;\n${method('one', 40)}${method('two', 40)}${method('three', 200)}  get x() { return 1; }\n  get y() { return 2; }\n}\n`;
    const { spans, symbols, containers } = await chunked('much.ts', text);
    expectSound(text, spans);
    expect(spans.slice(0, 3).map(({ startLine, kind }) => [startLine, kind])).toEqual([
      [1, 'group'],
      [5, 'definition'],
      [51, 'definition'],
    ]);
    expect(symbols.slice(0, 4)).toEqual([['Much', 'Much.a', 'Much.b'], ['Much.one'], ['Much.two'], ['Much.three']]);
    expect(containers.slice(0, 3)).toEqual([null, 'Much', 'Much']);
    const parts = spans.filter(({ kind }) => kind === 'part');
    expect(parts.length).toBeGreaterThan(1);
    // Chunks begin after the blank lines.
    const lines = text.split('\n');
    for (const { startLine } of parts.slice(1)) expect(lines[startLine - 2]).toBe('');
    expect(containers[spans.indexOf(parts[1]!)]).toBe('Much.three');
    expect(symbols.at(-1)).toEqual(['Much.x', 'Much.y']);
  });

  it('keeps closing brackets with the lines above them', async () => {
    const method = (name: string): string => `    fn ${name}(&self) {\n${'        self.go();\n'.repeat(20)}    }\n`;
    const text = `impl A {\n${method('one')}}\n\nimpl B {\n${method('two')}}\n\nconst X: u8 = 1;\nconst Y: u8 = 2;\n`;
    const { spans } = await chunked('closing.rs', text);
    expectSound(text, spans);
    for (const { startLine } of spans) expect(text.split('\n')[startLine - 1]).not.toMatch(/^\s*}/);
  });

  it('keeps the lines that open a block with the first definition in it, unless other statements stand above them', async () => {
    const member = (name: string): string =>
      `    fn ${name}(&self) -> usize {\n${'        self.steps.push(self.total());\n'.repeat(16)}        1\n    }\n`;
    const small = '    fn one(&self) -> usize {\n        1\n    }\n}\n';
    const header = "/// Says what it holds.\n// In steps.\nimpl<'a> Display\n    for Cart<'a>\n{\n";
    const { text, spans, symbols } = await chunked(
      'src/cart.rs',
      `impl Cart {\n${small}\n${header}${member('show')}}\n`,
    );
    const shown = spans[symbols.findIndex((names) => names.includes('Cart.show'))]!;
    expect(wordsOf(text, shown).startsWith(header)).toBe(true);

    const calls = Array.from({ length: 9 }, (_, at) => `step_${at}();\n`).join('');
    const script = await chunked(
      'list.js',
      `${calls}if (steps) {\n  function run() {\n${'    walk(steps);\n'.repeat(40)}  }\n}\n`,
    );
    const run = script.spans[script.symbols.findIndex((names) => names.includes('run'))]!;
    expect(wordsOf(script.text, run).startsWith('if (steps) {')).toBe(true);
  });

  it('joins small neighbours', async () => {
    const text = Array.from({ length: 60 }, (_, i) => `export function get${i}(x) {\n  return x[${i}];\n}\n\n`).join(
      '',
    );
    const { spans, symbols } = await chunked('getters.ts', text);
    expect(new Set(symbols.flat()).size).toBe(60);
    for (const span of spans) {
      expect(span.kind).toBe('group');
      expect(wordsOf(text, span).length).toBeGreaterThan(270);
      expect(wordsOf(text, span)).toMatch(/^export function get\d+/);
    }
  });

  it('cuts prose at its titles', async () => {
    const words = 'Some words that fill a line of this guide to have it long enough.\n'.repeat(20);
    const { spans, symbols, containers } = await chunked(
      'guide.md',
      `# Guide\n\n${words}\n## First\n\n${words}\n## Second\n\n${words}\n### Deeper\n\n${words}`,
    );
    expect(spans.map(({ kind }) => kind)).toEqual(['section', 'section', 'section', 'section']);
    expect(symbols.map((list) => list.at(-1))).toEqual(['Guide', 'Guide.First', 'Guide.Second', 'Guide.Second.Deeper']);
    expect(containers).toEqual([null, 'Guide', 'Guide', 'Guide.Second']);
  });

  it('does not show the marks of local names in containers', async () => {
    const test = (title: string): string =>
      `it('${title}', () => {\n  function App() { open(); }\n  const more = 1;\n});\n`;
    const { symbols, containers } = await chunked('a.test.ts', test('one') + test('two'));
    expect(symbols.flat()).toEqual(['~one.App', '~two.App']);
    expect(new Set(containers)).toEqual(new Set([null]));
  });

  it('have keys of their texts, independent of line breaks and surrounding lines', async () => {
    const text = 'function first() {\n  go();\n}\n';
    const [plain] = chunkText(text, nothing);
    for (const other of [text.replaceAll('\n', '\r\n'), `\n\n${text}\n\n`, text.slice(0, -1)])
      expect(chunkText(other, nothing)[0]?.key).toBe(plain?.key);
    for (const other of [
      text.replace('go', 'og'),
      text.replace('  go', '   go'),
      text.replace('{\n', '{\n\n'),
      `${text}x`,
    ])
      expect(chunkText(other, nothing)[0]?.key).not.toBe(plain?.key);
  });

  it('with the same text have different keys', () => {
    const text = `${'x'.repeat(3000)}\n`.repeat(500);
    const spans = chunkText(text, nothing);
    expect(spans).toHaveLength(500);
    expectSound(text, spans);
    // The first ones keep their keys when more are added below.
    expect(
      chunkText(text + text, nothing)
        .slice(0, 500)
        .map(({ key }) => key),
    ).toEqual(spans.map(({ key }) => key));
  });
});

describe('an edit', () => {
  const word = (i: number): string => ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove'][i % 7]!;
  const functions = Array.from(
    { length: 80 },
    (_, i) =>
      `/** Does ${word(i)} ${i}. */\nexport function ${word(i * 3)}${i}(input) {\n` +
      `${`  input.${word(i + 1)}(${i});\n`.repeat((i * 7) % 23)}  return input;\n}\n\n`,
  );
  const flat = Array.from({ length: 1500 }, (_, i) => `key_${(i * 7919) % 1009}: ${word(i * i)} ${word(i + 2)} ${i}\n`);
  const prose = Array.from(
    { length: 500 },
    (_, i) => `${`${word(i)} ${word(i * 5)} and ${i}. `.repeat((i % 9) + 1)}\n\n`,
  );

  it.each([
    ['code.ts', functions],
    ['data.yaml', flat],
    ['words.txt', prose],
  ])('in %s changes only the chunks around it', async (path, parts) => {
    const before = (await chunked(path, parts.join(''))).spans;
    expect(before.length).toBeGreaterThan(15);
    const inserted = path.endsWith('.ts') ? 'const inserted = [1, 2, 3];\n\n' : 'something: new\n';
    for (let at = 0; at <= parts.length; at += path.endsWith('.ts') ? 7 : 41) {
      const edits = [parts.toSpliced(at, 0, inserted), parts.toSpliced(at, 1), parts.toSpliced(at, 1, inserted)];
      for (const edited of edits) {
        const after = (await chunked(path, edited.join(''))).spans;
        expect(before.length - countKept(before, after), `${path} at ${at}`).toBeLessThanOrEqual(4);
      }
    }
  });

  it.each(samples.filter((sample) => /orders|sample\.|Sample\.|stack\.cpp|guide/.test(sample)))(
    'in front of %s changes only the chunks that it touches',
    async (sample) => {
      const text = readFileSync(join(root, sample), 'utf8');
      const before = (await chunked(sample, text)).spans;
      const after = (await chunked(sample, `\n\n\n${text}`)).spans;
      expect(countKept(before, after)).toBeGreaterThanOrEqual(before.length - 1);
    },
  );

  it('does not move ids to other paths', () => {
    expect(chunkId('a.ts', 1)).not.toBe(chunkId('b.ts', 1));
    expect(chunkId('a.ts', 2 ** 40 - 1)).toMatch(/^chunk_[0-9a-z]{6}zzzzzzzz$/);
  });
});

describe('time', () => {
  const nested = (depth: number): ChunkedExtraction => ({
    ...nothing,
    definitions: Array.from({ length: depth }, (_, i) => ({ startLine: i + 1, endLine: 4 * depth - i })),
  });
  it.each<[string, (size: number) => [string, ChunkedExtraction]]>([
    ['flat lines', (size) => ['word word word\n'.repeat(size), nothing]],
    ['blank lines between', (size) => ['x\n\n\n'.repeat(size), nothing]],
    ['deep nesting', (size) => [`${'y'.repeat(60)}\n`.repeat(size * 4), nested(size)]],
    ['long and short lines', (size) => [`${'z'.repeat(700)}\n${'\n'.repeat(78)}`.repeat(size / 10), nothing]],
  ])('is linear in %s', async (_, build) => {
    expect(await growthExponent([2_000, 32_000], build, (made) => chunkText(...made))).toBeLessThan(linear);
  });
});
