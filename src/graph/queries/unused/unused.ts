/**
 * Finds the symbols that nothing in the project uses.
 * Invariant: a symbol is listed only if no link uses it, no unresolved site has its name, and no text of the project has its name in a place that
 * the graph does not explain. All other symbols without a known use are left off and counted by reason.
 */
import type { LeftOffReason, SymbolNode, UnusedAnswer, UnusedRequest } from '../../../model/graph.ts';
import { fileTraits } from '../../../model/file.ts';
import { qualifiedName, symbolKey, withoutDuplicateMarks } from '../../../model/link.ts';
import { unpackLinks } from '../../../store/packed/packed-links.ts';
import type { OutlineEntry } from '../../../store/outline.ts';
import type { FileSymbols } from '../index/file-symbols.ts';
import { keysOf, type LinkIndex } from '../index/link-index.ts';
import { LeftOff, type UnusedCandidate } from './left-off.ts';
import { isBelow } from '../index/path-prefix.ts';
import { withoutOutsideBases } from './outside-bases.ts';
import { declarationReason, isChecked, isMemberIn } from './declarations.ts';
import { explainNames } from './names.ts';
import { QuestionTurns } from '../../../util/turns/question.ts';
import { mayCallThrough, questionRulesOf } from '../../languages/question-rules.ts';

export type UnusedSources = Pick<
  UnusedAnswer,
  'total' | 'files' | 'symbols' | 'leftOff' | 'checkedFiles' | 'skippedFiles'
>;

/** The number of files whose links are read at once. */
const filesAtOnce = 32;
/** Files with one of these traits are not checked. */
const skippedTraits =
  fileTraits.test |
  fileTraits.generated |
  fileTraits.vendored |
  fileTraits.minified |
  fileTraits.example |
  fileTraits.documentation |
  fileTraits.data;

/** @param readText returns the text of a file of the project; null when it cannot be read */
export async function answerUnused(
  index: LinkIndex,
  request: UnusedRequest,
  readText: (path: string) => string | null,
): Promise<UnusedSources> {
  const { checked, skippedFiles } = await checkedFiles(index, request.path);
  const left = new LeftOff();
  const { exported = false, names } = request;
  let candidates = await candidatesIn(
    index,
    checked,
    { exported, names: names === undefined ? null : new Set(names) },
    left,
  );
  candidates = await withoutDecorated(index, candidates, left);
  candidates = await withoutOutsideOwners(index, candidates, left);
  candidates = await withoutVariants(index, candidates, left);
  candidates = await withoutUnresolved(index, candidates, left);
  const reasons = await explainNames(index, candidates, readText);
  candidates = left.keep(candidates, (one) => reasons.get(one) ?? null);
  candidates = await withoutOutsideBases(index, candidates, left);
  const nodes = await index.nodes(candidates);
  candidates = left.keep(candidates, (one) => (nodes.get(one)?.isTest === false ? null : 'test'));
  const symbols = candidates.map((one) => nodes.get(one)!).sort(byPlace);
  return {
    total: symbols.length,
    files: new Set(symbols.map(({ path }) => path)).size,
    symbols: symbols.slice(0, request.limit),
    leftOff: left.counts(),
    checkedFiles: checked.length,
    skippedFiles,
  };
}

/** The symbols of some files to which no use leads, and that do not say themselves why they may be used. */
async function candidatesIn(
  index: LinkIndex,
  files: readonly number[],
  wanted: WantedSymbols,
  left: LeftOff,
): Promise<UnusedCandidate[]> {
  const candidates: UnusedCandidate[] = [];
  const turns = new QuestionTurns();
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const turn = turns.take();
    if (turn !== null) await turn;
    const batch = files.slice(at, at + filesAtOnce);
    const symbols = await index.symbolsOf(batch);
    const uses = await usesOf(index, batch, symbols);
    for (const file of batch) {
      const known = symbols.get(file);
      if (known === undefined) continue;
      const isLinked = index.linkedLanguages.has(index.file(file)!.language);
      const asked = { symbols: known, uses: uses.get(file)!, isLinked, ...wanted };
      for (const { key, definition, reason } of unusedIn(asked)) {
        const isMember = isMemberIn(definition, known);
        if (reason === null) candidates.push({ file, key, definition, isMember });
        else left.add(reason);
      }
    }
  }
  return candidates;
}

function byPlace(a: SymbolNode, b: SymbolNode): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line || (a.id < b.id ? -1 : 1);
}

async function checkedFiles(
  index: LinkIndex,
  path: string | undefined,
): Promise<{ checked: number[]; skippedFiles: number }> {
  const { documents } = index;
  const checked: number[] = [];
  let skippedFiles = 0;
  for (let row = 0; row < documents.count; row++) {
    const own = documents.paths[row]!;
    const id = index.idOf(own);
    if (id === undefined || !isBelow(own, path)) continue;
    // A declaration file describes code that is elsewhere.
    if ((documents.traits[row]! & skippedTraits) !== 0 || index.isDeclarationFile(id)) skippedFiles++;
    else checked.push(id);
  }
  return { checked, skippedFiles };
}

/** How the symbols of one file are used. */
interface Uses {
  used: Set<number>;
  reexported: Set<number>;
  /** Members that other members override or implement. */
  overridden: Set<number>;
  /** Whether the file as a whole is a value in other code. */
  whole: boolean;
}

async function usesOf(
  index: LinkIndex,
  files: readonly number[],
  symbols: ReadonlyMap<number, FileSymbols>,
): Promise<Map<number, Uses>> {
  const found = new Map<number, Uses>();
  for (const file of files) {
    found.set(file, { used: new Set(), reexported: new Set(), overridden: new Set(), whole: false });
  }
  for (const { to, from, data } of await index.store.linksInto(files)) {
    const known = symbols.get(to);
    if (index.file(from) === undefined || known === undefined) continue;
    const uses = found.get(to)!;
    for (const link of unpackLinks(data)) {
      if (link.kind === 'overrides') uses.overridden.add(link.target);
      else if (link.kind === 'reexport') uses.reexported.add(link.target);
      else if (link.target === 0) uses.whole ||= from !== to && link.kind !== 'import';
      else if (from !== to) markUsed(uses.used, known, link.target, null);
      else for (const key of keysOf(known, link)) markUsed(uses.used, known, link.target, key);
    }
  }
  return found;
}

/**
 * Marks a symbol that a place uses, and what contains the symbol: who calls a member uses its class.
 * A place inside of a symbol does not use the symbol. @param place the symbol that contains the place; null for another file
 */
function markUsed(used: Set<number>, symbols: FileSymbols, target: number, place: number | null): void {
  if (place === null && used.has(target)) return;
  const definition = symbols.main(target);
  if (definition === undefined) return;
  const source = place === null || place === 0 ? undefined : symbols.main(place);
  const inside = source === undefined ? '' : `${qualifiedName(source)}.`;
  if (!inside.startsWith(`${qualifiedName(definition)}.`)) used.add(target);
  for (let outer = definition.container; outer !== null; outer = outerOf(outer)) {
    if (!inside.startsWith(`${outer}.`)) used.add(symbolKey(outer));
  }
}

/** The container of a container; null at the top. */
function outerOf(container: string): string | null {
  const dot = container.lastIndexOf('.');
  return dot === -1 ? null : container.slice(0, dot);
}

interface WantedSymbols {
  exported: boolean;
  /** Null: symbols of all names. */
  names: ReadonlySet<string> | null;
}

/** One file, and what is asked about it. */
interface CheckedFile extends WantedSymbols {
  symbols: FileSymbols;
  uses: Uses;
  isLinked: boolean;
}

/** The symbols of a file without a known use. `reason`: why one is left off; null for a candidate. */
function* unusedIn(file: CheckedFile): Iterable<{
  key: number;
  definition: OutlineEntry;
  reason: LeftOffReason | null;
}> {
  for (const key of file.symbols.byKey.keys()) {
    if (file.uses.used.has(key)) continue;
    const definition = file.symbols.main(key)!;
    if (file.names?.has(definition.name) === false) continue;
    if (isChecked(definition, file.symbols)) yield { key, definition, reason: reasonOf(file, key, definition) };
  }
}

function reasonOf(
  { symbols, uses, isLinked, exported }: CheckedFile,
  key: number,
  definition: OutlineEntry,
): LeftOffReason | null {
  if (!isLinked) return 'nameOnly';
  if (definition.exported !== exported) return exported ? 'notExported' : 'exported';
  if (uses.reexported.has(key)) return 'reexported';
  if (uses.overridden.has(key)) return 'overrides';
  if (uses.whole && exported) return 'wholeFile';
  return declarationReason(definition, symbols);
}

/** Leaves off what has decorators that may use it, and fields of what has them: a program that reads the decorators may use these. */
async function withoutDecorated(
  index: LinkIndex,
  candidates: readonly UnusedCandidate[],
  left: LeftOff,
): Promise<UnusedCandidate[]> {
  const decorated = new Map<number, ReadonlySet<string>>();
  const files = [...new Set(candidates.map(({ file }) => file))];
  const turns = new QuestionTurns();
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const turn = turns.take();
    if (turn !== null) await turn;
    const batch = files.slice(at, at + filesAtOnce);
    const definitions = await index.store.definitions(batch.map((file) => index.file(file)!.fileId));
    for (const file of batch) {
      const { fileId, language } = index.file(file)!;
      const mayUse = ({ decorators }: { decorators: readonly string[] }): boolean =>
        decorators.some((decorator) => mayCallThrough(language, decorator));
      decorated.set(file, new Set((definitions.get(fileId) ?? []).filter(mayUse).map(qualifiedName)));
    }
  }
  return left.keep(candidates, ({ file, definition }) => {
    const names = decorated.get(file)!;
    const { container, kind } = definition;
    const isOfDecorated = kind === 'property' && container !== null && names.has(container);
    return isOfDecorated || names.has(qualifiedName(definition)) ? 'decorated' : null;
  });
}

/** Leaves off members of what the project does not define: an assignment to a field of another library's object declares such a member. */
async function withoutOutsideOwners(
  index: LinkIndex,
  candidates: readonly UnusedCandidate[],
  left: LeftOff,
): Promise<UnusedCandidate[]> {
  const owners = candidates.map(({ definition }) => withoutDuplicateMarks(definition.container)?.split('.').at(-1));
  const names = [...new Set(owners.filter((name) => name !== undefined))];
  const files = await index.store.definingFiles(names);
  const unknown = new Set<string | undefined>(names.filter((_, at) => files[at]!.length === 0));
  const outside = new Set(candidates.filter((_, at) => unknown.has(owners[at])));
  return left.keep(candidates, (one) => (outside.has(one) ? 'form' : null));
}

/** Leaves off symbols that another declaration may stand for: links lead to one of several. */
async function withoutVariants(
  index: LinkIndex,
  candidates: readonly UnusedCandidate[],
  left: LeftOff,
): Promise<UnusedCandidate[]> {
  const names = [...new Set(candidates.map(({ definition }) => definition.name))];
  const places = await index.store.definingFiles(names);
  const paths = await pathsById(index);
  const filesOf = new Map(names.map((name, at) => [name, [...places[at]!].flatMap((id) => paths.get(id) ?? [])]));
  const variantPaths = ({ file, definition }: UnusedCandidate): string[] => {
    const { path, language } = index.file(file)!;
    const { declaresApart, hasVariants } = questionRulesOf(language);
    const isFar = declaresApart === true || hasVariants === true;
    const others = filesOf.get(definition.name)!.filter((other) => other !== path);
    return others.filter((other) => isFar || folderOf(other) === folderOf(path));
  };
  const doubtful = candidates.filter((one) => variantPaths(one).length > 0).map(({ definition }) => definition.name);
  const definitions = await index.store.definitionsNamed([...new Set(doubtful)]);
  return left.keep(candidates, (candidate) => {
    const possible = new Set(variantPaths(candidate));
    if (possible.size === 0) return null;
    const { definition } = candidate;
    const isVariant = (definitions.get(definition.name) ?? []).some(
      (one) =>
        possible.has(paths.get(one.fileId) ?? '') &&
        mayBeSame(qualifiedName(one.definition), qualifiedName(definition)),
    );
    return isVariant ? 'declaredTwice' : null;
  });
}

/** Whether two qualified names may be of one symbol: a definition outside of its class may lack the enclosing namespace. */
function mayBeSame(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

async function pathsById(index: LinkIndex): Promise<ReadonlyMap<number, string>> {
  const { ids, paths } = index.documents;
  return new Map(paths.map((path, row) => [ids[row]!, path]));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

async function withoutUnresolved(
  index: LinkIndex,
  candidates: readonly UnusedCandidate[],
  left: LeftOff,
): Promise<UnusedCandidate[]> {
  const names = [...new Set(candidates.map(({ definition }) => definition.name))];
  const unresolved = new Set(await index.store.unresolvedNames(names));
  return left.keep(candidates, ({ definition }) => (unresolved.has(definition.name) ? 'unresolved' : null));
}
