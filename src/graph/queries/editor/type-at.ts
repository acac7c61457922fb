/**
 * The types of what a name at a place means, as its declaration writes them: the types that stand in it, or the one of which its first value is made.
 * Invariant: nothing is inferred here; where no type is written, the answer is empty.
 */
import type { PlaceRequest, TypesAnswer } from '../../../model/code-questions.ts';
import type { SymbolNode } from '../../../model/graph.ts';
import { unpackLinks } from '../../../store/packed/packed-links.ts';
import type { Stateless } from '../calls.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { answerDefinition } from '../places/definition-at.ts';
import { distinctRefs, type SymbolRef } from '../ref-map.ts';
import type { LinesOf } from '../value-places.ts';

const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'typeAlias', 'component']);

/** A name that is declared at a place. */
interface Declared {
  path: string;
  line: number;
  column: number;
  name: string;
}

export async function typesAt(
  index: LinkIndex,
  request: PlaceRequest,
  linesOf: LinesOf,
): Promise<Stateless<TypesAnswer>> {
  const { symbols, local, name, path } = await answerDefinition(index, request, linesOf);
  const types = symbols.map(({ node }) => node).filter(({ kind }) => typeKinds.has(kind));
  if (types.length > 0) return { types };
  const declared: Declared[] = [];
  if (local !== null && name !== null) declared.push({ path, line: local.line, column: local.column, name });
  for (const { node } of symbols) {
    const text = linesOf(node.path)?.[node.line - 1] ?? '';
    const column = text.indexOf(node.name) + 1;
    if (column > 0) declared.push({ path: node.path, line: node.line, column, name: node.name });
  }
  const refs: SymbolRef[] = [];
  for (const one of declared) refs.push(...(await writtenTypes(index, one, linesOf)));
  const nodes = await index.nodes(distinctRefs(refs));
  return { types: [...nodes.values()] satisfies SymbolNode[] };
}

/** The types in the line of a declaration: those behind its name and before the next, else those before it, else what its value constructs. */
async function writtenTypes(index: LinkIndex, declared: Declared, linesOf: LinesOf): Promise<SymbolRef[]> {
  const { path, line, column, name } = declared;
  const file = index.idOf(path);
  if (file === undefined) return [];
  const links: { column: number; kind: string; ref: SymbolRef }[] = [];
  for (const { to, data } of await index.store.linksFrom([file]))
    for (const link of unpackLinks(
      data,
      undefined,
      (kind) => kind === 'type' || kind === 'construct' || kind === 'call',
    ))
      if (link.line === line) links.push({ column: link.column, kind: link.kind, ref: { file: to, key: link.target } });
  const text = linesOf(path)?.[line - 1] ?? '';
  const end = column + name.length - 1;
  const parameters = /^\s*\(/.test(text.slice(end)) ? closing(text, end) : end;
  const stop = parameters + endOfType(text.slice(parameters));
  const ofType = links.filter(({ kind }) => kind === 'type');
  const after = ofType.filter((link) => link.column > parameters && link.column <= stop);
  if (after.length > 0) return after.map(({ ref }) => ref);
  const before = text.slice(0, column - 1);
  const start = Math.max(...['(', ',', ';', '{', '}'].map((mark) => before.lastIndexOf(mark))) + 1;
  const preceding = ofType.filter((link) => link.column > start && link.column < column);
  if (preceding.length > 0) return preceding.map(({ ref }) => ref);
  const made = links.find(({ kind, column: at }) => kind === 'construct' && at > end);
  return made === undefined ? [] : [made.ref];
}

/** The index behind the parenthesis that closes the first one from an index on; the end of the text where none does. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Where a type that a declaration names ends: at a value, a block, or the next declaration. */
function endOfType(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if ('([<'.includes(char)) depth++;
    else if (')]>'.includes(char) && text[at - 1] !== '-' && text[at - 1] !== '=') depth--;
    if (depth < 0 || (depth === 0 && (',;{'.includes(char) || (char === '=' && text[at + 1] !== '>')))) return at;
  }
  return text.length;
}
