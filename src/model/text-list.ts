/**
 * Texts as indexes into a table that many lists share. Most files of a project have most of their terms in common, and a number is
 * compared, looked up and sent between threads at a fraction of the cost of a string.
 * Invariant: a table only grows, and has each text once. To drop texts, begin another table.
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
