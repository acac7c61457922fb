/** The places of a file's strings, by their text. */

/** Texts that are searched one by one before a table of all is made: most files are asked for few. */
const fewTexts = 8;

export class StringPlaces {
  readonly #strings: readonly string[];
  #asked = 0;
  #places: Map<string, number> | null = null;

  /** @param strings without duplicates */
  constructor(strings: readonly string[]) {
    this.#strings = strings;
  }

  /** -1 where there is no such string. */
  of(text: string): number {
    if (this.#places !== null) return this.#places.get(text) ?? -1;
    if (this.#asked++ < fewTexts) return this.#strings.indexOf(text);
    this.#places = new Map();
    for (let place = 0; place < this.#strings.length; place++) this.#places.set(this.#strings[place]!, place);
    return this.#places.get(text) ?? -1;
  }
}
