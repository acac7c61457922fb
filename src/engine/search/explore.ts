/**
 * `explore`: pieces of code for a task, from the best files, with the symbols that they are linked with.
 * Invariants: every piece is on disk at this moment, and is shown once. A piece that the caller has seen is left out unless it has changed.
 */
import { isCallLike, qualifiedName } from '../../model/link.ts';
import { coarseKind, type CoarseKind } from '../../model/definition.ts';
import type { Chunk } from '../../model/chunk.ts';
import { hasTrait } from '../../model/file.ts';
import type { GraphEdge, NeighboursAnswer, SymbolNode } from '../../model/graph.ts';
import { AppError, toAppError } from '../../model/error.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import { viewOf, type IndexView } from '../../store/store.ts';
import { QuestionTurns } from '../../util/turns/question.ts';
import type { RankedChunk } from '../../search/hybrid/chunks.ts';
import type { ExplorePiece, ExploreRequest, ExploreResult, Linked, PieceRole, Surroundings } from '../types.ts';
import type { SharedQuestions } from '../graph/open-links.ts';
import type { ScoredFile } from './scored-file.ts';
import { emptyNote } from './hybrid-filters.ts';
import { rankFiles, type HybridSearchHost } from './hybrid-search.ts';
import { countsIn, pathEnds, type CountDefinitions } from './path-ends.ts';
import { byWorth, meantTerms, worthOf } from './piece-order.ts';

/** At most this many pieces of one file. */
const mostOfFile = 12;
/** Pieces below this share of their file's best score are dropped. */
const leastShare = 0.05;
/** Tests, documentation and data below this share of the best piece's worth are only named. */
const leastOfOtherRoles = 0.8;
/** Kinds of definitions that run as a whole. */
const runnable: ReadonlySet<CoarseKind> = new Set(['function', 'component']);
/** Links are looked up again at most this often because the index was written meanwhile. */
const maxRounds = 2;
/** Length of a piece's key (characters). */
const keyDigits = 5;

/** The end of the chunk's id, which depends on the chunk's text. */
export function pieceKey({ id }: Chunk): string {
  return id.slice(-keyDigits);
}

interface ExploredGraph {
  sharing(begun: IndexView): Promise<SharedQuestions>;
}

/** @param countDefinitions absent: those of the ranked index */
export async function explore(
  host: HybridSearchHost,
  graph: ExploredGraph,
  request: ExploreRequest,
  countDefinitions?: CountDefinitions,
): Promise<ExploreResult> {
  try {
    const { files, chosen, seen, ...query } = request;
    const {
      view,
      corpus,
      documents,
      filters,
      ranking,
      scored,
      matching,
      evidence,
      notes: queryNotes,
    } = await rankFiles(host, {
      ...query,
      limit: files,
    });
    const pieces: ExplorePiece[] = [];
    let passedOver = 0;
    const ranked: (ReturnType<typeof ranking.chunksOf> & { scoredFile: (typeof scored)[number] })[] = [];
    const turns = new QuestionTurns();
    for (const scoredFile of scored.slice(0, files)) {
      await turns.take();
      ranked.push({ scoredFile, ...ranking.chunksOf(scoredFile, { most: mostOfFile, least: 0 }) });
    }
    const mostWords = Math.max(Number.EPSILON, ...ranked.flatMap(({ chunks }) => chunks.map(({ words }) => words)));
    for (const { scoredFile, file, chunks } of ranked) {
      const traits = documents.traits[scoredFile.pending.candidate.row]!;
      const role = roleOf(traits);
      await turns.take();
      const definitions = scoredFile.reading?.definitions;
      for (const one of relevantChunks(chunks)) {
        const key = pieceKey(one.chunk);
        if (seen.has(key)) passedOver++;
        else
          pieces.push({
            ...pieceOf(scoredFile, one, { chunks, mostWords }),
            file,
            key,
            role,
            isForeign: isForeign(traits),
            isChosen: false,
            whole: wholeFunction(one.chunk, definitions),
            surroundings: null,
          });
      }
    }
    await turns.take();
    const sorted = await chooseOfOneState(graph, view, byWorth(pieces, meantTerms(request.query)), chosen);
    const empty = scored.length === 0 ? await emptyNote(filters, corpus) : null;
    const notes = [await host.note(view), empty, ...queryNotes].filter((note) => note !== null);
    return {
      pieces: testsLast(sorted),
      files: Math.max(matching, scored.length),
      passedOver,
      evidence,
      ends: await pathEnds(countDefinitions ?? countsIn(view.store), request.query),
      notes: [...new Set(notes)],
    };
  } catch (error) {
    throw toAppError(error);
  }
}

/** The pieces with those chosen that are shown. Chosen again while the index is written meanwhile: links of two states may contradict each other. */
async function chooseOfOneState(
  graph: ExploredGraph,
  begun: IndexView,
  sorted: readonly ExplorePiece[],
  most: number,
): Promise<ExplorePiece[]> {
  for (let round = 0; ; round++) {
    const pieces = sorted.map((piece) => ({ ...piece }));
    const questions = await graph.sharing(round === 0 ? begun : await viewOf(begun.store));
    await choose(questions, pieces, most);
    if (round === maxRounds || (await questions.areOfOneState())) return pieces;
  }
}

/**
 * Chooses the pieces to show with their lines, and looks up their links: the best pieces in their order. Tests, documentation and data are chosen only
 * if they are worth nearly as much as the best piece.
 */
async function choose(graph: SharedQuestions, pieces: readonly ExplorePiece[], most: number): Promise<void> {
  const least = pieces.length === 0 ? 0 : worthOf(pieces[0]!) * leastOfOtherRoles;
  const isOther = (piece: ExplorePiece): boolean => piece.role !== 'code' && worthOf(piece) < least;
  let chosen = 0;
  let lookups = 0;
  const turns = new QuestionTurns();
  for (const piece of pieces) {
    // A piece may be rejected after its links were looked up, so the number of lookups has a limit too.
    if (chosen === most || lookups === 2 * most) return;
    if (isOther(piece)) continue;
    lookups++;
    await turns.take();
    piece.surroundings = await lookUpSurroundings(graph, piece);
    // In some languages tests are in the same file as the code.
    if (piece.surroundings?.node.isTest === true) piece.role = 'test';
    if (isOther(piece)) continue;
    piece.isChosen = true;
    chosen++;
  }
}

/** Tests that are shown stand behind the code that is: they say what the code does, not where. */
function testsLast(pieces: readonly ExplorePiece[]): ExplorePiece[] {
  const isLate = ({ isChosen, role, isMentioned }: ExplorePiece): boolean =>
    isChosen && role === 'test' && !isMentioned;
  const early = pieces.filter(({ isChosen }) => isChosen).filter((piece) => !isLate(piece));
  return [...early, ...pieces.filter(isLate), ...pieces.filter(({ isChosen }) => !isChosen)];
}

function roleOf(traits: number): PieceRole {
  if (hasTrait(traits, 'test')) return 'test';
  return hasTrait(traits, 'documentation') || hasTrait(traits, 'data') ? 'text' : 'code';
}

function isForeign(traits: number): boolean {
  return (['vendored', 'generated', 'minified'] as const).some((trait) => hasTrait(traits, trait));
}

/** The answer; null if its symbol is not in the graph: the language has no links, or the file was written a moment ago. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'InternalError') return null;
    throw error;
  }
}

/** The function that the chunk is a part of. A class is no answer to read whole, so its parts have none. @param definitions of the chunk's file */
function wholeFunction(
  { kind, startLine, endLine, symbols, container }: Chunk,
  definitions: readonly OutlineEntry[] = [],
): ExplorePiece['whole'] {
  if (kind !== 'part') return null;
  const name = symbols[0] ?? container;
  const found = definitions.find(
    (one) =>
      qualifiedName(one) === name &&
      one.startLine <= endLine &&
      one.endLine >= startLine &&
      runnable.has(coarseKind(one.kind)),
  );
  return found === undefined ? null : { startLine: found.startLine, endLine: found.endLine };
}

function relevantChunks(chunks: readonly RankedChunk[]): readonly RankedChunk[] {
  const least = chunks[0]!.score * leastShare;
  return chunks.filter(({ score }, at) => at === 0 || score >= least);
}

function pieceOf(
  { score, pending }: ScoredFile,
  { chunk, score: chunkScore, words, bonus, isDeclaration }: RankedChunk,
  { chunks, mostWords }: { chunks: readonly RankedChunk[]; mostWords: number },
): Pick<ExplorePiece, 'chunk' | 'score' | 'likelihood' | 'strength' | 'isMentioned' | 'isDeclaration'> {
  const best = chunks[0]!.score || 1;
  return {
    chunk,
    score: score * (chunkScore === 0 ? 1 : chunkScore / best),
    likelihood: score,
    strength: words / mostWords + bonus,
    isMentioned: pending.candidate.mentioned > 0,
    isDeclaration,
  };
}

/** The symbols that the first symbol of a piece, or else its container, is linked with. Null if neither is in the graph, and for prose. */
async function lookUpSurroundings(graph: SharedQuestions, { file, chunk }: ExplorePiece): Promise<Surroundings | null> {
  const symbol = chunk.symbols[0] ?? chunk.container;
  if (symbol === undefined || symbol === null || chunk.kind === 'section') return null;
  const id = `${file.path}#${symbol}`;
  const answer = await orNull(graph.neighbours({ symbol: id, maxDepth: 1, direction: 'both' }));
  return answer === null ? null : surroundingsOf(answer);
}

function surroundingsOf({ center, edges, unresolved }: NeighboursAnswer): Surroundings {
  const surroundings: Surroundings = {
    ...{ node: center, callers: [], users: [], callees: [], types: [], tests: [] },
    unresolved,
  };
  for (const edge of edges) {
    const isIncoming = edge.to.id === center.id;
    // Skips links of the symbol to itself, links between other symbols, and links without a reference site.
    if (isIncoming === (edge.from.id === center.id) || edge.sites.length === 0) continue;
    const other = isIncoming ? edge.from : edge.to;
    // A link between the symbol and one of its members says nothing new.
    if (other.path === center.path && other.qualified.startsWith(`${center.qualified}.`)) continue;
    listFor(surroundings, edge, isIncoming)?.push({ node: other, site: edge.sites[0]!, sites: edge.sites.length });
  }
  const { callers, users, callees, types, tests } = surroundings;
  for (const list of [callers, users, callees, types, tests]) list.sort(byWeight);
  if (center.isVendored === true) return surroundings;
  // Calls of vendored code (logging, assertions) say little about the project's own.
  return { ...surroundings, callees: callees.filter(({ node }) => node.isVendored !== true) };
}

/** The list that an edge belongs to; null if it belongs to none, such as an import without a use. */
function listFor(surroundings: Surroundings, { from, sites }: GraphEdge, isIncoming: boolean): Linked[] | null {
  const calls = sites.some(({ kind }) => isCallLike(kind));
  if (!isIncoming) {
    if (calls) return surroundings.callees;
    return sites.some(({ kind }) => kind === 'type' || kind === 'extends' || kind === 'implements')
      ? surroundings.types
      : null;
  }
  if (sites.every(({ kind }) => kind === 'import' || kind === 'reexport')) return null;
  if (from.isTest) return surroundings.tests;
  return calls ? surroundings.callers : surroundings.users;
}

function byWeight(a: Linked, b: Linked): number {
  return b.sites - a.sites || byId(a.node, b.node);
}

function byId(a: SymbolNode, b: SymbolNode): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
