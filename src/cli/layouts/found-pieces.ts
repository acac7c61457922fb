/** The answers of `search` and `explore` for a person: a block for each piece. Invariant: what is left out is counted. */
import type { Engine } from '../../engine/types.ts';
import type { ExplorePiece, ExploreResult, HybridSearchResult } from '../../model/search.ts';
import { linkedLines, listText, nothingText, pathNote } from '../../tools/explore/format.ts';
import { queryTerms } from '../../tools/search-repo/excerpt.ts';
import { formatHybridSearch, searchNotes, type HybridSearchFormat } from '../../tools/search-repo/format.ts';
import { formatSemanticSearch } from '../../tools/search-by-embedding/format.ts';
import type { askNearest } from '../../tools/search-by-embedding/tool.ts';
import type { Wording } from '../../tools/wording.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { placeForm } from '../place-options.ts';
import type { Layout } from '../tool-run.ts';
import { namesAsked } from './asked-names.ts';
import { vimgrepLayout } from './place-lines.ts';
import { pathsFromHere } from './places.ts';
import { definitionOf, outlinesOf, pieceLines, pieceSpot, type Piece, type PieceForm } from './piece-lines.ts';

interface FoundForm {
  format: HybridSearchFormat;
  full: boolean;
  vimgrep: boolean;
}

async function pieceForm(
  request: ProjectRequest,
  engine: Engine,
  pieces: readonly Piece[],
  { query, full }: { query: string; full: boolean },
): Promise<PieceForm> {
  return {
    shownPath: pathsFromHere(request, engine.root),
    width: request.terminal.width ?? Infinity,
    terms: queryTerms(query),
    outlines: await outlinesOf(engine, pieces),
    full,
  };
}

async function vimgrepOf(
  request: ProjectRequest,
  engine: Engine,
  pieces: readonly Piece[],
  rest: { form: PieceForm; notes: string },
): Promise<Layout> {
  const places = await placeForm(
    request,
    engine,
    pieces.map(({ file }) => file.path),
    {},
  );
  return vimgrepLayout(
    pieces.map((one) => pieceSpot(one, rest.form)),
    rest.notes,
    places,
  );
}

/** The answer of `search`. */
export async function foundLayout(
  request: ProjectRequest,
  engine: Engine,
  result: HybridSearchResult,
  { format, full, vimgrep }: FoundForm,
): Promise<Layout> {
  const named = await namesAsked(engine, format.query.query, result.hits[0], pathsFromHere(request, engine.root));
  if (result.hits.length === 0) {
    const text = [formatHybridSearch(result, format).trimEnd(), ...named].join('\n');
    return vimgrep ? { text: '', aside: text.trimEnd().split('\n'), results: 0 } : { text, results: 0 };
  }
  const form = await pieceForm(request, engine, result.hits, { query: format.query.query, full });
  const blocks = result.hits.map((hit) => [...pieceLines(hit, form), ...othersLine(hit, full), ''].join('\n'));
  const shown = countWithin(blocks, format.maxChars);
  const notes = searchNotes(result, shown, format).map((note) => `note: ${note}`);
  if (vimgrep) return vimgrepOf(request, engine, result.hits, { form, notes: [...named, ...notes].join('\n') });
  const head = named.length === 0 ? [] : [...named, ''];
  return { text: [...head, ...blocks.slice(0, shown), ...notes].join('\n'), results: result.hits.length };
}

/** How many blocks have room, at least one. */
function countWithin(blocks: readonly string[], maxChars: number): number {
  let room = maxChars;
  const count = blocks.findIndex((block) => (room -= block.length + 1) < 0);
  return count === -1 ? blocks.length : Math.max(1, count);
}

/** So many other pieces of a file are named. */
const namedOthers = 3;

function othersLine({ others }: HybridSearchResult['hits'][number], full: boolean): string[] {
  const named = others
    .filter(({ symbols, container }) => symbols.length > 0 || container !== null)
    .slice(0, namedOthers);
  if (named.length === 0 || full) return [];
  return [
    `  also: ${named.map(({ symbols, container, startLine }) => `${symbols[0] ?? container} ${startLine}`).join(', ')}`,
  ];
}

interface SimilarForm {
  say: Wording;
  maxChars: number;
  full: boolean;
  vimgrep: boolean;
}

/** The answer of `similar`. */
export async function similarLayout(
  request: ProjectRequest,
  engine: Engine,
  { request: asked, answer, isFiltered }: Awaited<ReturnType<typeof askNearest>>,
  { say, maxChars, full, vimgrep }: SimilarForm,
): Promise<Layout> {
  if (answer.hits.length === 0) {
    const text = formatSemanticSearch(answer, asked.query, { isFiltered, maxChars, say });
    return vimgrep ? { text: '', aside: text.trimEnd().split('\n'), results: 0 } : { text, results: 0 };
  }
  const form = await pieceForm(request, engine, answer.hits, { query: asked.query, full });
  const blocks = answer.hits.map((hit) => [...pieceLines(hit, form), ''].join('\n'));
  const shown = countWithin(blocks, maxChars);
  const hidden = answer.hits.length - shown;
  const notes = [
    ...(answer.note === null ? [] : [`note: ${answer.note}`]),
    ...(hidden === 0 ? [] : [`note: ${hidden} more do not fit: a larger ${say.option('max_chars')} shows more.`]),
  ];
  if (vimgrep) return vimgrepOf(request, engine, answer.hits, { form, notes: notes.join('\n') });
  return { text: [...blocks.slice(0, shown), ...notes].join('\n'), results: answer.hits.length };
}

export interface ExploreLayoutForm {
  query: string;
  say: Wording;
  vimgrep: boolean;
}

/** Linked symbols of each kind that are named beside a piece. */
const namedLinks = 3;
/** Room for the list of other pieces, in tokens as the tool counts them: some ten names, as in its answer of the default size. */
const listRoom = 150;
/** More pieces are only named. */
const mostPieces = 6;
/** So many pieces are chosen: of each definition only one is shown, and the best pieces may be parts of one. */
export const chosenPieces = 16;
/** So many of the first pieces are shown with more lines. */
const likelyPieces = 3;

/** The answer of `explore`: pieces with their best lines and their links, then other pieces by name. */
export async function exploreLayout(
  request: ProjectRequest,
  engine: Engine,
  result: ExploreResult,
  { query, say, vimgrep }: ExploreLayoutForm,
): Promise<Layout> {
  if (result.pieces.length === 0) {
    const text = nothingText(result, { query, say });
    return vimgrep ? { text: '', aside: text.trimEnd().split('\n'), results: 0 } : { text, results: 0 };
  }
  // Imports say less than the rest of a list that has room for a few pieces.
  const isCode = ({ chunk }: ExplorePiece): boolean => chunk.kind !== 'imports';
  const all = result.pieces.filter(({ isChosen }) => isChosen);
  const chosen = onePerDefinition(all.some(isCode) ? all.filter(isCode) : all, query).slice(0, mostPieces);
  const form = await pieceForm(request, engine, chosen, { query, full: false });
  const shown = new Set<ExplorePiece>(chosen);
  const names = new Set(chosen.flatMap(({ surroundings }) => (surroundings === null ? [] : [surroundings.node.id])));
  const list = listText(result.pieces, shown, listRoom);
  const notes = [...result.notes, '--full shows whole pieces.', ...pathNote(result, { say })].map(
    (note) => `note: ${note}`,
  );
  if (vimgrep)
    return vimgrepOf(request, engine, result.pieces, {
      form,
      notes: result.notes.map((note) => `note: ${note}`).join('\n'),
    });
  // What a piece calls stands in its code, which the reader sees next.
  const links = (piece: ExplorePiece): string[] => linkedLines(piece, namedLinks, { names, callees: false });
  const blocks = chosen.map((piece, at) =>
    [...pieceLines(piece, form, at < likelyPieces), ...links(piece).map(linkLine), ''].join('\n'),
  );
  return { text: [...blocks, listLines(list.text), ...notes].join('\n'), results: result.pieces.length };
}

/** The best piece of each definition. */
function onePerDefinition(pieces: readonly ExplorePiece[], query: string): ExplorePiece[] {
  const terms = queryTerms(query);
  const seen = new Set<string>();
  return pieces.filter((piece) => {
    const definition = definitionOf(piece, terms);
    if (definition === null) return true;
    const isNew = !seen.has(definition);
    seen.add(definition);
    return isNew;
  });
}

/** `  called by: …` of `Called by: …`. */
function linkLine(line: string): string {
  return `  ${line.charAt(0).toLowerCase()}${line.slice(1)}`;
}

/** The tool's list with plain titles: `also:` of `## Also`. */
function listLines(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => (line.startsWith('## ') ? `${line.slice(3).toLowerCase()}:` : line === '' ? '' : `  ${line}`))
    .join('\n')
    .concat('\n');
}
