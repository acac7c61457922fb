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

const nameOf = ({ table, key }: Pick<Row, 'table' | 'key'>): string => `${table}\n${key}`;

/**
 * @param here @param there files of lines; a key occurs once in a table
 * @param most number of differences shown per table
 */
export async function compareIndexes(here: string, there: string, most: number): Promise<IndexComparison> {
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
  for await (const row of rowsOf(here)) {
    countsOf(row.table);
    if (known.has(nameOf(row))) throw new Error(`${row.table} ${row.key} occurs twice in ${here}`);
    known.set(nameOf(row), hash('sha1', row.value, 'base64'));
  }
  for await (const row of rowsOf(there)) {
    const counts = countsOf(row.table);
    const before = known.get(nameOf(row));
    known.delete(nameOf(row));
    if (before === hash('sha1', row.value, 'base64')) counts.equal++;
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
