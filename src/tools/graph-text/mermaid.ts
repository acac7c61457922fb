/** A graph as a Mermaid flowchart. Invariant: no name, path or note can end a label or a comment, or be taken for Mermaid's own words. */
import type { LinkKind } from '../../model/link.ts';
import { nodeNames, nodePlace, plainText, type DrawnEdge, type Drawing } from './drawing.ts';
import { linkWord } from './link-data.ts';

/** Replaces every character that could start Markdown, HTML, a directive or an entity by Mermaid's entity codes. */
function escaped(text: string): string {
  return plainText(text).replaceAll(/[#&<>"'`%{}[\]()|\\;*_~$@]/g, (character) => `#${character.charCodeAt(0)};`);
}

/** A note as a comment. Braces and `%` in it could make a directive, so they become blanks. */
export function comment(text: string): string {
  return `%% ${plainText(text).replaceAll(/[{}%]/g, ' ')}`;
}

interface Arrow {
  from: string;
  to: string;
  kinds: Set<LinkKind>;
  /** Whether all of its links are by name alone. */
  isByName: boolean;
}

/** One arrow between two nodes, for all of their links. */
function arrows(edges: readonly DrawnEdge[], names: ReadonlyMap<string, string>): Arrow[] {
  const arrowByEnds = new Map<string, Arrow>();
  for (const { from, to, kind, resolution } of edges) {
    const [start, end] = [names.get(from), names.get(to)];
    if (start === undefined || end === undefined) continue;
    const key = `${start} ${end}`;
    const arrow = arrowByEnds.get(key) ?? { from: start, to: end, kinds: new Set<LinkKind>(), isByName: true };
    arrow.kinds.add(kind);
    arrow.isByName &&= resolution === 'name';
    arrowByEnds.set(key, arrow);
  }
  return [...arrowByEnds.values()];
}

export function mermaid({ nodes, edges, notes }: Drawing): string {
  const names = nodeNames(nodes);
  const boxes = nodes.map((node) => {
    const place = nodePlace(node);
    const label = `${escaped(node.qualified)}${place === null ? '' : `<br/>${escaped(place)}`}`;
    return `  ${names.get(node.id) ?? ''}["${label}"]`;
  });
  const lines = arrows(edges, names).map(({ from, to, kinds, isByName }) => {
    const label = [...kinds].map((kind) => linkWord(kind, 'active')).join(', ');
    return `  ${from} ${isByName ? '-.->' : '-->'}|"${label}${isByName ? ' by name only' : ''}"| ${to}`;
  });
  return `${['flowchart LR', ...boxes, ...lines, ...notes.map(comment)].join('\n')}\n`;
}
