/**
 * What files ask of the global declarations of other files, by name. A name may be declared in hundreds of files (a `struct` that each header only
 * names), and many files ask for it: without this table, each question would unpack the summaries of all of these files.
 * Invariant: each name's table is made once for a program, whatever happens to summaries in memory. It holds no text of a summary.
 */
import { entityFields } from '../../model/file-summary.ts';
import type { ProgramFile } from './program-file.ts';
import { scopePath } from './scope-path.ts';
import type { Target } from './targets.ts';

/** A global declaration, with what can be asked of it without its file's summary. */
export interface GlobalDeclaration extends Target {
  /** One of `entityKinds`. */
  readonly entityKind: number;
  /** The `entityFlags`. */
  readonly flags: number;
  /** `scopePath` of the declaration's scope. */
  readonly within: string;
}

/** Whether a declaration has a flag. @param flag one of `entityFlags` */
export function hasFlag({ flags }: Pick<GlobalDeclaration, 'flags'>, flag: number): boolean {
  return (flags & flag) !== 0;
}

/** What can be asked of a declaration. @param within `scopePath` of its scope */
export function declarationOf(file: ProgramFile, entity: number, within: string): GlobalDeclaration {
  return { file, entity, entityKind: file.kind(entity), flags: file.get(entity, entityFields.flags), within };
}

export class GlobalDeclarations {
  readonly #known = new Map<string, readonly GlobalDeclaration[]>();
  /** The paths of namespaces, each once. */
  readonly #paths = new Map<string, string>();

  /**
   * The declarations of a name, in the order of their files.
   * @param places of the files that declare the name
   * @param ask asks the file at a place something
   */
  of(
    name: string,
    places: () => readonly number[],
    ask: (place: number, question: (file: ProgramFile) => GlobalDeclaration[]) => GlobalDeclaration[],
  ): readonly GlobalDeclaration[] {
    let found = this.#known.get(name);
    if (found === undefined) {
      const declarationsIn = (file: ProgramFile): GlobalDeclaration[] =>
        file.globals(name).map((entity) => declarationOf(file, entity, this.#within(file, entity)));
      found = places().flatMap((place) => ask(place, declarationsIn));
      // A name that no file declares is not kept: there are too many of them.
      if (found.length > 0) this.#known.set(alone(name), found);
    }
    return found;
  }

  #within(file: ProgramFile, entity: number): string {
    const path = scopePath(file, file.get(entity, entityFields.scope));
    const known = this.#paths.get(path);
    if (known !== undefined) return known;
    const kept = alone(path);
    this.#paths.set(kept, kept);
    return kept;
  }
}

/** A copy of a text. A text of a summary is a slice, and would keep all texts of the summary in memory. */
function alone(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
