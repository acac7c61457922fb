/** The places of an edge, put together by what they do and how that is known: `calls at 131, 140 (via Store.get)`. */
import type { GraphEdge } from '../../model/graph.ts';
import type { LinkKind, LinkResolution } from '../../model/link.ts';
import { oneLine } from '../budget.ts';
import type { Detail } from './detail.ts';
import { freeName } from './symbol-data.ts';

export interface LinkData {
  kind: LinkKind;
  /** The other end, where it is not the symbol that was asked for. */
  other?: string;
  /** Lines in the file of the symbol that the link starts from, each once. */
  at: number[];
  /** Lines that are not in `at`. */
  more?: number;
  /** Absent for what types, scopes and imports say. */
  resolution?: 'name' | 'compiler';
  /** What the places themselves name, where it is not the other end. */
  via?: string;
}

/** How the start of a link is told of its end, and the other way round. */
const words: Record<LinkKind, { active: string; passive: string }> = {
  call: { active: 'calls', passive: 'called' },
  construct: { active: 'constructs', passive: 'constructed' },
  render: { active: 'renders', passive: 'rendered' },
  decorate: { active: 'decorates with', passive: 'used as decorator' },
  read: { active: 'reads', passive: 'read' },
  write: { active: 'writes', passive: 'written' },
  type: { active: 'uses as type', passive: 'used as type' },
  extends: { active: 'extends', passive: 'extended' },
  implements: { active: 'implements', passive: 'implemented' },
  overrides: { active: 'overrides', passive: 'overridden' },
  import: { active: 'imports', passive: 'imported' },
  reexport: { active: 're-exports', passive: 're-exported' },
};

export type Voice = 'active' | 'passive';

export function linkWord(kind: LinkKind, voice: Voice): string {
  return words[kind][voice];
}

/** How a resolution is marked; scope and type are the rule and are not. */
function marked(resolution: LinkResolution): 'name' | 'compiler' | undefined {
  return resolution === 'name' || resolution === 'compiler' ? resolution : undefined;
}

export const resolutionWords = { name: 'by name only', compiler: 'by the compiler' } as const;

/** One entry for each kind and resolution, in the order of their first places. `other` is left out where it goes without saying. */
export function linkData(edge: GraphEdge, other: GraphEdge['to'] | null, detail: Detail): LinkData[] {
  const groups = new Map<string, { kind: LinkKind; resolution: LinkData['resolution']; lines: Set<number> }>();
  for (const { kind, resolution, line } of edge.sites) {
    const mark = marked(resolution);
    const key = `${kind} ${mark ?? ''}`;
    const group = groups.get(key) ?? { kind, resolution: mark, lines: new Set<number>() };
    group.lines.add(line);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ kind, resolution, lines }) => {
    const at = [...lines].slice(0, detail.lines);
    return {
      kind,
      ...(other === null ? {} : { other: freeName(other, detail) }),
      at,
      ...(lines.size > at.length ? { more: lines.size - at.length } : {}),
      ...(resolution === undefined ? {} : { resolution }),
      ...(edge.via === null ? {} : { via: freeName(edge.via, detail) }),
    };
  });
}

/** Line 0 is a whole file: a link that no line makes. */
function placesText({ at, more }: LinkData): string {
  const lines = at.filter((line) => line > 0);
  if (lines.length === 0) return '';
  return ` at ${lines.join(', ')}${more === undefined ? '' : `, +${more} more`}`;
}

export function linkText(link: LinkData, voice: Voice): string {
  const { kind, other, resolution, via } = link;
  const by = voice === 'passive' ? ' by' : '';
  const marks = [
    ...(via === undefined ? [] : [`via ${oneLine(via)}`]),
    ...(resolution === undefined ? [] : [resolutionWords[resolution]]),
  ];
  const end = other === undefined ? '' : `${by} ${oneLine(other)}`;
  return `${linkWord(kind, voice)}${end}${placesText(link)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
}
