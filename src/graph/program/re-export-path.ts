/** The maximum length of a re-export path. Each step is a nested call. */
const maxDepth = 100;

/** A path with more names than this uses a map; a shorter one is searched in a list, which is cheaper. */
const maxListed = 16;

/** The re-export path of one look-up: the names of files that were entered. A name is entered once, which stops cycles. */
export class ReExportPath {
  readonly #files: number[] = [];
  readonly #names: string[] = [];
  /** The files by name; null while there are few names. */
  #filesByName: Map<string, Set<number>> | null = null;
  #depth = 0;

  /** Whether a name of a file was entered. @param file the file's index */
  #has(file: number, name: string): boolean {
    if (this.#filesByName !== null) return this.#filesByName.get(name)?.has(file) === true;
    const files = this.#files;
    for (let at = 0; at < files.length; at++) if (files[at] === file && this.#names[at] === name) return true;
    return false;
  }

  /** Adds a name of a file that was not entered yet. */
  #add(file: number, name: string): void {
    this.#files.push(file);
    this.#names.push(name);
    if (this.#filesByName !== null) this.#addByName(this.#filesByName, file, name);
    else if (this.#files.length > maxListed) this.#filesByName = this.#byName();
  }

  #byName(): Map<string, Set<number>> {
    const files = new Map<string, Set<number>>();
    for (let at = 0; at < this.#files.length; at++) this.#addByName(files, this.#files[at]!, this.#names[at]!);
    return files;
  }

  #addByName(files: Map<string, Set<number>>, file: number, name: string): void {
    const ofName = files.get(name);
    if (ofName === undefined) files.set(name, new Set([file]));
    else ofName.add(file);
  }

  /** Enters a name of a file; `leave` ends it. False where the name was entered before, even if left, or where the path is too deep. */
  enter(file: number, name: string): boolean {
    if (this.#depth >= maxDepth || this.#has(file, name)) return false;
    this.#add(file, name);
    this.#depth++;
    return true;
  }

  leave(): void {
    this.#depth--;
  }
}
