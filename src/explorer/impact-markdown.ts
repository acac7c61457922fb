/** An impact as Markdown, to be put into a pull request or an issue. Invariant: names and paths of the project stand as code, never as markup. */
import type { ImpactAnswer, ImpactColumn } from './contract.ts';

const changeWords: Readonly<Record<string, string>> = {
  added: 'added',
  body: 'changed',
  signature: 'signature changed',
  renamed: 'renamed',
  moved: 'moved',
  removed: 'removed',
};

/** Text as code: as many backticks around it as it needs. */
export function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

function titleOf({ of }: ImpactAnswer): string {
  if (of.kind === 'symbol') return `Impact of ${code(of.symbol.qualified)}`;
  if (of.kind !== 'changes') return 'Impact';
  const { kind, from, to } = of.compared;
  if (kind === 'workingTree') return `Impact of the working tree against ${code(from ?? 'nothing')}`;
  return kind === 'commit' ? `Impact of commit ${code(to ?? '')}` : `Impact of ${code(`${from ?? ''}..${to ?? ''}`)}`;
}

function changedLines({ of }: ImpactAnswer): string[] {
  if (of.kind !== 'changes' || of.files.total === 0) return [];
  return [
    '',
    `## Changed: ${of.definitions} definitions in ${of.files.total} files`,
    '',
    ...of.files.shown.map(({ path, definitions, unread }) => {
      const names = definitions.shown.map(({ qualified, change }) => `${code(qualified)} ${changeWords[change] ?? ''}`);
      const more = definitions.total - definitions.shown.length;
      const all = [...names, ...(more > 0 ? [`${more} more`] : []), ...(unread === null ? [] : [unread])];
      return `- ${code(path)}${all.length === 0 ? '' : `: ${all.join(', ')}`}`;
    }),
    ...moreLine(of.files.total - of.files.shown.length, 'files'),
  ];
}

function columnLines({ distance, total, groups, rest }: ImpactColumn): string[] {
  return [
    '',
    `### Distance ${distance}: ${total}`,
    '',
    ...groups.flatMap(({ name, symbols }) => [
      `- ${code(name)}: ${symbols.total}`,
      ...symbols.shown.map(({ qualified, path, through, line }) => {
        const place = `${path}:${line}`;
        return `  - ${code(qualified)} uses ${code(through)} at ${code(place)}`;
      }),
    ]),
    ...(rest.symbols === 0 ? [] : [`- not listed: ${rest.symbols} symbols in ${rest.folders.total} folders`]),
    ...rest.folders.shown.map(({ folder, symbols }) => `  - ${code(folder)}: ${symbols}`),
  ];
}

function moreLine(count: number, what: string): string[] {
  return count > 0 ? [`- ${count} more ${what}`] : [];
}

const cutLines = ['', 'Not all are listed.'];

/** @param most bytes of the longest text that is made; the farthest symbols are left out first */
export function impactMarkdown(answer: ImpactAnswer, most: number): string {
  const head = [
    `# ${titleOf(answer)}`,
    ...changedLines(answer),
    '',
    `## Tests to run: ${answer.tests.total}`,
    '',
    ...answer.tests.shown.map(({ path, reason }) => `- ${code(path)}: ${reason}`),
    ...moreLine(answer.tests.total - answer.tests.shown.length, 'tests'),
    '',
    `## Reached: ${answer.reached} symbols in ${answer.reachedFiles} files`,
  ];
  const tail = [
    ...(answer.unresolved.sites === 0 ? [] : ['', `${answer.unresolved.sites} unresolved places may belong to it.`]),
    ...answer.notes.flatMap((note) => ['', note]),
  ];
  let left = most - Buffer.byteLength([...head, ...cutLines, ...tail, ''].join('\n'));
  const columns: string[] = [];
  for (const line of answer.columns.flatMap(columnLines)) {
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) break;
    columns.push(line);
  }
  const isCut = left < 0 || answer.shown < answer.reached;
  const text = [...head, ...columns, ...(isCut ? cutLines : []), ...tail, ''].join('\n');
  return Buffer.byteLength(text) <= most ? text : withinBytes(text, most);
}

/** The beginning of a text. A letter that would be cut is left out. */
function withinBytes(text: string, most: number): string {
  const bytes = new Uint8Array(most);
  const { read } = new TextEncoder().encodeInto(text, bytes);
  return text.slice(0, read);
}
