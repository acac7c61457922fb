import { describe, expect, it } from 'vitest';
import { SummaryWriter } from './summary-writer.ts';
import { entityFlags, entityKinds, scopeKinds, unitPath } from './file-summary.ts';
import { extensionUnit, isScript, linkHeader, type LinkHeader } from './link-header.ts';

const at = { line: 1, column: 1 };
const { variable, class: classKind } = entityKinds;

/** Top-level `a`, `b` in a block, `m` a member of `C`, and `G` that is declared for the whole program. */
function script(more: (writer: SummaryWriter) => void = () => {}): SummaryWriter {
  const writer = new SummaryWriter();
  writer.global = true;
  writer.entity({ name: 'a', kind: variable, scope: 0 }, at);
  writer.entity({ name: 'b', kind: variable, scope: writer.scope(0, scopeKinds.block, -1) }, at);
  const owner = writer.entity({ name: 'C', kind: classKind, scope: 0 }, at);
  writer.entity({ name: 'm', kind: entityKinds.method, scope: 0, parent: owner }, at);
  more(writer);
  return writer;
}

const header = (path: string, writer: SummaryWriter): LinkHeader => linkHeader(path, writer.finish([]));

describe('what a file declares for the whole program', () => {
  it.each<[string, (writer: SummaryWriter) => void, string[]]>([
    ['x.js', () => {}, ['a', 'C']],
    ['x.ts', () => {}, ['a', 'C']],
    ['x.d.ts', () => {}, ['a', 'C']],
    ['x.mjs', () => {}, []],
    ['x.tsx', () => {}, []],
    ['x.js', (writer) => void writer.module('./y'), []],
    ['x.js', (writer) => writer.export('a', 0, 0, 0), []],
    ['x.d.ts', (writer) => void writer.module('./y'), ['a', 'C']],
    ['x.js', (writer) => (writer.global = false), []],
    ['x.d.ts', (writer) => (writer.global = false), []],
    [
      'x.py',
      (writer) => void writer.entity({ name: 'G', kind: variable, scope: 3, flags: entityFlags.global }, at),
      ['G'],
    ],
    [
      'x.py',
      (writer) => void writer.entity({ name: 'G', kind: variable, scope: 3, parent: 2, flags: entityFlags.global }, at),
      [],
    ],
    ['x.js', (writer) => void writer.entity({ name: 'a', kind: variable, scope: 0 }, at), ['a', 'C']],
    ['x.js', (writer) => void writer.entity({ name: 'd', kind: variable, scope: 0, parent: -2 }, at), ['a', 'C']],
  ])('%s %#', (path, more, expected) => {
    expect(header(path, script(more))).toEqual({ unit: '', globals: expected, extensions: [] });
  });

  it.each([
    ['x.js', true],
    ['x.ts', true],
    ['x.d.ts', false],
    ['x.jsx', false],
    ['js', false],
  ])('a script is a file that a page may load: %s is one: %s', (path, expected) => {
    expect(isScript(path, script().finish([]))).toBe(expected);
  });
});

describe('types that a file extends', () => {
  it.each([
    ['swift:', ['T', 'added']],
    ['rust:a', ['T', 'added']],
    ['go:a', ['T']],
    ['', ['T']],
  ])('in the unit %s', (unit, expected) => {
    const writer = new SummaryWriter();
    writer.unit = unit;
    const type = writer.entity({ name: 'T', kind: classKind, scope: 0, flags: entityFlags.extension }, at);
    writer.entity({ name: 'added', kind: entityKinds.method, scope: 0, parent: type }, at);
    const own = writer.entity({ name: 'Own', kind: classKind, scope: 0 }, at);
    writer.entity({ name: 'inner', kind: entityKinds.method, scope: 0, parent: own }, at);
    writer.entity({ name: 'T', kind: classKind, scope: 0, flags: entityFlags.extension }, at);
    expect(header('x', writer)).toEqual({ unit, globals: [], extensions: expected });
  });

  it('are looked up in their unit, in Swift in all modules', () => {
    expect(['swift:App', 'swift:', 'go:a', 'xswift:a', ''].map(extensionUnit)).toEqual([
      'swift:',
      'swift:',
      'go:a',
      'xswift:a',
      '',
    ]);
    expect(unitPath('go:pkg/api')).toBe('//go:pkg/api');
  });
});
