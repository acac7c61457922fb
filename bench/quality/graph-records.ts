/**
 * The data of a graph tool's answer in the usual JSON form of graphs (node and link records as in networkx, d3 and
 * other servers). Each symbol is an object with its id and file, and each link is an object with the ids of both ends.
 * The information is the same; only this form's repetitions are added.
 */

type Fields = Record<string, unknown>;

interface Link {
  kind: string;
  other?: string;
  at: number[];
  [key: string]: unknown;
}

interface Listed {
  name: string;
  lines?: string;
  links?: Link[];
  [key: string]: unknown;
}

interface ListedFile {
  path: string;
  symbols: Listed[];
  [key: string]: unknown;
}

interface Group {
  distance: number;
  files: ListedFile[];
}

interface PathStep {
  to: string;
  place: string;
  links: Link[];
}

export interface NodesAndLinks {
  /** What applies to the whole answer. */
  about: Fields;
  nodes: Fields[];
  links: Fields[];
}

function without(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** `10-12` as two numbers. */
function lineFields(lines: string | undefined): Fields {
  if (lines === undefined) return {};
  const [startLine, endLine = startLine] = lines.split('-').map(Number);
  return { startLine, endLine };
}

class Records {
  readonly nodes: Fields[] = [];
  readonly links: Fields[] = [];

  node(id: string, path: string, { name, lines, ...rest }: Listed, more: Fields): void {
    this.nodes.push({ id, name, file: path, ...lineFields(lines), ...without(rest, 'links', 'more_links'), ...more });
  }

  /** One record for each place. */
  link(from: string, to: string, { kind, other: _other, at, ...rest }: Link): void {
    for (const line of at) this.links.push({ source: from, target: to, kind, line, ...without(rest, 'more') });
  }

  files(files: readonly ListedFile[], more: Fields, ends: (id: string, link: Link) => [string, string]): void {
    for (const { path, symbols, ...own } of files)
      for (const symbol of symbols) {
        const id = `${path}#${symbol.name}`;
        this.node(id, path, symbol, { ...own, ...more });
        for (const link of symbol.links ?? []) this.link(...ends(id, link), link);
      }
  }

  path(start: string, steps: readonly PathStep[], number: number): void {
    let from = start;
    for (const { to, place, links } of steps) {
      const [path = place, line] = place.split(/:(?=\d+$)/);
      const id = `${path}#${to}`;
      this.node(id, path, { name: to, ...(line === undefined ? {} : { lines: line }) }, { path: number });
      for (const link of links) this.link(from, id, link);
      from = id;
    }
  }
}

/** Null for an answer without a list. */
export function nodesAndLinks(tool: string, data: Fields): NodesAndLinks | null {
  const records = new Records();
  const {
    files = [],
    distances = [],
    paths = [],
  } = data as { files?: ListedFile[]; distances?: Group[]; paths?: PathStep[][] };
  const target = (data['target'] ?? data['center'] ?? data['from']) as { id: string } | undefined;
  const self = target?.id ?? '';
  const ends = (id: string, { other = self }: Link): [string, string] =>
    tool === 'get_callees' ? [other, id] : [id, other];
  if (Array.isArray(files)) records.files(files, {}, ends);
  for (const group of distances) records.files(group.files, { distance: group.distance }, ends);
  for (const [at, steps] of paths.entries()) records.path(self, steps, at + 1);
  if (records.nodes.length === 0) return null;
  const { nodes, links } = records;
  return { about: without(data, ...(Array.isArray(files) ? ['files'] : []), 'distances', 'paths'), nodes, links };
}
