/** The table of docs/contributing/windows.md: what each suite did when it last ran under each Node. */
import type { Verdict } from './judge.ts';

export interface Seen {
  suite: string;
  /** Major version. */
  node: string;
  verdict: Verdict;
  /** ISO 8601, UTC. */
  date: string;
  commit: string;
}

const head = '| suite | Node | tests | seen |';

function tests({ passed, known, skipped, wrong }: Verdict): string {
  const counts: [count: number, name: string][] = [
    [known, 'known'],
    [skipped, 'skipped'],
    [wrong.length, 'WRONG'],
  ];
  return [`${passed}`, ...counts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`)].join(', ');
}

/**
 * The page with the row of this suite and Node in the place of the one that it had. Rows are in the order of the suites, then of Nodes; those of
 * suites that are no more are left out.
 */
export function withSeen(page: string, seen: Seen, suites: readonly string[]): string {
  const lines = page.split('\n');
  const from = lines.indexOf(head) + 2;
  if (from === 1) throw new Error(`no table that begins with ${head}`);
  const length = lines.slice(from).findIndex((line) => !line.startsWith('|'));
  const keyOf = (row: string): string[] =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, 3);
  const place = (row: string): number => suites.indexOf(keyOf(row)[0]!);
  const at = `${seen.date.slice(0, 16).replace('T', ' ')}, ${seen.commit}`;
  const row = `| ${seen.suite} | ${seen.node} | ${tests(seen.verdict)} | ${at} |`;
  const others = lines
    .slice(from, from + length)
    .filter((other) => place(other) !== -1 && String(keyOf(other)) !== String(keyOf(row)));
  const rows = [...others, row].sort((a, b) => place(a) - place(b) || Number(keyOf(a)[1]) - Number(keyOf(b)[1]));
  lines.splice(from, length, ...rows);
  return lines.join('\n');
}
