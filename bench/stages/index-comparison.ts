/** Compares the lines of two indexes (index-lines.ts), table by table. */
import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export interface TableCounts {
  equal: number;
  different: number;
  onlyHere: number;
  onlyThere: number;
}

export interface Difference {
  table: string;
  key: string;
  /** JSON; null where there is no such row. */
  here: string | null;
  there: string | null;
}

export interface IndexComparison {
  tables: Map<string, TableCounts>;
  /** The first differences of each table. */
  differences: Difference[];
}

interface Row {
  table: string;
  key: string;
  /** JSON. */
  value: string;
}

async function* rowsOf(file: string): AsyncGenerator<Row> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const [table, key, value] = JSON.parse(line) as [string, string, unknown];
    yield { table, key, value: JSON.stringify(value) };
  }
}

/** The table of the files from whose content a file's links were made: by path a list of paths. */
export const readsTable = 'reads';

/** What a file depends on, directly or through others. It knows the reads of one index. */
class Dependencies {
  readonly #reads = new Map<string, readonly string[]>();

  add({ key, value }: Row): void {
    this.#reads.set(key, JSON.parse(value) as string[]);
  }

  /** Whether a file depends on all that another index says it reads. */
  include({ key, value }: Row): boolean {
    const found = new Set<string>();
    const queue = [key];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      for (const read of this.#reads.get(path) ?? []) {
        if (found.has(read)) continue;
        found.add(read);
        queue.push(read);
      }
    }
    return (JSON.parse(value) as string[]).every((read) => found.has(read));
  }
}

const nameOf = ({ table, key }: Pick<Row, 'table' | 'key'>): string => `${table}\n${key}`;

export interface ComparisonOptions {
  /** The number of differences that are shown of each table. */
  most: number;
  /**
   * Whether the index here was brought up to date, and the one there made from nothing. Then a file may depend here on more than there, as on what it
   * read in an earlier content, and through other files: an edit relinks the files that depend on it in any way.
   */
  continued?: boolean;
}

/** @param here @param there files of lines; a key occurs once in a table */
export async function compareIndexes(
  here: string,
  there: string,
  { most, continued = false }: ComparisonOptions,
): Promise<IndexComparison> {
  const tables = new Map<string, TableCounts>();
  const countsOf = (table: string): TableCounts => {
    const counts = tables.get(table) ?? { equal: 0, different: 0, onlyHere: 0, onlyThere: 0 };
    tables.set(table, counts);
    return counts;
  };
  const shown = new Map<string, Difference>();
  const show = (row: Row, counts: TableCounts, side: 'here' | 'there'): void => {
    if (counts.different + counts.onlyHere + counts.onlyThere > most) return;
    shown.set(nameOf(row), { table: row.table, key: row.key, here: null, there: null, [side]: row.value });
  };
  // The values of large indexes do not fit into memory, but their hashes do.
  const known = new Map<string, string>();
  const dependencies = new Dependencies();
  for await (const row of rowsOf(here)) {
    countsOf(row.table);
    if (continued && row.table === readsTable) dependencies.add(row);
    if (known.has(nameOf(row))) throw new Error(`${row.table} ${row.key} occurs twice in ${here}`);
    known.set(nameOf(row), hash('sha1', row.value, 'base64'));
  }
  for await (const row of rowsOf(there)) {
    const counts = countsOf(row.table);
    const before = known.get(nameOf(row));
    known.delete(nameOf(row));
    const isEqual = before === hash('sha1', row.value, 'base64');
    const isIncluded = continued && before !== undefined && row.table === readsTable && dependencies.include(row);
    if (isEqual || isIncluded) counts.equal++;
    else {
      counts[before === undefined ? 'onlyThere' : 'different']++;
      show(row, counts, 'there');
    }
  }
  for await (const row of rowsOf(here)) {
    const difference = shown.get(nameOf(row));
    if (difference !== undefined) difference.here = row.value;
    if (!known.has(nameOf(row))) continue;
    countsOf(row.table).onlyHere++;
    show(row, countsOf(row.table), 'here');
  }
  return { tables, differences: [...shown.values()] };
}

export function isSame({ tables }: IndexComparison): boolean {
  return [...tables.values()].every((counts) => counts.different + counts.onlyHere + counts.onlyThere === 0);
}

const longest = 300;

/** The first difference of two texts, with the text around it. */
function parted(here: string | null, there: string | null): [string, string] {
  let at = 0;
  while (here !== null && there !== null && at < here.length && here[at] === there[at]) at++;
  const from = Math.max(0, at - 60);
  const around = (text: string | null): string =>
    text === null
      ? 'nothing'
      : `${from > 0 ? '…' : ''}${text.slice(from, from + longest)}${text.length > from + longest ? '…' : ''}`;
  return [around(here), around(there)];
}

export function comparisonReport({ tables, differences }: IndexComparison): string[] {
  const rows = [...tables].map(
    ([table, { equal, different, onlyHere, onlyThere }]) =>
      `| ${[table, equal, different, onlyHere, onlyThere].join(' | ')} |`,
  );
  const found = differences.flatMap(({ table, key, here, there }) => {
    const [ours, theirs] = parted(here, there);
    return [`${table} ${key}`, `  here:  ${ours}`, `  there: ${theirs}`];
  });
  return ['| table | equal | different | only here | only there |', '|---|---|---|---|---|', ...rows, '', ...found];
}
