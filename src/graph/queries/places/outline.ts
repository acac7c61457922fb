/** Answers with the outline of a file, a type or a function: its symbols, and the statements of a function. */
import type { OutlineAnswer, OutlineRequest, OutlineStep, OutlineSymbol } from '../../../model/code-questions.ts';
import { AppError } from '../../../model/error.ts';
import type { SymbolNode } from '../../../model/graph.ts';
import { cellsIn } from '../../../model/notebook-cell.ts';
import type { OutlineEntry } from '../../../store/outline.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { requireSymbol } from '../resolve-symbol.ts';
import type { LinesOf } from '../value-places.ts';

type WithoutState<T> = T extends unknown ? Omit<T, 'state'> : never;

/** Reads the statements between two lines of a file; null where that is not possible. */
export type StepsOf = (path: string, span: { startLine: number; endLine: number }) => Promise<OutlineStep[] | null>;

/** The files that an error names. */
const filesShown = 10;
/** Kinds of symbols that have statements. A variable may be a function without a name. */
const withSteps: ReadonlySet<string> = new Set(['function', 'method', 'component', 'variable', 'property', 'macro']);

export async function answerOutline(
  index: LinkIndex,
  request: OutlineRequest,
  { linesOf, stepsOf }: { linesOf: LinesOf; stepsOf: StepsOf },
): Promise<WithoutState<OutlineAnswer>> {
  const file = await fileNamed(index, request.symbol);
  if (file !== null) return fileOutline(index, file, linesOf);
  const { node, ref } = await requireSymbol(index, request, 'symbol');
  const { fileId = -1 } = index.file(ref.file) ?? {};
  if (node.kind === 'file') return fileOutline(index, { path: node.path, id: fileId }, linesOf);
  const entries = (await index.store.outlines([fileId])).get(fileId) ?? [];
  const inner = entries.filter(
    (entry) => entry.startLine >= node.startLine && entry.endLine <= node.endLine && !isSelf(entry, node),
  );
  const steps = request.steps !== false && withSteps.has(node.kind) ? await stepsOf(node.path, node) : null;
  return { of: 'symbol', node, symbols: nested(inner), steps };
}

function isSelf(entry: OutlineEntry, node: SymbolNode): boolean {
  return entry.name === node.name && entry.line === node.line;
}

/** The file whose path, or the end of whose path, the text is; null for none. @throws AppError for several */
async function fileNamed(index: LinkIndex, written: string): Promise<{ path: string; id: number } | null> {
  const path = written.trim().replace(/^\.\//, '').replaceAll('\\', '/');
  if (!/[./]/.test(path)) return null;
  const { paths, ids } = index.documents;
  const exact = paths.indexOf(path);
  if (exact !== -1) return { path, id: ids[exact]! };
  const rows = [...paths.keys()].filter((row) => paths[row]!.endsWith(`/${path}`));
  if (rows.length > 1)
    throw severalFiles(
      written,
      rows.map((row) => paths[row]!),
    );
  return rows.length === 1 ? { path: paths[rows[0]!]!, id: ids[rows[0]!]! } : null;
}

function severalFiles(written: string, paths: readonly string[]): AppError {
  const more = paths.length > filesShown ? [`  ... and ${paths.length - filesShown} more`] : [];
  return new AppError('ValidationError', `"${written}" means ${paths.length} files`, {
    hint: ['Give the path of one of them:', ...paths.slice(0, filesShown).map((path) => `  ${path}`), ...more].join(
      '\n',
    ),
    details: { field: 'symbol', expected: 'one file or symbol', received: written.slice(0, 200) },
  });
}

async function fileOutline(
  index: LinkIndex,
  { path, id }: { path: string; id: number },
  linesOf: LinesOf,
): Promise<WithoutState<OutlineAnswer>> {
  const entries = (await index.store.outlines([id])).get(id) ?? [];
  const [record] = await index.store.files([id]);
  const lines = linesOf(path);
  // The last line break ends the last line.
  const count = lines === null ? 0 : lines.length - Number(lines.at(-1) === '');
  const cells = cellsIn(lines ?? []).flatMap(({ number, id, isCode, startLine, endLine }) => {
    const name = id === null ? String(number) : `${number}, id ${id}`;
    const place = { line: startLine, startLine, startColumn: 0, endLine, endColumn: Infinity };
    return isCode ? [{ ...place, name, kind: 'cell' as const, signature: null, exported: false }] : [];
  });
  return { of: 'file', path, language: record?.language ?? '', lines: count, symbols: nested([...entries, ...cells]) };
}

/** A definition, or a cell of a notebook. */
type Entry = Pick<
  OutlineEntry,
  'name' | 'signature' | 'exported' | 'startLine' | 'startColumn' | 'endLine' | 'endColumn'
> & {
  kind: OutlineSymbol['kind'];
};

/** The entries with their depth, in order of place. */
function nested(entries: readonly Entry[]): OutlineSymbol[] {
  const open: Entry[] = [];
  const isInside = (inner: Entry, outer: Entry): boolean =>
    isBefore(inner.endLine, inner.endColumn, outer.endLine, outer.endColumn) && inner !== outer;
  return entries
    .toSorted((a, b) => a.startLine - b.startLine || a.startColumn - b.startColumn || b.endLine - a.endLine)
    .map((entry) => {
      while (open.length > 0 && !isInside(entry, open.at(-1)!)) open.pop();
      const depth = open.length;
      open.push(entry);
      const { name, kind, signature, exported, startLine, endLine } = entry;
      return { name, kind, signature, exported, startLine, endLine, depth };
    });
}

function isBefore(line: number, column: number, endLine: number, endColumn: number): boolean {
  return line < endLine || (line === endLine && column <= endColumn);
}
