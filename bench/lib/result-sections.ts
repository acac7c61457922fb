/** docs/results.md as data: its sections, and the tables in them. */

export interface Section {
  /** The name that the section's command gives it. */
  key: string;
  title: string;
  /** The line with command, date, commit and machine. */
  head: string;
  /** As 2026-11-28. */
  date: string;
  commit: string;
  /** Without the line that says its age. */
  body: string;
}

const sectionPattern =
  /<!-- begin (?<key>[\w-]+) -->\n## (?<title>[^\n]+)\n\n(?<head>[^\n]+ on (?<date>\d{4}-\d\d-\d\d), commit (?<commit>[0-9a-f]{7,40})[^\n]*)\n\n(?:Age: [^\n]*\n\n)?(?<body>[\s\S]*?)\n?<!-- end \k<key> -->/g;

export function sectionsOf(text: string): Section[] {
  return Array.from(text.matchAll(sectionPattern), ({ groups }) => {
    const { key = '', title = '', head = '', date = '', commit = '', body = '' } = groups!;
    return { key, title, head, date, commit, body };
  });
}

export function sectionText({ key, title, head, body }: Section, age: string): string {
  return [`<!-- begin ${key} -->`, `## ${title}`, '', head, '', `Age: ${age}`, '', body, `<!-- end ${key} -->`].join(
    '\n',
  );
}

export type Row = Readonly<Record<string, string>>;

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** The rows of all tables of a text, by the names of their columns. Of columns of one name the first counts. */
export function rowsOf(text: string): Row[] {
  const lines = text.split('\n');
  const rows: Row[] = [];
  let columns: string[] = [];
  lines.forEach((line, at) => {
    if (!line.startsWith('|')) columns = [];
    else if (/^\|(?:\s*:?-+:?\s*\|)+$/.test(lines[at + 1] ?? '')) columns = cellsOf(line);
    else if (columns.length > 0 && !/^\|(?:\s*:?-+:?\s*\|)+$/.test(line)) {
      const cells = cellsOf(line);
      const row: Record<string, string> = {};
      columns.forEach((column, place) => (row[column] ??= cells[place] ?? ''));
      rows.push(row);
    }
  });
  return rows;
}
