/**
 * Answers with the whole graph of files: sizes, and what leads from one file to another.
 * Invariant: it reads every link once, in slices, and keeps none of them; so it is made once for a state of the index and then kept.
 */
import { hasTrait } from '../../../model/file.ts';
import type { FileEdge, FileGraph, MappedFile } from '../../../model/graph.ts';
import { linkSums } from '../../../store/packed/packed-links.ts';
import type { FileRecord } from '../../../store/store.ts';
import { sortedInTurns } from '../../../util/turns/sorted-in-turns.ts';
import { questionRulesOf } from '../../languages/question-rules.ts';
import { importEdges } from './import-edges.ts';
import type { LinkIndex } from '../index/link-index.ts';

/** The number of files whose links are read at once. */
const filesAtOnce = 64;
/** The number of files whose records are read at once: some milliseconds of work. */
const recordsAtOnce = 1024;

/** @param rest lets other work run between two slices */
export async function answerFileGraph(index: LinkIndex, rest: () => Promise<unknown>): Promise<FileGraph> {
  const { generation, ids } = index.documents;
  const records: FileRecord[] = [];
  for (let at = 0; at < ids.length; at += recordsAtOnce) {
    records.push(...(await index.store.files([...ids.subarray(at, at + recordsAtOnce)])));
    await rest();
  }
  const files = (await sortedInTurns(records, (a, b) => (a.path < b.path ? -1 : 1))).map((one) => mapped(index, one));
  const places = new Map(files.map(({ path }, at) => [path, at]));
  const placeOf = (linked: number): number | undefined => places.get(index.file(linked)?.path ?? '');
  const edges = new Map<number, FileEdge>();
  const keyOf = (from: number, to: number): number => from * files.length + to;
  for (const { from: source, to: target, line, isUse, isTypeOnly, isWholeReexport } of await importEdges(index)) {
    const [from, to] = [placeOf(source), placeOf(target)];
    if (from === undefined || to === undefined) continue;
    edges.set(keyOf(from, to), {
      ...{ from, to, links: 0, guessed: 0, line },
      isImport: !isUse || !isOneUnit(index, source),
      isTypeOnly,
      isWholeReexport,
    });
  }
  const linked = files.flatMap(({ path }) => index.idOf(path) ?? []);
  for (let at = 0; at < linked.length; at += filesAtOnce) {
    const batch = linked.slice(at, at + filesAtOnce);
    for (const { from: source, to: target, data } of await index.store.linksFrom(batch)) {
      const [from, to] = [placeOf(source), placeOf(target)];
      if (from === undefined || to === undefined) continue;
      const { links, guessed, line } = linkSums(data);
      files[from]!.links += links;
      if (from === to) continue;
      const known = edges.get(keyOf(from, to));
      if (known === undefined)
        edges.set(keyOf(from, to), {
          ...{ from, to, links, guessed, line },
          isImport: false,
          isTypeOnly: false,
          isWholeReexport: false,
        });
      else Object.assign(known, { links, guessed, line: known.line === 0 ? line : known.line });
    }
    for (const [id, sites] of await index.store.unresolvedPlaces(batch))
      files[placeOf(id)!]!.unresolved += sites.length;
    await rest();
  }
  await addAcross(index, { edges, keyOf, placeOf });
  const sorted = await sortedInTurns([...edges.values()], (a, b) => a.from - b.from || a.to - b.to);
  return { generation, files, edges: sorted, packages: index.layout.packages() };
}

interface EdgeTable {
  edges: Map<number, FileEdge>;
  keyOf: (from: number, to: number) => number;
  placeOf: (linked: number) => number | undefined;
}

/** Adds what files use of other repositories. */
async function addAcross(index: LinkIndex, { edges, keyOf, placeOf }: EdgeTable): Promise<void> {
  for (const { from: source, to: target, link } of await index.allAcross()) {
    const [from, to] = [placeOf(source), placeOf(target)];
    if (from === undefined || to === undefined) continue;
    const { kind, line } = link;
    const isImport =
      kind === 'import' || kind === 'reexport' || questionRulesOf(index.file(source)!.language).seesFiles !== undefined;
    const known = edges.get(keyOf(from, to));
    if (known === undefined) {
      edges.set(keyOf(from, to), {
        from,
        to,
        links: 1,
        guessed: 0,
        line,
        isImport,
        isTypeOnly: false,
        isWholeReexport: false,
      });
      continue;
    }
    known.links++;
    if (isImport && !known.isImport) Object.assign(known, { isImport, line });
  }
}

/** Whether a file is one unit with the others of its folder, as in a package of Go: that they use each other says nothing. */
function isOneUnit(index: LinkIndex, file: number): boolean {
  return questionRulesOf(index.file(file)!.language).seesFiles === 'folder';
}

function mapped(index: LinkIndex, { path, language, lines, definitionCount, traits }: FileRecord): MappedFile {
  return {
    path,
    language,
    lines,
    symbols: definitionCount,
    isTest: hasTrait(traits, 'test'),
    isLinked: index.idOf(path) !== undefined,
    isForeign: hasTrait(traits, 'generated') || hasTrait(traits, 'vendored') || hasTrait(traits, 'minified'),
    package: index.layout.placeOf(path).package,
    links: 0,
    unresolved: 0,
  };
}
