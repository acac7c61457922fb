/** The symbols that a name means exactly as it is written: by path, id or place, by name, or by the end of a path and a name in that file. */
import { qualifiedName, sourceName, symbolKey, withoutOverload } from '../../../model/link.ts';
import type { FileSymbols } from '../index/file-symbols.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { questionRulesOf } from '../../languages/question-rules.ts';
import { distinctRefs, type SymbolRef } from '../ref-map.ts';
import { Way, ways } from './reading.ts';
import { formsOf, partsOf, placeIn } from './written-name.ts';

/** The symbols of a text as it is written; empty for none. */
export async function symbolsWritten(index: LinkIndex, text: string, way = new Way()): Promise<readonly SymbolRef[]> {
  const written = text.trim();
  way.by = [ways.written];
  // The untrimmed text comes first, because a file's name may begin or end with a space.
  const exact = (await byPathOrId(index, text)) ?? (await byPathOrId(index, written));
  if (exact !== null) return exact;
  const named = await byName(index, written, way);
  return named.length > 0 ? named : byPathEnd(index, written, way);
}

/**
 * The symbol of a path (the file's top level) or of an id (a path, `#`, and a name in the file). A path or name may contain a `#`, so
 * every `#` after the path of an existing file is tried. Also the innermost definition at `path:line`. Null where the text does not begin with the path
 * of a linked file.
 */
async function byPathOrId(index: LinkIndex, given: string): Promise<SymbolRef[] | null> {
  const written = given.replace(/^\.\//, '');
  const named = index.idOf(written);
  if (named !== undefined) return [{ file: named, key: 0 }];
  let isFileNamed = false;
  for (let hash = written.indexOf('#'); hash !== -1; hash = written.indexOf('#', hash + 1)) {
    const file = index.idOf(written.slice(0, hash));
    if (file === undefined) continue;
    isFileNamed = true;
    const key = symbolKey(written.slice(hash + 1));
    const symbols = (await index.symbolsOf([file])).get(file);
    if (symbols === undefined) continue;
    if (symbols.main(key) !== undefined) return [{ file, key }];
    const duplicates = duplicatesOf(symbols, written.slice(hash + 1));
    if (duplicates.length > 0) return [...distinctRefs(duplicates.map((duplicate) => ({ file, key: duplicate })))];
  }
  return isFileNamed ? [] : atLine(index, written);
}

/**
 * The keys of the definitions whose name in the source is that of an id. Marks that distinguish duplicates are ignored, because the id may come from an
 * earlier answer, and the marks may have changed since.
 */
function duplicatesOf({ definitions, keys }: FileSymbols, written: string): number[] {
  const plain = withoutOverload(written);
  const dot = plain.lastIndexOf('.');
  const wanted = sourceName({ name: plain.slice(dot + 1), container: dot === -1 ? null : plain.slice(0, dot) });
  return keys.filter((_, at) => sourceName(definitions[at]!) === wanted);
}

/** The innermost definition at a place in the form of answers (`src/a.ts:12`); null for any other text. */
async function atLine(index: LinkIndex, written: string): Promise<SymbolRef[] | null> {
  const place = placeIn(written);
  const file = place === null ? undefined : index.idOf(place.path);
  if (place === null || file === undefined) return null;
  const symbols = (await index.symbolsOf([file])).get(file);
  let [key, least] = [0, Infinity];
  for (const [at, { startLine, endLine }] of symbols?.definitions.entries() ?? []) {
    if (startLine > place.line || endLine < place.line || endLine - startLine >= least) continue;
    [key, least] = [symbols!.keys[at]!, endLine - startLine];
  }
  return [{ file, key }];
}

/** The symbols of a name: of the first of its possible forms that any symbol has. */
async function byName(index: LinkIndex, written: string, way = new Way()): Promise<SymbolRef[]> {
  for (const [at, form] of formsOf(written).entries()) {
    const inner = new Way();
    const refs = await symbolsOfParts(index, partsOf(form), inner);
    way.by = [ways.written, 1, at, ...inner.by];
    if (refs.length > 0) return refs;
  }
  return [];
}

/** The symbols of `name` or `Outer.name`; where there are none, those of `name` in a module (`module.name`). */
export async function symbolsOfParts(
  index: LinkIndex,
  parts: readonly string[],
  way = new Way(),
): Promise<SymbolRef[]> {
  const name = parts.at(-1) ?? '';
  if (name === '') return [];
  const places = (await index.store.definitionsNamed([name])).get(name) ?? [];
  const files = new Map(
    (await index.store.files([...new Set(places.map(({ fileId }) => fileId))])).map((file) => [file.id, file]),
  );
  const refs: SymbolRef[] = [];
  const inModule: SymbolRef[] = [];
  for (const { fileId, definition } of places) {
    const qualified = qualifiedName(definition);
    const written = sourceName(definition);
    const path = files.get(fileId)?.path ?? '';
    const file = index.idOf(path);
    if (file === undefined) continue;
    const ref = { file, key: symbolKey(qualified) };
    const meant = meaningOf({ qualified, written }, parts, { path, language: index.file(file)!.language });
    if (meant === 'named') refs.push(ref);
    else if (meant === 'inModule') inModule.push(ref);
  }
  way.by = [Number(refs.length === 0)];
  return [...distinctRefs(refs.length > 0 ? refs : inModule)];
}

/** Whether a symbol is meant by a name, or by a name in a module; null: by neither. @param parts of the name */
export function meaningOf(
  { qualified, written }: { qualified: string; written: string },
  parts: readonly string[],
  { path, language }: { path: string; language: string },
): 'named' | 'inModule' | null {
  const dotted = parts.join('.');
  if (isNamed(qualified, dotted) || isNamed(written, dotted)) return 'named';
  if (!dotted.endsWith(`.${written}`)) return null;
  return isModule(path, parts.slice(0, -written.split('.').length), areFoldersModules(language)) ? 'inModule' : null;
}

function isNamed(qualified: string, dotted: string): boolean {
  return qualified === dotted || qualified.endsWith(`.${dotted}`);
}

/** Whether the files of a folder are one module, so that the name of a file names none: Go's packages. */
function areFoldersModules(language: string): boolean {
  return questionRulesOf(language).seesFiles === 'folder';
}

/**
 * Whether a file belongs to a module by its folders or its own name, as in `json.dumps` or `http.NewRequest`.
 * @param byFolder whether only folders count
 */
export function isModule(path: string, names: readonly string[], byFolder = false): boolean {
  const folders = path.split('/');
  const file = folders.pop() ?? '';
  const stem = file.replace(/\.[^.]*$/, '');
  return (byFolder ? [folders] : [folders, [...folders, stem]]).some((way) =>
    names.every((name, at) => way.at(at - names.length) === name),
  );
}

/** The symbols of `runner.go:VU.Run`, `test_a.py::TestX::test_y`, `runner.go:12` and `runner.go`, where only the end of the path is given. */
async function byPathEnd(index: LinkIndex, written: string, way: Way): Promise<readonly SymbolRef[]> {
  for (const [at, [separator, end]] of pathEnds(written).entries()) {
    const files = filesEndingWith(index, end);
    if (files.length === 0) continue;
    way.by = [ways.written, 2, at];
    const rest = written.slice(end.length + separator.length);
    if (rest === '') return files.map((file) => ({ file, key: 0 }));
    const refs: SymbolRef[] = [];
    for (const file of files) refs.push(...((await atLine(index, `${index.file(file)!.path}:${rest}`)) ?? []));
    if (refs.length > 0) return refs;
    const wanted = new Set(files);
    return (await byName(index, rest)).filter(({ file }) => wanted.has(file));
  }
  return [];
}

/** So many ends of paths in a text are looked up: each is compared with all paths. A text that means something has one or two. */
const mostEnds = 8;

/** What may be the end of a path in a text, with the separator after it; the first few. */
export function pathEnds(written: string): [separator: string, end: string][] {
  const found: [separator: string, end: string][] = [];
  const space = written.search(/\s/);
  for (const { 0: separator, index } of written.matchAll(/::|[:#]|$/g)) {
    if (found.length === mostEnds || (space !== -1 && index > space)) break;
    const end = written.slice(0, index);
    if (/[\w-]\.\w+$/.test(end)) found.push([separator, end]);
  }
  return found;
}

function filesEndingWith(index: LinkIndex, end: string): number[] {
  return [...index.paths].filter(endsIn(end)).map((path) => index.idOf(path)!);
}

/** Whether a path is, or ends with, the end of a path as somebody writes it. */
export function endsIn(end: string): (path: string) => boolean {
  const plain = end.replace(/^(?:\.?\/)+/, '');
  const below = `/${plain}`;
  return (path) => path === plain || path.endsWith(below);
}
