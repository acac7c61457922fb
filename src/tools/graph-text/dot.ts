/** A graph in the DOT language of Graphviz. Invariant: no name or path can end the quotes around it, and no note can end its comment. */
import { nodeNames, nodePlace, plainText, type Drawing } from './drawing.ts';
import { linkWord } from './link-data.ts';

/** Escapes `"`, which would end the string, and backslashes, which would start an escape of the label. */
function quoted(text: string): string {
  return `"${plainText(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)}"`;
}

/** Two lines of one label. */
function label(first: string, second: string | null): string {
  if (second === null) return quoted(first);
  return `${quoted(first).slice(0, -1)}\\n${quoted(second).slice(1)}`;
}

export function dot({ nodes, edges, notes }: Drawing): string {
  const names = nodeNames(nodes);
  const boxes = nodes.map(
    (node) =>
      `  ${names.get(node.id) ?? ''} [label=${label(node.qualified, nodePlace(node))}, tooltip=${quoted(node.id)}, class=${quoted(node.kind)}];`,
  );
  const arrows = edges.flatMap(({ from, to, kind, resolution, count }) => {
    const [start, end] = [names.get(from), names.get(to)];
    if (start === undefined || end === undefined) return [];
    const dashed = resolution === 'name' ? ', style=dashed' : '';
    return [`  ${start} -> ${end} [label=${quoted(linkWord(kind, 'active'))}, weight=${count}${dashed}];`];
  });
  const head = ['digraph code {', '  rankdir=LR;', '  node [shape=box];'];
  return `${[...notes.map((note) => `// ${plainText(note)}`), ...head, ...boxes, ...arrows, '}'].join('\n')}\n`;
}
