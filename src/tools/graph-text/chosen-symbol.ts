/**
 * From a query to the one symbol that it means.
 * Invariant: nothing is guessed. A name with no meaning is an error that names the nearest, one with several an error that lists them.
 */
import type { Engine } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import type { SymbolChoice, SymbolNode, SymbolQuery } from '../../model/graph.ts';
import { splitIdentifier } from '../../util/words/words.ts';
import { oneLine } from '../budget.ts';

/** Names of the parameters that the query came from. */
export interface QueryFields {
  symbol: string;
  file: string;
  module: string;
  package: string;
}

const ownFields: QueryFields = { symbol: 'symbol', file: 'file', module: 'module', package: 'package' };
const listed = 15;

function quoted(text: string): string {
  return `"${oneLine(text, 200)}"`;
}

function filterText(query: SymbolQuery): string {
  const parts = (['file', 'module', 'package'] as const).flatMap((name) =>
    query[name] === undefined ? [] : [`${name} ${quoted(query[name])}`],
  );
  return parts.length === 0 ? '' : ` in ${parts.join(', ')}`;
}

/** What was asked for without what stands before its last part. */
function nameOf({ symbol }: SymbolQuery): string {
  return (
    symbol
      .trim()
      .replace(/\(.*$/s, '')
      .split(/[.#/:]/)
      .at(-1) ?? ''
  );
}

/** The call that lists names like the one that was asked for. */
function searchHint(query: SymbolQuery): string {
  const written = query.symbol.trim();
  if (/[*?]/.test(written)) return `names with the tool search, which takes patterns: ${quoted(written)}.`;
  const name = nameOf(query);
  // The longest word of it finds least that is meant for something else.
  const word =
    splitIdentifier(name)
      .toSorted((a, b) => a.length - b.length)
      .at(-1) ?? name;
  return `names with the tool search, as with the pattern ${quoted(`*${word}*`)}.`;
}

function notFound(
  query: SymbolQuery,
  { nearest, note }: Extract<SymbolChoice, { kind: 'none' }>,
  fields: QueryFields,
): AppError {
  if (query.symbol.trim() === '') {
    return new AppError('ValidationError', `${fields.symbol} is required`, {
      hint: 'Give a name, Class.method, a path, or an id such as src/app.ts#App.run.',
      details: { field: fields.symbol, expected: 'a name', received: query.symbol.slice(0, 200) },
    });
  }
  const names = nearest.slice(0, 5).map((name) => oneLine(name, 200));
  const guess = names.length === 0 ? '' : `The nearest: ${names.join(', ')}. `;
  const filtered = filterText(query) !== '';
  const behind = note === undefined || note === null ? '' : `${note} `;
  const loosen = filtered ? `Leave out ${fields.file}, ${fields.module} or ${fields.package}, or list` : 'List';
  return new AppError('NotFoundError', `Symbol not found: ${oneLine(query.symbol, 200)}${filterText(query)}`, {
    hint: `${behind}${guess}${loosen} ${searchHint(query)}`,
    details: { field: fields.symbol, expected: 'a symbol of the index', received: query.symbol.slice(0, 200) },
  });
}

/** `  src/a.ts#App.run  method, line 12`; module and package where they tell candidates apart. */
function candidateLine(node: SymbolNode, apart: { module: boolean; package: boolean }): string {
  const parts = [
    node.kind === 'file' ? 'file' : `${node.kind}, line ${node.line}`,
    ...(apart.module && node.module !== null ? [`module ${oneLine(node.module, 60)}`] : []),
    ...(apart.package && node.package !== null ? [`package ${oneLine(node.package, 60)}`] : []),
    ...(node.isTest ? ['test'] : []),
  ];
  return `  ${oneLine(node.id, 300)}  ${parts.join(', ')}`;
}

function several(
  query: SymbolQuery,
  choice: Extract<SymbolChoice, { kind: 'several' }>,
  fields: QueryFields,
): AppError {
  const shown = choice.candidates.slice(0, listed);
  const more = choice.total - shown.length;
  const differ = (key: 'module' | 'package'): boolean => new Set(shown.map((node) => node[key])).size > 1;
  const apart = { module: differ('module'), package: differ('package') };
  // Those of one file have its module and package.
  const isNarrowed = more > 0 || new Set(shown.map(({ path }) => path)).size > 1;
  const narrower = isNarrowed ? `${fields.file}, ${fields.module} or ${fields.package} to narrow it, or with ` : '';
  return new AppError('ValidationError', `${quoted(query.symbol)}${filterText(query)} means ${choice.total} symbols`, {
    hint: [
      `Call again with ${narrower}one of these ids as ${fields.symbol}:`,
      ...shown.map((node) => candidateLine(node, apart)),
      ...(more > 0
        ? [`  ... and ${more} more: the tool search lists them, with the pattern ${quoted(nameOf(query))}`]
        : []),
    ].join('\n'),
    details: { field: fields.symbol, expected: 'one symbol', received: query.symbol.slice(0, 200) },
  });
}

/** Times a symbol is chosen anew. */
const mostRounds = 3;

/**
 * Asks about the symbol that a query means. It may be gone when it is asked about, since its file was just renamed: then it is chosen anew.
 * Throws `AppError` when the query does not mean exactly one symbol.
 */
export async function aboutSymbol<T>(
  engine: Engine,
  query: SymbolQuery,
  ask: (node: SymbolNode) => Promise<T>,
  fields = ownFields,
): Promise<T> {
  for (let round = 1; ; round++) {
    const node = await chosenSymbol(engine, query, fields);
    try {
      return await ask(node);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NotFoundError' || round === mostRounds) throw error;
    }
  }
}

async function chosenSymbol(engine: Engine, query: SymbolQuery, fields: QueryFields): Promise<SymbolNode> {
  const choice = await engine.graph.resolve(query);
  switch (choice.kind) {
    case 'one':
      return choice.node;
    case 'several':
      throw several(query, choice, fields);
    case 'none':
      throw notFound(query, choice, fields);
  }
}

/** For answers that show every meaning: throws only when there is none. */
export async function requireSymbol(engine: Engine, query: SymbolQuery): Promise<void> {
  const choice = await engine.graph.resolve(query);
  if (choice.kind === 'none') throw notFound(query, choice, ownFields);
}
