/** The places in a file that name other files of the project: modules of imports, and paths in comments. */
import { dirname, join, normalize } from 'node:path/posix';
import type { TextLink, TextLinksAnswer } from '../../../model/code-questions.ts';
import type { Import } from '../../../model/import.ts';
import { unpackLinks } from '../../../store/packed/packed-links.ts';
import { unpackSummaryFront } from '../../../store/packed/packed-summary.ts';
import { regionRulesOf } from '../../languages/question-rules.ts';
import { textRegions } from '../account/text-regions.ts';
import type { Stateless } from '../calls.ts';
import type { LinkIndex } from '../index/link-index.ts';
import type { LinesOf } from '../value-places.ts';
import { indexedFile } from './file-contents.ts';

/** The module of an import is looked for in this many lines from its beginning. */
const importLines = 40;
/** At most this many texts of comments that look like paths are looked up. */
const maxPaths = 500;
/**
 * A path with an extension. The sign before it keeps the search from beginning again in a word, or at each part of a path; the limits of its names and
 * folders keep each search short.
 */
const pathLike = /(?<![\w@.-]|[\w@.+-][/+])(?:\.{0,2}\/)?[\w@.-]{1,255}(?:\/[\w@.+-]{1,255}){0,50}\.\w{1,10}\b/g;

/** What looks like a path in a text, with its offset. */
export function pathsIn(text: string): { written: string; at: number }[] {
  return [...text.matchAll(pathLike)]
    .map(({ 0: written, index: at }) => ({ written, at }))
    .filter(({ written }) => written.includes('/') || /\.\w/.test(written));
}

export async function textLinks(index: LinkIndex, path: string, linesOf: LinesOf): Promise<Stateless<TextLinksAnswer>> {
  const { fileId, language } = await indexedFile(index, path);
  const lines = linesOf(path) ?? [];
  const file = { path, fileId, language, lines };
  const links = [...(await importLinks(index, file)), ...(await commentLinks(index, file))];
  return { links: links.sort((a, b) => a.line - b.line || a.column - b.column) };
}

interface LinkedText {
  path: string;
  fileId: number;
  language: string;
  lines: readonly string[];
}

/** The modules of imports: by the resolution that the linker stores, else by the links of the imported names. */
async function importLinks(index: LinkIndex, { path, fileId, lines }: LinkedText): Promise<TextLink[]> {
  const written = (await index.store.imports([fileId])).get(fileId) ?? [];
  if (written.length === 0) return [];
  const byModule = await resolvedModules(index, path, fileId);
  const byLine = await linkedLines(index, path);
  return written.flatMap((one) => {
    const place = placeOf(one, lines);
    const target = byModule.get(one.module) ?? byLine.get(place?.line ?? one.line);
    return place === null || target === undefined ? [] : [{ ...place, length: one.module.length, target }];
  });
}

/** Where the module of an import is written; null where it is not, as in a language that imports names. */
function placeOf({ module, line, column }: Import, lines: readonly string[]): { line: number; column: number } | null {
  for (let at = line; at < line + importLines && at <= lines.length; at++) {
    const found = lines[at - 1]!.indexOf(module, at === line ? column - 1 : 0);
    if (found !== -1) return { line: at, column: found + 1 };
  }
  return null;
}

/** By module as written: the path of the file that it means. */
async function resolvedModules(index: LinkIndex, path: string, fileId: number): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const packed = (await index.store.summaries([fileId])).get(fileId);
  const resolution = (await index.store.resolutions([path])).get(path);
  if (packed === undefined || resolution === undefined) return found;
  const paths = resolution.split('\n');
  for (const [at, module] of unpackSummaryFront(packed).modules.entries()) {
    const target = paths[at] ?? '';
    if (index.idOf(target) !== undefined) found.set(module.replace(/^\0/, ''), target);
  }
  return found;
}

/** By line: the file to which the imports there lead. */
async function linkedLines(index: LinkIndex, path: string): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  const from = index.idOf(path);
  if (from === undefined) return found;
  for (const { to, data } of await index.store.linksFrom([from])) {
    const target = index.file(to)?.path;
    if (target === undefined || target === path) continue;
    for (const { line } of unpackLinks(data, undefined, (kind) => kind === 'import' || kind === 'reexport'))
      found.set(line, target);
  }
  return found;
}

/** The paths in comments that lead to a file of the index, from the file's folder or from the root. */
async function commentLinks(index: LinkIndex, { path, language, lines }: LinkedText): Promise<TextLink[]> {
  const text = lines.join('\n');
  const paths = pathsIn(text);
  const regions = textRegions(
    regionRulesOf(language),
    text,
    paths.map(({ at }) => at),
  );
  const inComments = paths.filter((_, at) => regions[at] === 'comment').slice(0, maxPaths);
  const candidates = inComments.map(({ written: one }) => [
    normalize(join(dirname(path), one)),
    normalize(one.replace(/^\//, '')),
  ]);
  const known = new Set((await index.store.filesByPath([...new Set(candidates.flat())])).map((file) => file.path));
  let [line, lineStart] = [1, 0];
  return inComments.flatMap(({ written: one, at: start }, at) => {
    while (lineStart + lines[line - 1]!.length < start) lineStart += lines[line++ - 1]!.length + 1;
    const target = candidates[at]!.find((candidate) => candidate !== path && known.has(candidate));
    return target === undefined ? [] : [{ line, column: start - lineStart + 1, length: one.length, target }];
  });
}
