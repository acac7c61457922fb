/** Names of files that were passed on the way to what a name means. There are few of them: to look through them costs less than a key for each. */
export class Hops {
  readonly #files: number[] = [];
  readonly #names: string[] = [];

  get size(): number {
    return this.#files.length;
  }

  /** @param file its index */
  has(file: number, name: string): boolean {
    const files = this.#files;
    for (let at = 0; at < files.length; at++) if (files[at] === file && this.#names[at] === name) return true;
    return false;
  }

  /** What is not there yet. */
  add(file: number, name: string): void {
    this.#files.push(file);
    this.#names.push(name);
  }

  copy(): Hops {
    const copy = new Hops();
    for (let at = 0; at < this.#files.length; at++) copy.add(this.#files[at]!, this.#names[at]!);
    return copy;
  }
}
