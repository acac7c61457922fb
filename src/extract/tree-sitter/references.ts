/**
 * Builds references from a query's captures: the enclosing definition, receivers, and names that are not references.
 */
import type { SyntaxNode } from '../../languages/language.ts';
import type { Reference } from '../../model/reference.ts';
import { receiverText } from '../text.ts';
import { nameOf, type FileContext, type Span } from './drafts.ts';

/** The references of a file, in order of place. @param spans of the definitions, in order of start */
export function buildReferences(file: FileContext, spans: readonly Span[]): Reference[] {
  const { grammar, text, drafts } = file;
  if (drafts.references.length === 0) return [];
  // Offsets of the names of definitions, which are not references.
  const definedAt = new Set<number>();
  for (const { name } of drafts.definitions) definedAt.add(name.startIndex);
  const hidden = hiddenNames(file);
  const open: Span[] = [];
  let next = 0;
  const references: Reference[] = [];
  for (const draft of drafts.references) {
    const at = draft.name.startIndex;
    while (next < spans.length && spans[next]!.start <= at) {
      while (open.length > 0 && open[open.length - 1]!.end <= spans[next]!.start) open.pop();
      open.push(spans[next]!);
      next++;
    }
    while (open.length > 0 && open[open.length - 1]!.end <= at) open.pop();
    if (draft.kind === null || definedAt.has(at)) continue;
    const name = nameOf(grammar, draft.name, text);
    if (name === null) continue;
    if (draft.kind === 'type' && covers(hidden.get(name.text), at)) continue;
    const kind =
      draft.note !== null && grammar.refineReference
        ? grammar.refineReference({ node: draft.name, name: name.text, kind: draft.kind, note: draft.note })
        : draft.kind;
    if (kind === null) continue;
    const { receiver } = draft;
    references.push({
      name: name.text,
      kind,
      receiver: receiver === null ? null : receiverText(text, receiver.startIndex, receiverEnd(text, receiver, at)),
      line: name.line,
      column: name.column,
      container: open[open.length - 1]?.index ?? -1,
    });
  }
  return references;
}

/**
 * The offset where a receiver ends. A captured receiver may be the whole path with the name in it (`a::b::f`): then it ends before the operator
 * that joins the name.
 */
function receiverEnd(text: string, receiver: SyntaxNode, nameStart: number): number {
  const { startIndex, endIndex } = receiver;
  if (startIndex >= nameStart || endIndex <= nameStart) return endIndex;
  const operator = /(?:\?\.|!\.|->|::|\.)\s*$/.exec(text.slice(Math.max(startIndex, nameStart - 40), nameStart));
  let end = operator === null ? nameStart : nameStart - operator[0].length;
  while (end > startIndex && /[\s?!]/.test(text[end - 1]!)) end--;
  return end;
}

interface Range {
  start: number;
  end: number;
}

/** For the name of each type parameter: the ranges in which the name hides a type, disjoint and in order. */
function hiddenNames({ text, drafts }: FileContext): Map<string, Range[]> {
  const names = new Map<string, Range[]>();
  const hidden = drafts.hidden.map(({ name, scope }) => ({
    name: text.slice(name.startIndex, name.endIndex),
    start: scope.startIndex,
    end: scope.endIndex,
  }));
  for (const { name, start, end } of hidden.sort((a, b) => a.start - b.start)) {
    const ranges = names.get(name);
    const last = ranges?.[ranges.length - 1];
    if (ranges === undefined) names.set(name, [{ start, end }]);
    else if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return names;
}

/** Whether one of the ranges contains an offset. */
function covers(ranges: readonly Range[] | undefined, offset: number): boolean {
  if (ranges === undefined) return false;
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length && ranges[low]!.start <= offset;
}
