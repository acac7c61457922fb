/**
 * Calls of a member's name on values that come from outside the project. The linker leaves them without a link, since it knows nothing of such values,
 * but one may be of a type of the project: where the value was handed to a library, or has a type that the project's type implements.
 * Not counted: calls on what a file imports from outside, and on `super`.
 */
import {
  entityFields,
  entityKinds,
  entityWidth,
  ops,
  siteKinds,
  siteWidth,
  type FileSummary,
} from '../../model/file-summary.ts';
import type { Unresolved } from '../../model/graph.ts';
import type { LinkKind } from '../../model/link.ts';
import { unpackLinks } from '../../store/packed/packed-links.ts';
import { mentionedIn, unpackSummary } from '../../store/packed/packed-summary.ts';
import { clockMs } from '../../util/clock.ts';
import { platformOf } from '../languages/question-rules.ts';
import type { FoundSymbol } from './found-symbol.ts';
import type { LinkIndex, UnresolvedPlace } from './index/link-index.ts';
import { unresolvedOf } from './name-links.ts';

/** The number of files that are read at once. */
const filesAtOnce = 256;
/** The maximum time of the search, in ms. */
const maxMs = 500;

interface OutsideCalls extends Unresolved {
  /** Whether the search ended before all files were read. */
  isCut: boolean;
}

const kinds: Readonly<Record<number, LinkKind>> = {
  [siteKinds.call]: 'call',
  [siteKinds.construct]: 'construct',
  [siteKinds.decorate]: 'decorate',
};

/** A place at which a file names a member of what an expression gives. */
interface MemberPlace {
  line: number;
  column: number;
  kind: LinkKind;
  /** The node before the dot. */
  receiver: number;
}

export async function outsideCalls(index: LinkIndex, { ref, node }: FoundSymbol): Promise<OutsideCalls> {
  const { name } = node;
  const platform = platformOf(index.file(ref.file)?.language ?? '');
  const files = [...index.paths].flatMap((path) => {
    const id = index.idOf(path)!;
    return platformOf(index.file(id)!.language) === platform ? [id] : [];
  });
  const deadline = clockMs() + maxMs;
  const places: UnresolvedPlace[] = [];
  const imports = new OutsideImports(index);
  let isCut = false;
  for (let at = 0; at < files.length && !isCut; at += filesAtOnce) {
    const batch = files.slice(at, at + filesAtOnce);
    const found = new Map<number, MemberPlace[]>();
    for (const [file, summary] of await summariesWith(index, batch, name)) {
      const named = [...membersNamed(summary, name)];
      const own: MemberPlace[] = [];
      for (const one of named) if (!(await imports.has(file, summary, one.receiver))) own.push(one);
      if (own.length > 0) found.set(file, own);
    }
    places.push(...(await withoutKnown(index, found, name)));
    isCut = clockMs() > deadline && at + filesAtOnce < files.length;
  }
  return { ...(await unresolvedOf(index, places, name)), isCut };
}

/** The summaries of those files that mention a name. */
async function summariesWith(
  index: LinkIndex,
  files: readonly number[],
  name: string,
): Promise<[file: number, summary: FileSummary][]> {
  // C#'s collector appends the number of type arguments.
  const names = new Set([name, ...[1, 2, 3, 4].map((arity) => `${name}\`${arity}`)]);
  const packed = await index.store.summaries(files.map((file) => index.file(file)!.fileId));
  return files.flatMap((file): [number, FileSummary][] => {
    const bytes = packed.get(index.file(file)!.fileId);
    return bytes === undefined || mentionedIn(bytes, names).size === 0 ? [] : [[file, unpackSummary(bytes).summary]];
  });
}

function* membersNamed({ sites, nodes, strings }: FileSummary, name: string): Iterable<MemberPlace> {
  for (let at = 0; at < sites.length; at += siteWidth) {
    const kind = kinds[sites[at]!];
    if (kind === undefined) continue;
    let node = sites[at + 1]!;
    while (nodes[node] === ops.overload) node = nodes[node + 1]!;
    if (nodes[node] !== ops.member) continue;
    const text = strings[nodes[node + 2]!]!;
    if (text !== name && !(text.startsWith(name) && text[name.length] === '`')) continue;
    const receiver = nodes[node + 1]!;
    if (nodes[receiver] === ops.super || nodes[receiver] === ops.superAfter) continue;
    yield { line: sites[at + 2]!, column: sites[at + 3]!, kind, receiver };
  }
}

/** Places without those that have links, and those that are unresolved. */
async function withoutKnown(
  index: LinkIndex,
  found: ReadonlyMap<number, readonly MemberPlace[]>,
  name: string,
): Promise<UnresolvedPlace[]> {
  const known = new Set<string>();
  const keyOf = (file: number, line: number, column: number): string => `${file} ${line} ${column}`;
  for (const { from, data } of await index.store.linksFrom([...found.keys()]))
    for (const { line, column } of unpackLinks(data)) known.add(keyOf(from, line, column));
  for (const { file, site } of await index.unresolvedSites([name])) known.add(keyOf(file, site.line, site.column));
  const symbols = await index.symbolsOf(found.keys());
  return [...found].flatMap(([file, places]) =>
    places
      .filter(({ line, column }) => !known.has(keyOf(file, line, column)))
      .map(({ line, column, kind }) => {
        const container = innermost(symbols.get(file)?.definitions ?? [], line);
        return { file, path: index.file(file)!.path, site: { name, kind, line, column, container } };
      }),
  );
}

/** The index of the last function that begins before a line and ends behind it; -1 for none. */
function innermost(definitions: readonly { kind: string; startLine: number; endLine: number }[], line: number): number {
  return definitions.findLastIndex(
    ({ kind, startLine, endLine }) =>
      (kind === 'function' || kind === 'method') && startLine <= line && line <= endLine,
  );
}

/** What files import from outside the project. */
class OutsideImports {
  readonly #index: LinkIndex;
  /** By file: the paths that its modules mean, in order; empty for a module outside. */
  #resolutions: ReadonlyMap<number, readonly string[]> | null = null;

  constructor(index: LinkIndex) {
    this.#index = index;
  }

  /** Whether a node names what the file imports from outside. */
  async has(file: number, { entities, nodes, strings }: FileSummary, node: number): Promise<boolean> {
    if (nodes[node] !== ops.name) return false;
    const name = strings[nodes[node + 1]!];
    for (let at = 0; at < entities.length; at += entityWidth) {
      if (entities[at + entityFields.kind] !== entityKinds.import) continue;
      if (strings[entities[at + entityFields.name]!] !== name) continue;
      const module = entities[at + entityFields.listA]!;
      const path = (await this.#resolved(file))[module] ?? '';
      return path === '';
    }
    return false;
  }

  async #resolved(file: number): Promise<readonly string[]> {
    this.#resolutions ??= new Map(
      (await this.#index.store.linkedFiles()).map(({ id, resolution }) => [id, resolution.split('\n')]),
    );
    return this.#resolutions.get(file) ?? [];
  }
}
