/**
 * The folder of an organisation's server: what it has, and what later starts have to know (`organisation.json`).
 * Invariant: a folder with anything of others in it is refused before something is written.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { AppError } from '../../model/error.ts';
import { replaceFileSync } from '../../util/paths/replace-file.ts';

/** Of the file's form; a newer program may write another. */
const form = 1;
const noteName = 'organisation.json';

interface Note {
  form: number;
  /** A URL without its password, or a path: relative to the folder where it is inside. */
  catalogue: string;
  pages: string;
  /** Who got the first token; null until then. */
  person: string | null;
}

export interface Places {
  catalogue: string;
  pages: string;
}

export class OrganisationFolder {
  readonly path: string;
  readonly isNew: boolean;
  readonly places: Places;
  #note: Note;

  private constructor(path: string, isNew: boolean, note: Note) {
    [this.path, this.isNew, this.#note] = [path, isNew, note];
    this.places = { catalogue: this.#inside(note.catalogue), pages: this.#inside(note.pages) };
  }

  /**
   * Writes nothing yet. Throws a `ConfigurationError` where the folder is not of an organisation, or of one with other places.
   * @param asked what was named now; null: as at the first start
   */
  static at(path: string, asked: { catalogue: string | null; pages: string | null }): OrganisationFolder {
    const known = readNote(path);
    const written = (place: string): string => {
      const inside = isAbsolute(place) ? relative(path, place) : '..';
      return inside.startsWith('..') || isAbsolute(inside) ? withoutPassword(place) : inside;
    };
    const note: Note = known ?? { form, catalogue: written(asked.catalogue ?? join(path, 'catalogue.db')), pages: written(asked.pages ?? join(path, 'pages')), person: null }; // prettier-ignore
    for (const [what, given, has] of [
      ['catalogue', asked.catalogue, note.catalogue],
      ['page store', asked.pages, note.pages],
    ] as const)
      // prettier-ignore
      if (given !== null && written(given) !== has)
        throw new AppError('ConfigurationError', `${path} is of an organisation with another ${what}: ${has}`, {
          hint: `Leave ${withoutPassword(given)} out (option, variable and settings), or name another --folder.`,
        });
    return new OrganisationFolder(path, known === null, note);
  }

  get person(): string | null {
    return this.#note.person;
  }

  set person(name: string) {
    this.#write({ ...this.#note, person: name });
  }

  in(...names: string[]): string {
    return join(this.path, ...names);
  }

  /** Makes the folder, for its user alone. */
  make(): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    if (this.isNew) this.#write(this.#note);
  }

  /** Takes back what `make` did, where nothing could be done with it: the next start may name other places. */
  unmake(): void {
    if (this.isNew) rmSync(this.in(noteName), { force: true });
  }

  #inside(place: string): string {
    return /^[a-z0-9]{2,}:\/\//i.test(place) || isAbsolute(place) ? place : join(this.path, place);
  }

  #write(note: Note): void {
    this.#note = note;
    const [file, next] = [this.in(noteName), this.in(`${noteName}.new`)];
    writeFileSync(next, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
    replaceFileSync(next, file);
  }
}

/** Null for a folder that does not exist or is empty. Throws a `ConfigurationError`. */
function readNote(path: string): Note | null {
  const fail = (message: string, hint: string, cause?: unknown): AppError =>
    new AppError('ConfigurationError', message, { hint, ...(cause === undefined ? {} : { cause }) });
  let names: string[];
  try {
    names = readdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fail(`${path} cannot be used as a folder`, 'Name another one with --folder.', error);
  }
  if (names.length === 0) return null;
  if (!names.includes(noteName))
    throw fail(`${path} is not empty, and was not made by \`code-scout organisation\``, 'Name a new folder with --folder.'); // prettier-ignore
  const note = parsed(readFileSync(join(path, noteName), 'utf8'));
  if (note === null) throw fail(`${join(path, noteName)} is damaged`, 'Restore it from a backup, or name a new folder with --folder.'); // prettier-ignore
  if (note.form > form) throw fail(`${path} is of a newer Code Scout`, 'Start it with that version.');
  return note;
}

function parsed(text: string): Note | null {
  try {
    const { form: number, catalogue, pages, person } = JSON.parse(text) as Note;
    const isNote = Number.isInteger(number) && typeof catalogue === 'string' && typeof pages === 'string';
    return isNote ? { form: number, catalogue, pages, person: typeof person === 'string' ? person : null } : null;
  } catch {
    return null;
  }
}

/** Splits the password off a URL of PostgreSQL; others stay as they are. */
export function splitPassword(location: string): { location: string; password: string | null } {
  // One with an unfinished escape is refused where it is opened.
  const isUrl = /^postgres(?:ql)?:\/\//i.test(location) && !/%(?![0-9a-f]{2})/i.test(location);
  const url = isUrl ? URL.parse(location) : null;
  const password = url === null ? '' : decodeURIComponent(url.password) || (url.searchParams.get('password') ?? '');
  if (url === null || password === '') return { location, password: null };
  url.password = '';
  url.searchParams.delete('password');
  return { location: url.href, password };
}

function withoutPassword(location: string): string {
  return splitPassword(location).location;
}
