/**
 * Finds the symbols that a query means, and asks about each.
 * Invariant: nothing is guessed. A name that means a few symbols is answered for each; one that means more is an error that lists them; one that
 * means none is an error with the nearest names.
 */
import type { Engine } from '../../engine/types.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { AppError } from '../../model/error.ts';
import { isPattern } from '../../model/graph.ts';
import type { NameTaken, SymbolChoice, SymbolNode, SymbolQuery } from '../../model/graph.ts';
import { splitIdentifier } from '../../util/words/words.ts';
import { oneLine } from '../budget.ts';
import type { Wording } from '../wording.ts';

/** The tool's names for the parameters of the query. */
export interface QueryFields {
  symbol: string;
  file: string;
  module: string;
  package: string;
}

const defaultFields: QueryFields = { symbol: 'symbol', file: 'file', module: 'module', package: 'package' };
const maxListed = 15;

function quoted(text: string): string {
  return `"${oneLine(text, 200)}"`;
}

function filterText(query: SymbolQuery): string {
  const parts = (['file', 'module', 'package'] as const).flatMap((name) =>
    query[name] === undefined ? [] : [`${name} ${quoted(query[name])}`],
  );
  return parts.length === 0 ? '' : ` in ${parts.join(', ')}`;
}

/** The last part of the name, without its owner and its path. */
function nameOf({ symbol }: SymbolQuery): string {
  return (
    symbol
      .trim()
      .replace(/\(.*$/s, '')
      .split(/[.#/:]/)
      .at(-1) ?? ''
  );
}

/** A pattern that finds names like that of the query. */
function similarPattern(query: SymbolQuery): string {
  const written = query.symbol.trim();
  if (/[*?]/.test(written)) return oneLine(written, 200);
  const name = nameOf(query);
  // The longest word of the name finds the fewest unrelated names.
  const word =
    splitIdentifier(name)
      .toSorted((a, b) => a.length - b.length)
      .at(-1) ?? name;
  return oneLine(`*${word}*`, 200);
}

function notFound(
  query: SymbolQuery,
  { nearest, note }: Extract<SymbolChoice, { kind: 'none' }>,
  { fields, say }: ErrorContext,
): AppError {
  if (query.symbol.trim() === '') {
    return new AppError('ValidationError', `${say.option(fields.symbol)} is required`, {
      hint: 'Give a name, Class.method, the path of a file, or an id such as src/app.ts#App.run.',
      details: { field: fields.symbol, expected: 'a name', received: query.symbol.slice(0, 200) },
    });
  }
  const names = nearest.slice(0, 5).map((name) => oneLine(name, 200));
  const guess = names.length === 0 ? '' : `The nearest: ${names.join(', ')}. `;
  const noteText = note === undefined || note === null ? '' : `${note} `;
  const filters = [fields.file, fields.module, fields.package].map((one) => say.option(one));
  const list = `For names like it, use ${say.call('search', { pattern: similarPattern(query) })}.`;
  const loosen = filterText(query) === '' ? '' : `Leave out ${filters[0]}, ${filters[1]} or ${filters[2]}. `;
  return new AppError('NotFoundError', `Symbol not found: ${oneLine(query.symbol, 200)}${filterText(query)}`, {
    hint: `${noteText}${guess}${loosen}${list}`,
    details: { field: fields.symbol, expected: 'a symbol of the index', received: query.symbol.slice(0, 200) },
  });
}

/** `  src/a.ts#App.run  method, line 12`; with module and package where candidates differ in them. */
function candidateLine(node: SymbolNode, end: string, shownFields: { module: boolean; package: boolean }): string {
  const parts = [
    node.kind === 'file' ? 'file' : `${node.kind}, line ${node.line}`,
    ...(shownFields.module && node.module !== null ? [`module ${oneLine(node.module, 60)}`] : []),
    ...(shownFields.package && node.package !== null ? [`package ${oneLine(node.package, 60)}`] : []),
    ...(node.isTest ? ['test'] : []),
  ];
  return `  ${oneLine(node.id, 300)}${end}  ${parts.join(', ')}`;
}

/**
 * The candidates before the first one in tests or vendored code: after it, there are only such and generated code. Empty if it is the first.
 */
function ownCandidates({ candidates }: Extract<SymbolChoice, { kind: 'several' }>): readonly SymbolNode[] {
  const aside = candidates.findIndex(({ isTest, isVendored }) => isTest || isVendored === true);
  return aside === -1 ? candidates : candidates.slice(0, aside);
}

/** The only candidate of a kind outside of tests and vendored code; null for none or several, and where not all candidates are known. */
function onlyOfKind(
  { candidates, total }: Extract<SymbolChoice, { kind: 'several' }>,
  kind: DefinitionKind | undefined,
): SymbolNode | null {
  if (kind === undefined || candidates.length < total) return null;
  const own = candidates.filter((node) => node.kind === kind && !node.isTest && node.isVendored !== true);
  return own.length === 1 ? own[0]! : null;
}

/** Whether the members of a type are asked for: `Type.*`. */
function asksMembers({ symbol }: SymbolQuery): boolean {
  return /[.:#]\*$/.test(symbol.trim());
}

function ambiguous(
  query: SymbolQuery,
  choice: Extract<SymbolChoice, { kind: 'several' }>,
  { fields, say }: ErrorContext,
): AppError {
  const own = choice.candidates.filter(({ isVendored }) => isVendored !== true);
  const shown = (own.length > 0 ? own : choice.candidates).slice(0, maxListed);
  const more = choice.total - shown.length;
  const aside = own.length > 0 && own.length < choice.candidates.length ? ', also in vendored code' : '';
  const differ = (key: 'module' | 'package'): boolean => new Set(shown.map((node) => node[key])).size > 1;
  const shownFields = { module: differ('module'), package: differ('package') };
  // The filters cannot distinguish symbols of one file.
  const canFilter = more > 0 || new Set(shown.map(({ path }) => path)).size > 1;
  const filters = [fields.file, fields.module, fields.package].map((one) => say.option(one));
  const narrower = canFilter ? `${filters[0]}, ${filters[1]} or ${filters[2]} to narrow it, or with ` : '';
  const taken = choice.taken === undefined ? '' : `, taken for ${oneLine(choice.taken.name, 200)},`;
  return new AppError(
    'ValidationError',
    `${quoted(query.symbol)}${taken}${filterText(query)} means ${choice.total} symbols`,
    {
      hint: [
        `Ask again with ${narrower}one of these ids as ${say.option(fields.symbol)}:`,
        ...shown.map((node) => candidateLine(node, asksMembers(query) ? '.*' : '', shownFields)),
        ...(more > 0
          ? [
              `  ... and ${more} more${aside}: ${say.call('search', { pattern: oneLine(nameOf(query), 200) })} lists them`,
            ]
          : []),
      ].join('\n'),
      details: { field: fields.symbol, expected: 'one symbol', received: query.symbol.slice(0, 200) },
    },
  );
}

/** The query is resolved at most this often, if a chosen symbol no longer exists when it is asked about. */
const maxRounds = 3;
/** A name with more meanings is not answered; those in tests and vendored code do not count, if there are others. */
const maxMeanings = 5;
/** At most this many members of a type are asked about. */
const maxMembers = 60;

/** The parameters of the query, and the wording of errors. */
interface ErrorContext {
  fields: QueryFields;
  say: Wording;
}

/** What a query means. */
interface Chosen {
  nodes: readonly SymbolNode[];
  /** Symbols that are only named: further members, and meanings in tests. */
  rest: readonly SymbolNode[];
  /** How many more symbols the name means, in vendored code or tests, which are only counted. */
  unnamed: number;
  /** The type of `Type.*`, whose members `nodes` are; else null. */
  owner: SymbolNode | null;
  /** How the name was understood, as a sentence; null if a symbol has it as it was given. */
  taken: string | null;
}

/** The answers about each symbol that a query means. */
export interface Answers<T> extends Chosen {
  /** The name that was asked about. */
  asked: string;
  answers: readonly { node: SymbolNode; answer: T }[];
}

export interface AboutSymbols {
  fields?: QueryFields;
  /** Whether `Type.*` means each member of the type. Default: the type. */
  byMember?: boolean;
  /** Whether a name with several meanings is an error. Default: no. */
  onlyOne?: boolean;
  /** What the question is about by its nature: of too many meanings, the only one of this kind outside of tests and vendored code is meant. */
  likeliestKind?: DefinitionKind;
}

/**
 * Asks about each symbol that a query means. If a file was just renamed, a symbol may not exist any more when `ask` runs: then the query is resolved
 * again. Throws `AppError` when the query means no symbol, or too many.
 */
export async function aboutSymbols<T>(
  engine: Engine,
  query: SymbolQuery & AboutSymbols,
  say: Wording,
  ask: (node: SymbolNode) => Promise<T>,
): Promise<Answers<T>> {
  const { fields = defaultFields, byMember = false, onlyOne = false, likeliestKind, ...symbolQuery } = query;
  for (let round = 1; ; round++) {
    const chosen = await chosenSymbols(engine, symbolQuery, { fields, say, byMember, onlyOne, likeliestKind });
    try {
      const answers: { node: SymbolNode; answer: T }[] = [];
      for (const node of chosen.nodes) answers.push({ node, answer: await ask(node) });
      return { ...chosen, asked: query.symbol, answers };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NotFoundError' || round === maxRounds) throw error;
    }
  }
}

async function chosenSymbols(
  engine: Engine,
  query: SymbolQuery,
  {
    byMember,
    onlyOne,
    likeliestKind,
    ...context
  }: ErrorContext & { byMember: boolean; onlyOne: boolean; likeliestKind: DefinitionKind | undefined },
): Promise<Chosen> {
  const choice = await engine.graph.resolve(query);
  if (choice.kind === 'none') throw notFound(query, choice, context);
  const taken = takenText(query, choice);
  switch (choice.kind) {
    case 'one':
      return { nodes: [choice.node], rest: [], unnamed: 0, owner: null, taken };
    case 'members': {
      const { owner, members } = choice;
      if (byMember)
        return { nodes: members.slice(0, maxMembers), rest: members.slice(maxMembers), unnamed: 0, owner, taken };
      return {
        nodes: [owner],
        rest: [],
        unnamed: 0,
        owner: null,
        taken: taken ?? `This is about ${oneLine(owner.qualified, 200)} as a whole.`,
      };
    }
    case 'several': {
      if (choice.total <= (onlyOne || asksMembers(query) ? 1 : maxMeanings))
        return { nodes: choice.candidates, rest: [], unnamed: 0, owner: null, taken };
      const only = onlyOfKind(choice, likeliestKind);
      if (only !== null)
        return {
          ...{ nodes: [only], rest: [], unnamed: 0, owner: null },
          taken: `${quoted(query.symbol)} means ${choice.total} symbols; this is about the only ${only.kind} among them.`,
        };
      const nodes = ownCandidates(choice);
      const hasOthers = nodes.length < choice.candidates.length;
      if (onlyOne || asksMembers(query) || !hasOthers || nodes.length === 0 || nodes.length > maxMeanings)
        throw ambiguous(query, choice, context);
      // Vendored code repeats names of the project in such numbers that it is only counted.
      const rest = choice.candidates.slice(nodes.length).filter(({ isVendored }) => isVendored !== true);
      return { nodes, rest, unnamed: choice.total - nodes.length - rest.length, owner: null, taken };
    }
  }
}

/** An end of a path may have this many meanings: the one that the other end leads to is chosen. */
const maxEndMeanings = 20;

/**
 * Asks about two ends. An end that means one symbol is asked about by its id, one that means several by its name. Throws `AppError` when an end means no
 * symbol, or too many.
 */
export async function aboutEnds<T>(
  engine: Engine,
  ends: readonly [SymbolQuery & AboutSymbols, SymbolQuery & AboutSymbols],
  say: Wording,
  ask: (from: SymbolQuery, to: SymbolQuery) => Promise<T>,
): Promise<{ answer: T; taken: string[] }> {
  for (let round = 1; ; round++) {
    const [from, to] = [await chosenEnd(engine, ends[0], say), await chosenEnd(engine, ends[1], say)];
    try {
      const taken = [from.taken, to.taken].filter((one) => one !== null);
      return { answer: await ask(from.query, to.query), taken };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NotFoundError' || round === maxRounds) throw error;
    }
  }
}

async function chosenEnd(
  engine: Engine,
  { fields = defaultFields, ...query }: SymbolQuery & AboutSymbols,
  say: Wording,
): Promise<{ query: SymbolQuery; taken: string | null }> {
  // A pattern means all symbols that match it, so there is none to choose.
  if (isPattern(query.symbol)) return { query, taken: null };
  const choice = await engine.graph.resolve(query);
  const taken = choice.kind === 'none' ? null : takenText(query, choice);
  switch (choice.kind) {
    case 'none':
      throw notFound(query, choice, { fields, say });
    case 'one':
      return { query: { symbol: choice.node.id }, taken };
    case 'members':
      return { query: { symbol: choice.owner.id }, taken };
    case 'several':
      if (choice.total > maxEndMeanings) throw ambiguous(query, choice, { fields, say });
      return { query, taken };
  }
}

/** So many meanings of a symbol between two ends are tried. */
const maxBetween = 5;

/** The ids of the symbols that a path may lead through, the likeliest first. Throws `AppError` where the name means none, or has wildcards. */
export async function meaningsBetween(
  engine: Engine,
  { symbol, field }: { symbol: string; field: string },
  say: Wording,
): Promise<string[]> {
  if (isPattern(symbol))
    throw new AppError('ValidationError', `${say.option(field)} takes one symbol, without wildcards`, {
      details: { field, expected: 'a name or an id', received: symbol.slice(0, 200) },
    });
  const choice = await engine.graph.resolve({ symbol });
  switch (choice.kind) {
    case 'none':
      throw notFound({ symbol }, choice, { fields: { ...defaultFields, symbol: field }, say });
    case 'one':
      return [choice.node.id];
    case 'members':
      return [choice.owner.id];
    case 'several':
      return choice.candidates.slice(0, maxBetween).map(({ id }) => id);
  }
}

/** How a name was understood that no symbol has as it was given; null for a name that a symbol has. */
export function takenText({ symbol }: Pick<SymbolQuery, 'symbol'>, { taken }: { taken?: NameTaken }): string | null {
  if (taken === undefined) return null;
  const name = oneLine(taken.name, 200);
  const base = taken.inheritedFrom === null ? null : `inherited from ${oneLine(taken.inheritedFrom, 200)}`;
  if (!taken.isCorrected) return base === null ? null : `${name} is ${base}.`;
  return `Nothing is named ${quoted(symbol)}; this is about ${name}${base === null ? '' : `, ${base}`}.`;
}

/**
 * For answers that show all symbols of a name together. Returns how the name was understood; null for a name that a symbol has. Throws `AppError` only if
 * there is no such symbol.
 */
export async function requireSymbol(engine: Engine, query: SymbolQuery, say: Wording): Promise<string | null> {
  const choice = await engine.graph.resolve(query);
  if (choice.kind === 'none') throw notFound(query, choice, { fields: defaultFields, say });
  return takenText(query, choice);
}
