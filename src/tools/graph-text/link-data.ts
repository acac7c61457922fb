/** The places of an edge, grouped by kind and resolution: `calls at 131, 140 (via Store.get)`. */
import type { GraphEdge, ImportedPackage } from '../../model/graph.ts';
import { mayRun, type LinkKind, type LinkResolution } from '../../model/link.ts';
import { oneLine } from '../budget.ts';
import { clip, type Detail } from './detail.ts';
import { freeName } from './symbol-data.ts';

export interface LinkData {
  kind: LinkKind;
  /** The other end, if it is not the symbol that was asked for. */
  other?: string;
  /** How many more ends the same places reach through `via`. */
  others?: number;
  /** Distinct lines in the file of the symbol that the link starts from. */
  at: number[];
  /** Number of lines that are not in `at`. */
  more?: number;
  /** The code of the first lines of `at`, where that says more than the kind. */
  texts?: string[];
  /** Absent for links that are known by type, scope or import. */
  resolution?: 'name' | 'compiler';
  /** The symbol that the places themselves name, if it is not the other end. */
  via?: string;
  /** The places mean one of so many overloads; their arguments do not tell which. */
  overloads?: number;
  /** The package through which another repository reaches the symbol, with the versions that it requires. */
  package?: string;
}

/** The verb of each kind of link: active from its start to its end, passive from its end to its start. */
const linkWords: Record<LinkKind, { active: string; passive: string }> = {
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
  pass: { active: 'hands on', passive: 'handed on' },
  implicit: { active: 'calls implicitly', passive: 'called implicitly' },
  set: { active: 'sets', passive: 'set' },
  reexport: { active: 're-exports', passive: 're-exported' },
};

/** The maximum length of a line of code. */
const maxTextLength = 120;

export type Voice = 'active' | 'passive';

export function linkWord(kind: LinkKind, voice: Voice): string {
  return linkWords[kind][voice];
}

/** The resolution, if answers name it. Links by scope, import and type are the rule, so their resolution is not named. */
function shownResolution(resolution: LinkResolution): 'name' | 'compiler' | undefined {
  return resolution === 'name' || resolution === 'compiler' ? resolution : undefined;
}

export const resolutionWords = { name: 'by name only', compiler: 'by the compiler' } as const;

/** Places of one kind, resolution, number of overloads and package. */
interface PlaceGroup {
  kind: LinkKind;
  resolution: LinkData['resolution'];
  overloads: number | undefined;
  package: string | undefined;
  /** The code of each line; empty where it is not known. */
  lines: Map<number, string>;
}

function groupKey(kind: LinkKind, group: Pick<PlaceGroup, 'resolution' | 'overloads' | 'package'>): string {
  return `${kind} ${group.resolution ?? ''} ${group.overloads ?? 1} ${group.package ?? ''}`;
}

/** One entry for each kind, resolution, number of overloads and package, in the order of their first places. @param other the end to name; null if the answer is about it */
export function linkData(edge: GraphEdge, other: GraphEdge['to'] | null, detail: Detail): LinkData[] {
  const groups = new Map<string, PlaceGroup>();
  for (const { kind, resolution, line, text = '', overloads, package: imported } of edge.sites) {
    const mark = shownResolution(resolution);
    const name = imported === undefined ? undefined : packageText(imported);
    const key = groupKey(kind, { resolution: mark, overloads, package: name });
    const lines = new Map<number, string>();
    const group = groups.get(key) ?? { kind, resolution: mark, overloads, package: name, lines };
    if (!group.lines.has(line)) group.lines.set(line, text);
    groups.set(key, group);
  }
  // A call of a member reads it too.
  for (const { kind, lines, ...group } of groups.values()) {
    const reads = groups.get(groupKey('read', { ...group, overloads: undefined }));
    if (mayRun(kind)) for (const line of lines.keys()) reads?.lines.delete(line);
  }
  const shown = [...groups.values()].filter(({ lines }) => lines.size > 0);
  return shown.map(({ kind, resolution, overloads, package: imported, lines }) => {
    const at = [...lines.keys()].slice(0, detail.lines);
    const texts = [...lines.values()].slice(0, Math.min(detail.texts, at.length));
    const known = texts.includes('') ? texts.slice(0, texts.indexOf('')) : texts;
    return {
      kind,
      ...(other === null ? {} : { other: freeName(other, detail) }),
      at,
      ...(lines.size > at.length ? { more: lines.size - at.length } : {}),
      ...(known.length === 0 ? {} : { texts: known.map((text) => clip(text, maxTextLength)) }),
      ...(resolution === undefined ? {} : { resolution }),
      ...(edge.via === null ? {} : { via: freeName(edge.via, detail) }),
      ...(overloads === undefined ? {} : { overloads }),
      ...(imported === undefined ? {} : { package: imported }),
    };
  });
}

/** At most this many repositories that also provide a package are named. */
const maxOtherProviders = 3;

function packageText({ name, range, alsoIn }: ImportedPackage): string {
  const others = alsoIn.slice(0, maxOtherProviders).join(', ');
  const more = alsoIn.length > maxOtherProviders ? ' and others' : '';
  return `${name}${range === null ? '' : ` ${range}`}${others === '' ? '' : `, which is also in ${others}${more}`}`;
}

/** Links of which those that reach several ends through one declaration at the same places are one. */
export function withoutRepeatedDispatch(links: readonly LinkData[]): LinkData[] {
  const merged = new Map<string, LinkData>();
  for (const [index, link] of links.entries()) {
    const { kind, at, more, resolution, via, other } = link;
    const isRepeatable = via !== undefined && other !== undefined;
    const key = isRepeatable ? JSON.stringify([kind, at, more, resolution, via]) : String(index);
    const first = merged.get(key);
    if (first === undefined) merged.set(key, { ...link });
    else first.others = (first.others ?? 0) + 1;
  }
  return [...merged.values()];
}

/** Line 0 stands for a whole file: a link without a line. */
function placesText({ at, more }: LinkData): string {
  const lines = at.filter((line) => line > 0);
  if (lines.length === 0) return '';
  return ` at ${lines.join(', ')}${more === undefined ? '' : `, +${more} more`}`;
}

/** The lines of code of a link, each with its number. */
export function codeLines({ at, texts = [] }: LinkData): string[] {
  return texts.map((text, index) => `    ${at[index]!}: ${oneLine(text)}`);
}

export function linkText(link: LinkData, voice: Voice): string {
  const { kind, other, resolution, via, overloads } = link;
  const by = voice === 'passive' ? ' by' : '';
  const marks = [
    ...(via === undefined ? [] : [`via ${oneLine(via)}`]),
    ...(resolution === undefined ? [] : [resolutionWords[resolution]]),
    ...(overloads === undefined ? [] : [`one of ${overloads} overloads; arguments do not tell`]),
    ...(link.package === undefined ? [] : [`by import of ${oneLine(link.package)}`]),
  ];
  const places = `${placesText(link)}${resolution === undefined ? '' : ` (${resolutionWords[resolution]})`}`;
  if (via !== undefined && link.others !== undefined)
    return `${linkWord(kind, voice)}${by} ${link.others + 1} implementations of ${oneLine(via)}${places}`;
  const end = other === undefined ? '' : `${by} ${oneLine(other)}`;
  return `${linkWord(kind, voice)}${end}${placesText(link)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
}
