/**
 * The imports between files. Most are in the resolution of module specifiers, which the linker stores with each file; those of languages
 * that import names of a package are links.
 */
import { dirname } from 'node:path/posix';
import type { Import } from '../../../model/import.ts';
import type { LinkBlob } from '../../../store/link-store.ts';
import { unpackLinks } from '../../../store/packed/packed-links.ts';
import { unpackSummaryFront } from '../../../store/packed/packed-summary.ts';
import { questionRulesOf } from '../../languages/question-rules.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { QuestionTurns } from '../../../util/turns/question.ts';

/** Kinds of definitions that are reached through a value of their type. */
const memberKinds: ReadonlySet<string> = new Set(['method', 'property', 'enumMember']);

/** The number of files that are read at once. */
const filesAtOnce = 32;

/** An import of one file by another, or what a file uses of another where imports lead to no files. */
export interface ImportEdge {
  /** Ids of linked files. */
  from: number;
  to: number;
  /** The line of the first import that is not of types only, or else of the first; 0 where it is not known. */
  line: number;
  isTypeOnly: boolean;
  isUse: boolean;
  /** Whether everything that the other file exports is exported again (`export * from`). */
  isWholeReexport: boolean;
}

export async function importEdges(index: LinkIndex): Promise<ImportEdge[]> {
  const edges = new Edges();
  const { documents } = index;
  const files = documents.paths.flatMap((path) => index.idOf(path) ?? []);
  const turns = new QuestionTurns();
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const turn = turns.take();
    if (turn !== null) await turn;
    const batch = files.slice(at, at + filesAtOnce).filter((file) => index.file(file) !== undefined);
    const fileIds = batch.map((file) => index.file(file)!.fileId);
    const [imports, summaries] = [await index.store.imports(fileIds), await index.store.summaries(fileIds)];
    const resolutions = await index.store.resolutions(batch.map((file) => index.file(file)!.path));
    for (const from of batch) {
      const { fileId, path } = index.file(from)!;
      const paths = (resolutions.get(path) ?? '').split('\n');
      const packed = summaries.get(fileId);
      if (
        seesFiles(index, from) !== null ||
        packed === undefined ||
        !paths.some((path) => index.idOf(path) !== undefined)
      )
        continue;
      const byModule = Map.groupBy(imports.get(fileId) ?? [], ({ module }) => module);
      for (const [at, module] of unpackSummaryFront(packed).modules.entries()) {
        const to = index.idOf(paths[at] ?? '');
        if (to === undefined || to === from) continue;
        const specifier = module.startsWith('\0') ? module.slice(1) : module;
        const written = byModule.get(specifier) ?? writtenAs(imports.get(fileId) ?? [], specifier);
        if (written.length === 0) edges.add({ ...plain, from, to, line: await moduleLine(index, from, to) });
        for (const one of written)
          edges.add({ ...plain, from, to, line: one.line, isTypeOnly: one.isTypeOnly, isWholeReexport: isWhole(one) });
      }
    }
    await addLinks(index, batch, imports, edges);
  }
  return edges.all();
}

const plain = { isTypeOnly: false, isUse: false, isWholeReexport: false };

function isWhole({ isReexport, names }: Import): boolean {
  return isReexport && names.every(({ name, alias }) => name === '*' && alias === null);
}

/** The imports that are written in another way than they are resolved: `from . import a` means `.a`, and `use a::b::c` names `a`. */
function writtenAs(imports: readonly Import[], specifier: string): readonly Import[] {
  const byName = imports.filter(({ module, names }) => {
    const rest = specifier.startsWith(module) ? specifier.slice(module.length).replace(/^(?:\.|::|\/)/, '') : null;
    return rest !== null && names.some(({ name }) => name === rest);
  });
  if (byName.length > 0) return byName;
  return imports.filter(
    ({ module }) => module.startsWith(specifier) && /^(?:\.|::|\/)/.test(module.slice(specifier.length)),
  );
}

/** The line at which a file declares another file as a module in it (`mod a;`); 0 for none. */
async function moduleLine(index: LinkIndex, from: number, to: number): Promise<number> {
  const symbols = (await index.symbolsOf([from])).get(from);
  const names = index
    .file(to)!
    .path.replace(/\.\w+$/, '')
    .split('/')
    .slice(-2);
  const declared = symbols?.definitions.find(({ kind, name }) => kind === 'module' && names.includes(name));
  return declared?.line ?? 0;
}

/** Adds what import links show, which also have the lines of imports that are written in another way than they are resolved. */
async function addLinks(
  index: LinkIndex,
  files: readonly number[],
  imports: ReadonlyMap<number, readonly Import[]>,
  edges: Edges,
): Promise<void> {
  for (const { from, to, data } of await index.store.linksFrom(files)) {
    if (from === to || index.file(to) === undefined) continue;
    const sees = seesFiles(index, from);
    if (sees !== null) {
      if (sees === 'project' || isInFolder(index, from, to)) await addUses(index, { from, to, data }, edges);
      continue;
    }
    const known = edges.get(from, to);
    if (known !== undefined && known.line > 0) continue;
    const own = imports.get(index.file(from)!.fileId) ?? [];
    for (const { kind, line } of unpackLinks(data)) {
      const isImport = kind === 'import' || kind === 'reexport';
      // A line of any use is better than none.
      if (!isImport && known === undefined) continue;
      const written = own.findLast((one) => one.line <= line);
      edges.add({ ...plain, from, to, line, isTypeOnly: isImport && written?.isTypeOnly === true });
    }
  }
}

/** Which files a file sees without an import; null where imports lead to files. */
function seesFiles(index: LinkIndex, file: number): 'folder' | 'project' | null {
  return questionRulesOf(index.file(file)!.language).seesFiles ?? null;
}

function isInFolder(index: LinkIndex, one: number, other: number): boolean {
  const [folder, otherFolder] = [one, other].map((file) => dirname(index.file(file)!.path));
  return folder === otherFolder;
}

/** Adds what a file names of another: its types, functions and variables. A member is reached through what its type is, and does not count. */
async function addUses(index: LinkIndex, { from, to, data }: LinkBlob, edges: Edges): Promise<void> {
  const symbols = (await index.symbolsOf([to])).get(to);
  for (const { kind, line, target } of unpackLinks(data)) {
    const used = kind === 'overrides' ? undefined : symbols?.main(target);
    if (used === undefined || memberKinds.has(used.kind)) continue;
    edges.add({ ...plain, from, to, line, isUse: true });
  }
}

/** Edges between files, of several imports one. */
class Edges {
  readonly #edges = new Map<number, Map<number, ImportEdge>>();

  get(from: number, to: number): ImportEdge | undefined {
    return this.#edges.get(from)?.get(to);
  }

  add(edge: ImportEdge): void {
    let ofFile = this.#edges.get(edge.from);
    if (ofFile === undefined) this.#edges.set(edge.from, (ofFile = new Map<number, ImportEdge>()));
    const known = ofFile.get(edge.to);
    const isWholeReexport = edge.isWholeReexport || known?.isWholeReexport === true;
    const shown = known === undefined || isBefore(edge, known) ? edge : known;
    ofFile.set(edge.to, { ...shown, isWholeReexport });
  }

  all(): ImportEdge[] {
    return [...this.#edges.values()].flatMap((ofFile) => [...ofFile.values()]);
  }
}

function isBefore(one: ImportEdge, other: ImportEdge): boolean {
  if (one.line === 0 || other.line === 0) return other.line === 0 && one.line > 0;
  if (one.isTypeOnly !== other.isTypeOnly) return other.isTypeOnly;
  return one.line < other.line;
}
