/**
 * Languages without what reads them: a line of text each, so that a question about an index, or a run that finds nothing to do, loads no
 * extractor. A folder's module is imported when a file turns out to be in a language of it.
 */
import type { Language, LanguageEntry } from './language.ts';

/** Between the fields of a line. */
const separator = '\t';

/** What else a line says of its language: that its files have link facts, that its grammar has `parse`. */
const marks = { linked: 'linked', plain: 'plain' };

const words = (field: string): string[] => (field === '' ? [] : field.split(' '));

/** `folder`: the one that the language's module is in. */
export function tableLine(folder: string, language: Language): string {
  const { id, name, nature, parser, extensions, filenames = [], interpreters = [], keywords } = language;
  const lists = [extensions, filenames, interpreters, keywords];
  for (const word of lists.flat()) if (/\s/.test(word)) throw new Error(`${id}: ${JSON.stringify(word)} has a blank`);
  const isLinked = collectsSummary(language) ? [marks.linked] : [];
  const isPlain = language.grammar?.parse === undefined ? [] : [marks.plain];
  return [
    folder,
    id,
    name,
    nature,
    parser,
    [...isLinked, ...isPlain].join(' '),
    ...lists.map((list) => list.join(' ')),
  ].join(separator);
}

/** Whether what linking needs to know of a file is read of it. */
export function collectsSummary({ parser, grammar, embedded }: Language): boolean {
  return parser === 'ecmascript' || embedded !== undefined || grammar?.summary !== undefined;
}

/** @param folders the languages of each, in the order of the lines */
export function readTable(
  lines: readonly string[],
  folders: Readonly<Record<string, () => Promise<readonly Language[]>>>,
): readonly LanguageEntry[] {
  return lines.map((line) => {
    const fields = line.split(separator);
    const [folder = '', id = '', name = ''] = fields;
    const [nature, parser] = fields.slice(3) as [Language['nature'], Language['parser']];
    const [marked = '', extensions = '', filenames = '', interpreters = '', keywords = ''] = fields.slice(5);
    let loading: Promise<Language> | null = null;
    const loadNow = async (): Promise<Language> => {
      const found = (await folders[folder]?.())?.find((language) => language.id === id);
      if (found === undefined) throw new Error(`src/languages/${folder} has no ${id}: npm run gen`);
      return found;
    };
    return {
      ...{ id, name, nature, parser },
      isLinked: words(marked).includes(marks.linked),
      isPlain: words(marked).includes(marks.plain),
      extensions: words(extensions),
      filenames: words(filenames),
      interpreters: words(interpreters),
      keywords: words(keywords),
      load: () => (loading ??= loadNow()),
    };
  });
}
