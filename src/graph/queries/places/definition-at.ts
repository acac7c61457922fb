/**
 * Answers what the name at a place means: the symbols to which the place is linked, the symbol whose own name stands there, or the variable or parameter of
 * the function around it.
 * Invariant: nothing is guessed; symbols that only have the same name are candidates.
 */
import type { DefinitionAnswer, LocalDeclaration, MeantSymbol, PlaceRequest } from '../../../model/code-questions.ts';
import { AppError } from '../../../model/error.ts';
import { entityFields, entityWidth } from '../../../model/file-summary.ts';
import type { SymbolNode } from '../../../model/graph.ts';
import { qualifiedName, sourceName, symbolKey } from '../../../model/link.ts';
import { unpackLinks } from '../../../store/packed/packed-links.ts';
import { unpackSummary } from '../../../store/packed/packed-summary.ts';
import { nearestFewInTurns } from '../../../util/turns/each-in-turns.ts';
import { questionRulesOf, regionRulesOf } from '../../languages/question-rules.ts';
import { textRegions } from '../account/text-regions.ts';
import type { Stateless } from '../calls.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { distinctRefs, type SymbolRef } from '../ref-map.ts';
import { docstringOf } from '../usage.ts';
import type { LinesOf } from '../value-places.ts';
import { localDeclaration, localField, type LocalContext } from './local-declarations.ts';

/** Candidates that an answer shows. */
const candidatesShown = 5;
/** The maximum length of a line of code in the answer. */
const maxTextLength = 200;
const functionKinds: ReadonlySet<string> = new Set(['function', 'method', 'component']);
const nameAt = /[$@#]{0,3}[\p{L}_$][\p{L}\p{N}_$]*[?!]?/gu;

/** A name in a file, with the columns at which a link may place it. */
interface PlacedName {
  name: string;
  line: number;
  column: number;
  columns: readonly number[];
}

type MeantRef = Omit<MeantSymbol, 'node' | 'docstring'> & { ref: SymbolRef };

export async function answerDefinition(
  index: LinkIndex,
  request: PlaceRequest,
  linesOf: LinesOf,
): Promise<Stateless<DefinitionAnswer>> {
  const file = await fileOf(index, request.file);
  const { path } = index.file(file)!;
  const lines = linesOf(path) ?? [];
  if (request.line > lines.length)
    throw new AppError('ValidationError', `${path} has ${lines.length} lines`, {
      details: { field: 'line', expected: `1 to ${lines.length}`, received: String(request.line) },
    });
  const found = placedName(lines[request.line - 1] ?? '', request);
  const container = await containerAt(index, file, request.line);
  const place = { path, line: request.line, column: found?.column ?? 0, name: found?.name ?? null, container };
  const nothing = { symbols: [], local: null, candidates: { total: 0, first: [] } };
  if (found === null) return { ...place, ...nothing };
  const meant = await meantSymbols(index, file, found);
  const isShorthand = meant.length > 0 && isShorthandProperty(lines[request.line - 1] ?? '', found);
  const local = meant.length === 0 || isShorthand ? await localAt(index, { file, lines, found }) : null;
  const symbols = await withNodes(index, meant);
  // The name of an import looks like a shorthand property, but means what it imports.
  const own = symbols.length > 0 && local?.kind === 'import' ? null : local;
  if (symbols.length > 0 || own !== null) return { ...place, ...nothing, symbols, local: own };
  return { ...place, ...nothing, candidates: await candidatesOf(index, file, found.name) };
}

/** Rejects with an `AppError` where no file, or more than one, has the path */
async function fileOf(index: LinkIndex, given: string): Promise<number> {
  const path = given.replace(/^\.\//, '').replaceAll('\\', '/');
  const exact = index.idOf(path);
  if (exact !== undefined) return exact;
  const ending = [...index.paths].filter((one) => one.endsWith(`/${path}`));
  if (ending.length === 1) return index.idOf(ending[0]!)!;
  const near = ending.length > 1 ? ending.slice(0, 5) : await nearestFewInTurns(path, [...index.paths], 3);
  throw new AppError(
    ending.length > 1 ? 'ValidationError' : 'NotFoundError',
    ending.length > 1 ? `"${given}" means ${ending.length} files` : `File not found in the graph: ${given}`,
    {
      ...(near.length === 0
        ? {}
        : { hint: `${ending.length > 1 ? 'Give the whole path' : 'The nearest'}: ${near.join(', ')}.` }),
      details: { field: 'file', expected: 'a file of the index that has links', received: given.slice(0, 200) },
    },
  );
}

/** The name at the column, or that ends before it; or the first occurrence of the requested name. Null for none. */
function placedName(text: string, { line, column, name: wanted }: PlaceRequest): PlacedName | null {
  for (const match of text.matchAll(nameAt)) {
    const written = match[0];
    const sigils = /^[$@#]*/.exec(written)![0].length;
    const name = written.slice(sigils);
    const start = match.index + 1;
    const isHit =
      wanted === undefined
        ? column !== undefined && column >= start && column <= start + written.length
        : wanted === name || wanted === written || wanted === name.replace(/[?!]$/, '');
    if (!isHit || (wanted !== undefined && column !== undefined && column > start + written.length)) continue;
    const isEnd = wanted === undefined && column === start + written.length;
    // A column between two names means the second one: `a.b` at the `b`.
    if (isEnd && /[\p{L}_$]/u.test(text[column - 1] ?? '')) continue;
    const columns = Array.from({ length: sigils + 1 }, (_, at) => start + at);
    return { name: name.replace(/[?!]$/, ''), line, column: start + sigils, columns };
  }
  return null;
}

async function meantSymbols(index: LinkIndex, file: number, found: PlacedName): Promise<MeantRef[]> {
  const { columns, line } = found;
  const isHere = (place: { line: number; column: number }): boolean =>
    place.line === line && columns.includes(place.column);
  const symbols = (await index.symbolsOf([file])).get(file);
  const at = symbols?.definitions.findIndex(isHere) ?? -1;
  const meant: MeantRef[] = [];
  if (at !== -1) meant.push({ ref: { file, key: symbols!.keys[at]! }, kind: 'definition', resolution: 'scope' });
  for (const { to, data } of await index.store.linksFrom([file])) {
    if (index.file(to) === undefined) continue;
    // The overrides of a member stand at its own name.
    for (const link of unpackLinks(data, undefined, (kind) => kind !== 'overrides'))
      if (isHere(link))
        meant.push({ ref: { file: to, key: link.target }, kind: link.kind, resolution: link.resolution });
  }
  for (const { to, link } of meant.length === 0 ? await index.across(file) : [])
    if (link.kind !== 'overrides' && isHere(link))
      meant.push({ ref: { file: to, key: link.target }, kind: link.kind, resolution: link.resolution });
  return meant.filter(
    ({ ref }, position) =>
      meant.findIndex((other) => other.ref.file === ref.file && other.ref.key === ref.key) === position,
  );
}

async function withNodes(index: LinkIndex, meant: readonly MeantRef[]): Promise<MeantSymbol[]> {
  const nodes = await index.nodes(distinctRefs(meant.map(({ ref }) => ref)));
  const found: MeantSymbol[] = [];
  for (const { ref, kind, resolution } of meant) {
    const node = nodes.get(ref);
    if (node === undefined) continue;
    const docstring = await docstringOf(index, { ref, node });
    found.push({ node: await asMeant(index, { ref, node, kind }), kind, resolution, docstring });
  }
  return found;
}

/** The node of a symbol; of a field and a method with one name the field, where the place does not call it and the language tells them apart. */
async function asMeant(
  index: LinkIndex,
  { ref, node, kind }: { ref: SymbolRef; node: SymbolNode; kind: MeantRef['kind'] },
): Promise<SymbolNode> {
  const { language = '' } = index.file(ref.file) ?? {};
  const isField = kind === 'read' || kind === 'write';
  if (node.kind !== 'method' || !isField || questionRulesOf(language).membersAreFields !== true) return node;
  const symbols = (await index.symbolsOf([ref.file])).get(ref.file);
  const entries = (symbols?.byKey.get(ref.key) ?? []).map((at) => symbols!.definitions[at]!);
  const field = entries.find((entry) => entry.kind === 'property');
  if (field === undefined) return node;
  const { line, startLine, endLine, signature, exported } = field;
  return { ...node, kind: 'property', line, startLine, endLine, signature, exported };
}

/** Whether a name in braces stands for a property and a variable (`{ size }`). */
function isShorthandProperty(text: string, { name, column }: PlacedName): boolean {
  return /[{,]\s*$/.test(text.slice(0, column - 1)) && /^\s*[,}]/.test(text.slice(column - 1 + name.length));
}

/** What is needed to find the local declarations of a file; null where the index has no summary of it. */
async function localContext(index: LinkIndex, file: number, lines: readonly string[]): Promise<LocalContext | null> {
  const { fileId, language } = index.file(file)!;
  const packed = (await index.store.summaries([fileId])).get(fileId);
  if (packed === undefined) return null;
  const { summary } = unpackSummary(packed);
  const definitions = (await index.symbolsOf([file])).get(file)?.definitions ?? [];
  const functions = new Map([...definitions.entries()].filter(([, { kind }]) => functionKinds.has(kind)));
  const hasBraces = questionRulesOf(language).hasNoBraces !== true;
  return { lines, summary, functions, hasBraces };
}

function declaredAs(context: LocalContext, found: PlacedName): ReturnType<typeof localDeclaration> {
  const asked = { name: found.name, place: found };
  const declared = localDeclaration(context, asked);
  // A parameter with a type looks like the key of a literal, but is its own declaration.
  if (declared?.line === found.line && declared.column === found.column) return declared;
  return isMember(context.lines[found.line - 1] ?? '', found) ? localField(context, asked) : declared;
}

/**
 * The places in the file at which the name at a place means the same variable, parameter or field, its declaration among them; empty where the place means
 * none. Places in comments and strings are left out.
 */
export async function localUses(
  index: LinkIndex,
  request: PlaceRequest,
  linesOf: LinesOf,
): Promise<{ line: number; column: number; length: number }[]> {
  const file = await fileOf(index, request.file);
  const { path, language } = index.file(file)!;
  const lines = linesOf(path) ?? [];
  const found = placedName(lines[request.line - 1] ?? '', request);
  const context = found === null ? null : await localContext(index, file, lines);
  const declared = context === null ? null : declaredAs(context, found!);
  if (declared === null) return [];
  const { name } = found!;
  const text = lines.join('\n');
  const starts: number[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) starts.push(at);
  const regions = textRegions(regionRulesOf(language), text, starts);
  let [line, lineStart] = [1, 0];
  return starts.flatMap((start, at) => {
    while (lineStart + lines[line - 1]!.length < start) lineStart += lines[line++ - 1]!.length + 1;
    if (regions[at] !== 'code') return [];
    const column = start - lineStart + 1;
    const placed = placedName(lines[line - 1]!, { file: path, line, column });
    if (placed?.name !== name || placed.column !== column) return [];
    const other = declaredAs(context!, placed);
    return other?.entity === declared.entity ? [{ line, column, length: name.length }] : [];
  });
}

async function localAt(
  index: LinkIndex,
  { file, lines, found }: { file: number; lines: readonly string[]; found: PlacedName },
): Promise<LocalDeclaration | null> {
  const context = await localContext(index, file, lines);
  const declared = context === null ? null : declaredAs(context, found);
  if (declared === null || context === null) return null;
  const { summary } = context;
  const definitions = (await index.symbolsOf([file])).get(file)?.definitions ?? [];
  const owner = definitions[declared.container];
  const module = summary.entities[declared.entity * entityWidth + entityFields.listA]!;
  return {
    kind: declared.kind,
    line: declared.line,
    column: declared.column,
    text: (lines[declared.line - 1] ?? '').trim().slice(0, maxTextLength),
    container: owner === undefined ? null : sourceName(owner),
    module: declared.kind === 'import' ? (summary.modules[module] ?? null) : null,
  };
}

/** Whether a name stands behind a dot, or is the key of a literal. */
function isMember(text: string, { name, column, columns }: PlacedName): boolean {
  const before = text.slice(0, columns[0]! - 1);
  if (/\.\.\.?\s*$/.test(before)) return false;
  return (
    /(?:\?\.|\.|->|::)\s*$/.test(before) ||
    (/^\s*:(?!:)/.test(text.slice(column - 1 + name.length)) && /(?:^|[{,(])\s*$/.test(before))
  );
}

async function containerAt(index: LinkIndex, file: number, line: number): Promise<string | null> {
  const definitions = (await index.symbolsOf([file])).get(file)?.definitions ?? [];
  let found: (typeof definitions)[number] | null = null;
  for (const entry of definitions) {
    if (entry.startLine > line || entry.endLine < line) continue;
    if (found === null || entry.endLine - entry.startLine < found.endLine - found.startLine) found = entry;
  }
  return found === null ? null : sourceName(found);
}

/** The symbols of a name in the file's language. */
async function candidatesOf(index: LinkIndex, file: number, name: string): Promise<DefinitionAnswer['candidates']> {
  const places = (await index.store.definitionsNamed([name])).get(name) ?? [];
  const files = await index.store.files([...new Set(places.map(({ fileId }) => fileId))]);
  const paths = new Map(files.map(({ id, path }) => [id, path]));
  const { language } = index.file(file)!;
  const refs = places.flatMap(({ fileId, definition }) => {
    const id = index.idOf(paths.get(fileId) ?? '');
    if (id === undefined || index.file(id)?.language !== language) return [];
    return [{ file: id, key: symbolKey(qualifiedName(definition)) }];
  });
  const distinct = distinctRefs(refs);
  const nodes = await index.nodes(distinct.slice(0, candidatesShown));
  return { total: distinct.length, first: [...nodes.values()] satisfies SymbolNode[] };
}
