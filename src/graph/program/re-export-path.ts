/** How many re-exports may lead to one another: each is a nested call. */
const maxDepth = 100;

/** With more names than this a map is used; searching fewer of them in a list is cheaper. */
const maxListed = 16;

/** The re-export path of one look-up: names of files that were entered on the way to what a name means. */
export class ReExportPath {
  readonly #files: number[] = [];
  readonly #names: string[] = [];
  /** By name, once there are many. */
  #filesByName: Map<string, Set<number>> | null = null;
  #depth = 0;

  /** @param file its index */
  #has(file: number, name: string): boolean {
    if (this.#filesByName !== null) return this.#filesByName.get(name)?.has(file) === true;
    const files = this.#files;
    for (let at = 0; at < files.length; at++) if (files[at] === file && this.#names[at] === name) return true;
    return false;
  }

  /** Adds a name that is not there yet. */
  #add(file: number, name: string): void {
    this.#files.push(file);
    this.#names.push(name);
    if (this.#filesByName !== null) this.#note(this.#filesByName, file, name);
    else if (this.#files.length > maxListed) this.#filesByName = this.#byName();
  }

  #byName(): Map<string, Set<number>> {
    const files = new Map<string, Set<number>>();
    for (let at = 0; at < this.#files.length; at++) this.#note(files, this.#files[at]!, this.#names[at]!);
    return files;
  }

  #note(files: Map<string, Set<number>>, file: number, name: string): void {
    const known = files.get(name);
    if (known === undefined) files.set(name, new Set([file]));
    else known.add(file);
  }

  /** Enters a name of a file, until `leave`; false where it was entered before, or where the path is too deep. */
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
