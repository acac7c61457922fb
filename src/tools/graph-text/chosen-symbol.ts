/**
 * Finds the one symbol that a query means.
 * Invariant: nothing is guessed. A name that means no symbol is an error with the nearest names; a name that means several symbols is an error
 * that lists them.
 */
import type { Engine } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import type { SymbolChoice, SymbolNode, SymbolQuery } from '../../model/graph.ts';
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
function candidateLine(node: SymbolNode, shownFields: { module: boolean; package: boolean }): string {
  const parts = [
    node.kind === 'file' ? 'file' : `${node.kind}, line ${node.line}`,
    ...(shownFields.module && node.module !== null ? [`module ${oneLine(node.module, 60)}`] : []),
    ...(shownFields.package && node.package !== null ? [`package ${oneLine(node.package, 60)}`] : []),
    ...(node.isTest ? ['test'] : []),
  ];
  return `  ${oneLine(node.id, 300)}  ${parts.join(', ')}`;
}

function ambiguous(
  query: SymbolQuery,
  choice: Extract<SymbolChoice, { kind: 'several' }>,
  { fields, say }: ErrorContext,
): AppError {
  const shown = choice.candidates.slice(0, maxListed);
  const more = choice.total - shown.length;
  const differ = (key: 'module' | 'package'): boolean => new Set(shown.map((node) => node[key])).size > 1;
  const shownFields = { module: differ('module'), package: differ('package') };
  // The filters cannot distinguish symbols of one file.
  const canFilter = more > 0 || new Set(shown.map(({ path }) => path)).size > 1;
  const filters = [fields.file, fields.module, fields.package].map((one) => say.option(one));
  const narrower = canFilter ? `${filters[0]}, ${filters[1]} or ${filters[2]} to narrow it, or with ` : '';
  return new AppError('ValidationError', `${quoted(query.symbol)}${filterText(query)} means ${choice.total} symbols`, {
    hint: [
      `Ask again with ${narrower}one of these ids as ${say.option(fields.symbol)}:`,
      ...shown.map((node) => candidateLine(node, shownFields)),
      ...(more > 0
        ? [`  ... and ${more} more: ${say.call('search', { pattern: oneLine(nameOf(query), 200) })} lists them`]
        : []),
    ].join('\n'),
    details: { field: fields.symbol, expected: 'one symbol', received: query.symbol.slice(0, 200) },
  });
}

/** The query is resolved at most this often, if the chosen symbol no longer exists when it is asked about. */
const maxRounds = 3;

/** The parameters of the query, and the wording of errors. */
interface ErrorContext {
  fields: QueryFields;
  say: Wording;
}

/**
 * Asks about the symbol that a query means. If its file was just renamed, the symbol may not exist any more when `ask` runs: then the query is resolved again.
 * Throws `AppError` when the query does not mean exactly one symbol.
 */
export async function aboutSymbol<T>(
  engine: Engine,
  query: SymbolQuery & { fields?: QueryFields },
  say: Wording,
  ask: (node: SymbolNode) => Promise<T>,
): Promise<T> {
  const { fields = defaultFields, ...symbolQuery } = query;
  for (let round = 1; ; round++) {
    const node = await chosenSymbol(engine, symbolQuery, { fields, say });
    try {
      return await ask(node);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NotFoundError' || round === maxRounds) throw error;
    }
  }
}

async function chosenSymbol(engine: Engine, query: SymbolQuery, context: ErrorContext): Promise<SymbolNode> {
  const choice = await engine.graph.resolve(query);
  switch (choice.kind) {
    case 'one':
      return choice.node;
    case 'several':
      throw ambiguous(query, choice, context);
    case 'none':
      throw notFound(query, choice, context);
  }
}

/** For answers that show all symbols of a name. Throws `AppError` only if there is no such symbol. */
export async function requireSymbol(engine: Engine, query: SymbolQuery, say: Wording): Promise<void> {
  const choice = await engine.graph.resolve(query);
  if (choice.kind === 'none') throw notFound(query, choice, { fields: defaultFields, say });
}
