/** Symbols by a glob on their names. */
import { AppError } from '../../model/error.ts';
import type { SymbolNode, SymbolSearchAnswer, SymbolSearchRequest } from '../../model/graph.ts';
import { qualifiedName, symbolKey } from '../../model/link.ts';
import type { Stateless } from './calls.ts';
import type { LinkIndex } from './link-index.ts';
import type { SymbolRef } from './ref-map.ts';
import { nearestOf, placesOutsideCode } from './resolve-symbol.ts';

const maxPatternLength = 500;
/** Names that are looked up for one answer; counting more than that helps nobody. */
const maxNames = 20_000;
/** Names that are looked for outside code where no symbol has them. */
const maxOutside = 100;

/**
 * `isOpen`: something has such a name in a file that is not linked: one of no code, or not yet.
 * @param globOf compiles a glob that ignores case; throws an `AppError` for what is none
 */
export async function answerSymbolSearch(
  index: LinkIndex,
  request: SymbolSearchRequest,
  globOf: (pattern: string) => (text: string) => boolean,
): Promise<{ answer: Stateless<SymbolSearchAnswer>; isOpen: boolean }> {
  const pattern = request.pattern.trim();
  if (pattern.length > maxPatternLength) {
    throw new AppError('ValidationError', `The pattern is longer than ${maxPatternLength} characters`, {
      hint: 'Give a shorter glob, such as User*.',
      details: { field: 'pattern', expected: `at most ${maxPatternLength} characters`, received: pattern.length },
    });
  }
  const isGlob = /[*?{}[\]!()|+@]/.test(pattern);
  const dot = pattern.lastIndexOf('.');
  const last = dot === -1 ? pattern : pattern.slice(dot + 1);
  const acceptsQualified = dot === -1 ? null : globOf(pattern);
  const named = isGlob
    ? (await index.store.definitionNames()).filter(globOf(last))
    : await index.store.namesInAnyCase(last);
  const matching = named.slice(0, maxNames);
  const { found, isOpen } = await symbolsNamed(index, matching, acceptsQualified, request);
  const page = found.slice(request.offset, request.offset + request.limit);
  const outside = found.length > 0 ? [] : await placesOutsideCode(index, matching.slice(0, maxOutside));
  const answer = {
    total: found.length,
    files: new Set(found.map(({ path }) => path)).size,
    symbols: page,
    nearest:
      found.length > 0 || outside.length > 0
        ? outside
        : nearestOf(last.replace(/[*?]/g, ''), await index.store.definitionNames()),
  };
  return { answer, isOpen };
}

async function symbolsNamed(
  index: LinkIndex,
  names: readonly string[],
  acceptsQualified: ((text: string) => boolean) | null,
  request: SymbolSearchRequest,
): Promise<{ found: SymbolNode[]; isOpen: boolean }> {
  const places = await index.store.definitionsNamed(names);
  const fileIds = new Set([...places.values()].flatMap((list) => list.map(({ fileId }) => fileId)));
  const paths = new Map((await index.store.files([...fileIds])).map(({ id, path }) => [id, path]));
  const refs: SymbolRef[] = [];
  let isOpen = false;
  for (const list of places.values()) {
    for (const { fileId, definition } of list) {
      const qualified = qualifiedName(definition);
      if (acceptsQualified?.(qualified) === false) continue;
      const file = index.idOf(paths.get(fileId) ?? '');
      if (file === undefined) isOpen = true;
      else refs.push({ file, key: symbolKey(qualified) });
    }
  }
  const nodes = await index.nodes(refs);
  const found = [...nodes.values()]
    .filter(
      (node) =>
        (request.type === undefined || node.kind === request.type) &&
        (request.module === undefined || node.module === request.module) &&
        (request.package === undefined || node.package === request.package) &&
        (request.exported === undefined || node.exported === request.exported),
    )
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  return { found, isOpen };
}
