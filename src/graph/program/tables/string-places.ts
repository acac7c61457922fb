/** Finds the index of a string of a summary by its text. */

/** This many look-ups search the list of strings. The next one makes a table of all strings, which would not pay for the few texts of most files. */
const linearLookUps = 8;

export class StringPlaces {
  readonly #strings: readonly string[];
  #lookUps = 0;
  #places: Map<string, number> | null = null;

  /** @param strings without duplicates */
  constructor(strings: readonly string[]) {
    this.#strings = strings;
  }

  /** The index of the string with a text; -1 for none. */
  of(text: string): number {
    if (this.#places !== null) return this.#places.get(text) ?? -1;
    if (this.#lookUps++ < linearLookUps) return this.#strings.indexOf(text);
    this.#places = new Map();
    for (let place = 0; place < this.#strings.length; place++) this.#places.set(this.#strings[place]!, place);
    return this.#places.get(text) ?? -1;
  }
}
