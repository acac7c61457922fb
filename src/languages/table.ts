/**
 * Writes and reads the table of languages, with one line of text for each language. The table does without the extractors: a
 * question about an index, or a run that finds nothing to do, loads none. A language's module is imported when its first file has
 * to be read.
 */
import type { Language, LanguageEntry } from './language.ts';

/** Separates the fields of a line. */
const separator = '\t';

/** Words in the sixth field of a line: the language's files have a file summary (`linked`); its grammar has a `parse` (`plain`). */
const marks = { linked: 'linked', plain: 'plain' };

const words = (field: string): string[] => (field === '' ? [] : field.split(' '));

/** The line of a language. @param folder the folder of the language's module */
export function tableLine(folder: string, language: Language): string {
  const { id, name, nature, parser, extensions, filenames = [], interpreters = [], keywords } = language;
  const lists = [extensions, filenames, interpreters, keywords];
  for (const word of lists.flat()) if (/\s/.test(word)) throw new Error(`${id}: ${JSON.stringify(word)} has a blank`);
  const linkedMark = collectsSummary(language) ? [marks.linked] : [];
  const plainMark = language.grammar?.parse === undefined ? [] : [marks.plain];
  return [
    folder,
    id,
    name,
    nature,
    parser,
    [...linkedMark, ...plainMark].join(' '),
    ...lists.map((list) => list.join(' ')),
  ].join(separator);
}

/** Whether a file summary is made of the language's files. */
export function collectsSummary({ parser, grammar, embedded }: Language): boolean {
  return parser === 'ecmascript' || embedded !== undefined || grammar?.summary !== undefined;
}

/** The languages of a table. @param folders functions that load the languages of a folder, by the folder's name */
export function readTable(
  lines: readonly string[],
  folders: Readonly<Record<string, () => Promise<readonly Language[]>>>,
): readonly LanguageEntry[] {
  return lines.map((line) => {
    const fields = line.split(separator);
    const [folder = '', id = '', name = ''] = fields;
    const [nature, parser] = fields.slice(3) as [Language['nature'], Language['parser']];
    const [markField = '', extensions = '', filenames = '', interpreters = '', keywords = ''] = fields.slice(5);
    let loading: Promise<Language> | null = null;
    const loadNow = async (): Promise<Language> => {
      const found = (await folders[folder]?.())?.find((language) => language.id === id);
      if (found === undefined) throw new Error(`src/languages/${folder} has no ${id}: npm run gen`);
      return found;
    };
    return {
      ...{ id, name, nature, parser },
      isLinked: words(markField).includes(marks.linked),
      isPlain: words(markField).includes(marks.plain),
      extensions: words(extensions),
      filenames: words(filenames),
      interpreters: words(interpreters),
      keywords: words(keywords),
      load: () => (loading ??= loadNow()),
    };
  });
}
