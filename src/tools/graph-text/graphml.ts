/** A graph as GraphML (http://graphml.graphdrawing.org). Invariant: well-formed XML 1.0, whatever the names are. */
import { nodeNames, plainText, type Drawing } from './drawing.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escaped(text: string): string {
  return plainText(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Each attribute: its name, the element that has it, its type. */
const keys = [
  ['id', 'node', 'string'],
  ['name', 'node', 'string'],
  ['kind', 'node', 'string'],
  ['path', 'node', 'string'],
  ['line', 'node', 'int'],
  ['exported', 'node', 'boolean'],
  ['test', 'node', 'boolean'],
  ['module', 'node', 'string'],
  ['package', 'node', 'string'],
  ['link', 'edge', 'string'],
  ['resolution', 'edge', 'string'],
  ['count', 'edge', 'int'],
] as const;

function data(values: Readonly<Record<string, string | number | boolean | null>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `<data key="${key}">${escaped(String(value))}</data>`)
    .join('');
}

export function graphml({ nodes, edges, notes }: Drawing): string {
  const names = nodeNames(nodes);
  const boxes = nodes.map(({ id, qualified, kind, path, line, exported, isTest, module, package: owner }) => {
    const values = { id, name: qualified, kind, path, line, exported, test: isTest, module, package: owner };
    return `    <node id="${names.get(id) ?? ''}">${data(values)}</node>`;
  });
  const arrows = edges.flatMap(({ from, to, kind, resolution, count }) => {
    const [start, end] = [names.get(from), names.get(to)];
    if (start === undefined || end === undefined) return [];
    return [`    <edge source="${start}" target="${end}">${data({ link: kind, resolution, count })}</edge>`];
  });
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    // XML allows no two hyphens in a comment.
    ...notes.map((note) => `<!-- ${escaped(note).replaceAll('--', '- -')} -->`),
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keys.map(
      ([name, owner, type]) => `  <key id="${name}" for="${owner}" attr.name="${name}" attr.type="${type}"/>`,
    ),
    '  <graph id="code" edgedefault="directed">',
    ...boxes,
    ...arrows,
    '  </graph>',
    '</graphml>',
  ].join('\n')}\n`;
}
