/** Answers with the symbols whose names match a glob. */
import { AppError } from '../../model/error.ts';
import type { SymbolNode, SymbolSearchAnswer, SymbolSearchRequest } from '../../model/graph.ts';
import { containerOf, qualifiedName, sourceName, symbolKey } from '../../model/link.ts';
import type { Stateless } from './calls.ts';
import { compareByRank } from './likeliest.ts';
import type { LinkIndex } from './index/link-index.ts';
import type { SymbolRef } from './ref-map.ts';
import { nearestOf, placesOutsideCode } from './resolve-symbol.ts';

const maxPatternLength = 500;
/** The maximum number of names that are looked up for one answer. */
const maxNames = 20_000;
/** The maximum number of names that are searched outside of the graph, where no symbol has them. */
const maxOutside = 100;
/** The maximum number of symbols of the name, which the filters exclude, that are suggested. */
const maxSuggested = 3;

/**
 * The symbols that match a request. `isIncomplete`: whether a matching name is also in a file outside of the graph, which is not code or not linked yet.
 * @param globOf compiles a glob that ignores case; throws an `AppError` for an invalid one
 */
export async function answerSymbolSearch(
  index: LinkIndex,
  request: SymbolSearchRequest,
  globOf: (pattern: string) => (text: string) => boolean,
): Promise<{ answer: Stateless<SymbolSearchAnswer>; isIncomplete: boolean }> {
  const pattern = request.pattern.trim();
  if (pattern.length > maxPatternLength) {
    throw new AppError('ValidationError', `The pattern is longer than ${maxPatternLength} characters`, {
      hint: 'Give a shorter glob, such as User*.',
      details: { field: 'pattern', expected: `at most ${maxPatternLength} characters`, received: pattern.length },
    });
  }
  const { name, file } = parsePattern(index, pattern);
  const isGlob = /[*?{}[\]!()|+@]/.test(name);
  const dot = name.lastIndexOf('.');
  const last = dot === -1 ? name : name.slice(dot + 1);
  const globs = dot === -1 ? [] : [globOf(name), globOf(`*.${name}`)];
  const named = isGlob
    ? (await index.store.definitionNames()).filter(globOf(last))
    : await index.store.namesInAnyCase(last);
  const matching = named.slice(0, maxNames);
  const { symbols, isIncomplete } = await symbolsNamed(index, matching);
  const isFitting = (node: SymbolNode): boolean =>
    globs.some((fits) => fits(node.qualified) || fits(sourceName({ name: node.name, container: containerOf(node) })));
  const all = symbols.filter((node) => (file === null || node.path === file) && (dot === -1 || isFitting(node)));
  const inOtherCase = (node: SymbolNode): number => Number(node.name !== last);
  const found = all
    .filter((node) => isWanted(node, request))
    .sort((a, b) => compareByRank(index, a, b, isGlob ? undefined : inOtherCase));
  const answer = {
    total: found.length,
    files: new Set(found.map(({ path }) => path)).size,
    symbols: found.slice(request.offset, request.offset + request.limit),
    nearest: all.length > 0 ? [] : await nearestTo(index, last, matching, symbols),
    others: found.length > 0 ? { total: 0, first: null } : { total: all.length, first: all[0] ?? null },
  };
  return { answer, isIncomplete };
}

/** The file and the name of a pattern: `path#name` for an existing file. Separators of other languages (`::`, `#`) become dots. */
function parsePattern(index: LinkIndex, pattern: string): { name: string; file: string | null } {
  const written = pattern.replace(/^\.\//, '');
  for (let hash = written.indexOf('#'); hash !== -1; hash = written.indexOf('#', hash + 1)) {
    const file = written.slice(0, hash);
    if (index.idOf(file) !== undefined) return { name: written.slice(hash + 1) || '*', file };
  }
  const plain = pattern.replace(/\(\)$/, '');
  return { name: plain.replaceAll(/::|(?<=[^.:#])#/g, '.'), file: null };
}

function isWanted(node: SymbolNode, { type, module, package: owner, exported }: SymbolSearchRequest): boolean {
  return (
    (type === undefined || node.kind === type) &&
    (module === undefined || node.module === module) &&
    (owner === undefined || node.package === owner) &&
    (exported === undefined || node.exported === exported)
  );
}

/** Suggestions where nothing matches: other symbols of the name, places outside of the graph, or similar names. */
async function nearestTo(
  index: LinkIndex,
  last: string,
  matching: readonly string[],
  symbols: readonly SymbolNode[],
): Promise<string[]> {
  if (symbols.length > 0)
    return symbols
      .toSorted((a, b) => compareByRank(index, a, b))
      .slice(0, maxSuggested)
      .map(({ id }) => id);
  const outside = await placesOutsideCode(index, matching.slice(0, maxOutside));
  return outside.length > 0 ? outside : nearestOf(last.replace(/[*?]/g, ''), await index.store.definitionNames());
}

async function symbolsNamed(
  index: LinkIndex,
  names: readonly string[],
): Promise<{ symbols: SymbolNode[]; isIncomplete: boolean }> {
  const places = await index.store.definitionsNamed(names);
  const fileIds = new Set([...places.values()].flatMap((list) => list.map(({ fileId }) => fileId)));
  const paths = new Map((await index.store.files([...fileIds])).map(({ id, path }) => [id, path]));
  const refs: SymbolRef[] = [];
  let isIncomplete = false;
  for (const list of places.values()) {
    for (const { fileId, definition } of list) {
      const file = index.idOf(paths.get(fileId) ?? '');
      if (file === undefined) isIncomplete = true;
      else refs.push({ file, key: symbolKey(qualifiedName(definition)) });
    }
  }
  return { symbols: [...(await index.nodes(refs)).values()], isIncomplete };
}
