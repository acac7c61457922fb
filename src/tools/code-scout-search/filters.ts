/** Normalises the filters of a search: a language by any of its names, a file type with or without its dot, a glob that can match. */
import type { Engine, TagFilters } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import { nearest } from '../../util/nearest.ts';
import type { Wording } from '../wording.ts';

type KnownLanguage = ReturnType<Engine['languages']>[number];

/** How many languages an error names if none is similar; the list of all would fill more than a screen. */
const maxListed = 25;

/** Names the first languages of the registry, which begins with those that have a grammar. */
function languagesHint(languages: readonly KnownLanguage[]): string {
  const ids = languages
    .slice(0, maxListed)
    .map(({ id }) => id)
    .toSorted();
  const more = languages.length - ids.length;
  return `Known languages: ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/**
 * The id of the language that is meant by an id, a name or a file extension, in upper or lower case.
 * @param field the parameter with this value, for the error
 */
export function languageId(wanted: string, languages: readonly KnownLanguage[], field = 'filters.language'): string {
  const word = wanted.trim().toLowerCase();
  const extension = word.startsWith('.') ? word : `.${word}`;
  const found =
    languages.find((language) => language.id.toLowerCase() === word) ??
    languages.find((language) => language.name.toLowerCase() === word) ??
    languages.find((language) => language.extensions.some((one) => one.toLowerCase() === extension));
  if (found !== undefined) return found.id;
  const names = new Map(
    languages.flatMap(({ id, name }) => [[id.toLowerCase(), id] as const, [name.toLowerCase(), id] as const]),
  );
  const near = nearest(word, names.keys());
  throw new AppError('ValidationError', `Unknown language: ${wanted.slice(0, 100)}`, {
    hint: near === null ? languagesHint(languages) : `Did you mean ${names.get(near) ?? near}?`,
    details: { field, expected: 'a known language', received: wanted.slice(0, 100) },
  });
}

function badFileType(received: string, say: Wording): AppError {
  return new AppError('ValidationError', `${JSON.stringify(received.slice(0, 100))} is not a file extension`, {
    hint: `Give an extension such as .ts or ts; for a pattern use ${say.option('filters.path')}.`,
    details: { field: 'filters.fileType', expected: 'a file extension such as .ts', received: received.slice(0, 100) },
  });
}

/** The file type with its dot, in lower case. */
export function fileExtension(wanted: string, say: Wording): string {
  const bare = wanted
    .trim()
    .replace(/^\*?\./, '')
    .toLowerCase();
  if (bare === '' || /[\s/\\*?[\]{}]/.test(bare)) throw badFileType(wanted, say);
  return `.${bare}`;
}

/** Why a glob cannot match any path; null if it can. */
function globFault(glob: string): string | null {
  if (glob.trim() === '') return 'it is empty';
  if (glob.includes('\0')) return 'it contains a NUL character';
  if (glob.startsWith('/') || /^[A-Za-z]:[\\/]/.test(glob)) return 'it is absolute';
  if (glob.split('/').includes('..')) return 'it leads out of the project';
  const open: string[] = [];
  const closing: Record<string, string> = { '[': ']', '{': '}', '(': ')' };
  for (let i = 0; i < glob.length; i++) {
    const character = glob.charAt(i);
    if (character === '\\') {
      i++;
      continue;
    }
    const inClass = open.at(-1) === '[';
    const isFirstInClass = inClass && /\[[!^]?$/.test(glob.slice(0, i));
    if (inClass && (character !== ']' || isFirstInClass)) continue;
    if (character === '[' || character === '{' || character === '(') open.push(character);
    else if (character === closing[open.at(-1) ?? '']) open.pop();
    else if (character === '}') return `its ${character} closes nothing`;
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? null : `its ${unclosed} is never closed`;
}

export function pathGlob(wanted: string): string {
  const fault = globFault(wanted);
  if (fault === null) return wanted;
  throw new AppError(
    'ValidationError',
    `The path pattern ${JSON.stringify(wanted.slice(0, 100))} cannot match: ${fault}`,
    {
      hint: 'Give a glob relative to the project root, such as src/**/*.ts, or a folder such as src/api.',
      details: {
        field: 'filters.path',
        expected: 'a glob relative to the project root',
        received: wanted.slice(0, 100),
      },
    },
  );
}

export function normaliseFilters(
  filters: TagFilters,
  languages: () => readonly KnownLanguage[],
  say: Wording,
): TagFilters {
  return {
    ...filters,
    ...(filters.language === undefined ? {} : { language: languageId(filters.language, languages()) }),
    ...(filters.fileType === undefined ? {} : { fileType: fileExtension(filters.fileType, say) }),
    ...(filters.path === undefined ? {} : { path: pathGlob(filters.path) }),
  };
}
