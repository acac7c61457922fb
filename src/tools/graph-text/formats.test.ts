/** The formats of a whole graph, on names that try to break out of them. */
import { describe, expect, it } from 'vitest';
import type { GraphDump } from '../../model/graph.ts';
import { symbol } from '../testing/fixed-graph.ts';
import { dot } from './dot.ts';
import { drawingOfDump } from './drawing.ts';
import { graphml } from './graphml.ts';
import { mermaid } from './mermaid.ts';

const names = [
  'plain',
  '__proto__',
  'a"b',
  'back\\',
  '`code`',
  'line\nbreak',
  ']]><x a="1">&amp;',
  '%%{init: {}}%%',
  'end --> n1',
  '-->',
  '\0\ud800\uffff',
];
const nodes = names.map((name) => symbol(`src/${name}.ts#${name}`, { isTest: name === 'plain', module: name }));
const dump: GraphDump = {
  nodes: [...nodes, symbol('src/"odd".ts')],
  edges: [
    ...nodes.slice(1).map(({ id }) => ({
      from: nodes[0]?.id ?? '',
      to: id,
      kind: 'call' as const,
      resolution: 'scope' as const,
      count: 2,
    })),
    { from: nodes[1]?.id ?? '', to: nodes[0]?.id ?? '', kind: 'type', resolution: 'name', count: 1 },
    { from: 'gone', to: nodes[0]?.id ?? '', kind: 'read', resolution: 'name', count: 1 },
  ],
  truncated: true,
};
const drawing = drawingOfDump(dump, 12);

describe('DOT', () => {
  it('quotes every name', () => {
    const lines = dot(drawing).trimEnd().split('\n');
    expect(lines[0]).toBe('// Only the first 12 nodes; there are more.');
    expect(lines[1]).toBe('digraph code {');
    expect(lines.at(-1)).toBe('}');
    const string = String.raw`"(?:[^"\\]|\\.)*"`;
    const box = new RegExp(String.raw`^  n\d+ \[label=${string}, tooltip=${string}, class=${string}\];$`);
    const arrow = new RegExp(String.raw`^  n\d+ -> n\d+ \[label=${string}, weight=\d+(?:, style=dashed)?\];$`);
    const body = lines.slice(4, -1);
    expect(body.filter((line) => !box.test(line) && !arrow.test(line))).toEqual([]);
    expect(body.filter((line) => box.test(line))).toHaveLength(12);
    expect(body.filter((line) => arrow.test(line))).toHaveLength(11);
  });
});

describe('GraphML', () => {
  it('is well-formed and keeps every attribute', () => {
    const text = graphml(drawing);
    expect(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<!-- Only the first')).toBe(true);
    expect(text).not.toMatch(/[\0-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/);
    const open: string[] = [];
    const rest = text.replaceAll(
      /<(\/?)([a-z]+)((?: [a-z.]+="[^"<]*")*)(\/?)>|<\?[^>]*\?>|<!--(?:(?!--).)*-->/g,
      (_, end: string, name: string | undefined, __, own: string) => {
        if (name === undefined || own === '/') return '';
        if (end === '/') expect(open.pop()).toBe(name);
        else open.push(name);
        return '';
      },
    );
    expect(open).toEqual([]);
    expect(rest).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|apos);)/);
    expect(text).toContain('<data key="name">]]&gt;&lt;x a=&quot;1&quot;&gt;&amp;amp;</data>');
    expect(text.match(/<edge /g)).toHaveLength(11);
    expect(text).toContain('<data key="link">type</data><data key="resolution">name</data><data key="count">1</data>');
  });
});

describe('Mermaid', () => {
  it('has no name that ends its label', () => {
    const lines = mermaid(drawing).trimEnd().split('\n');
    expect(lines[0]).toBe('flowchart LR');
    const box = /^ {2}n\d+\["(?:[^"`#%{}<>[\]\\]|#\d+;|<br\/>)*"\]$/;
    const arrow = /^ {2}n\d+ (?:-->|-\.->)\|"[a-z, ]+"\| n\d+$/;
    const body = lines.slice(1, -1);
    expect(body.filter((line) => !box.test(line) && !arrow.test(line))).toEqual([]);
    expect(body.filter((line) => box.test(line))).toHaveLength(12);
    expect(lines.at(-1)).toBe('%% Only the first 12 nodes; there are more.');
    expect(lines).toContain('  n1 -.->|"uses as type by name only"| n0');
  });
});
