/**
 * Texts by their numbers in a table that many lists share: most files of a project have most of their terms in common, and a number is compared,
 * looked up and sent from thread to thread at a fraction of what a string costs.
 * Invariant: a table only grows, and has each text once; who forgets its texts begins another.
 */
export interface NumberedTexts {
  readonly length: number;
  readonly table: readonly string[];
  readonly numbers: Int32Array<ArrayBuffer>;
}

export type TextList = readonly string[] | NumberedTexts;

export function numberedTexts(table: readonly string[], numbers: Int32Array<ArrayBuffer>): NumberedTexts {
  return { length: numbers.length, table, numbers };
}

export function isNumbered(list: TextList): list is NumberedTexts {
  return 'numbers' in list;
}

export function textsOf(list: TextList): readonly string[] {
  return isNumbered(list) ? Array.from(list.numbers, (number) => list.table[number]!) : list;
}
