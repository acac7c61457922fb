/** `console` blocks of a page: commands after `$ `, and what they print. */

export interface ExampleBlock {
  /** As it is in the page, with the comment before it. */
  whole: string;
  /** First and last line of the output that is shown, from 1. */
  from: number;
  to: number;
  commands: string[];
}

export function exampleBlocks(page: string): ExampleBlock[] {
  const pattern = /(?:<!-- lines (?<from>\d+)-(?<to>\d+) -->\n)?```console\n(?<body>[\s\S]*?)\n```/g;
  return Array.from(page.matchAll(pattern), ({ 0: whole, groups }) => ({
    ...{ whole, from: Number(groups!['from'] ?? 1), to: Number(groups!['to'] ?? Infinity) },
    commands: groups!['body']!.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : [])),
  }));
}

/**
 * The block with other output; `…` where lines are left out.
 * @param outputs lines of each command
 */
export function blockWith({ from, to, commands }: ExampleBlock, outputs: readonly (readonly string[])[]): string {
  const parts = commands.flatMap((command, index) => {
    const lines = outputs[index]!;
    const shown = lines.slice(from - 1, to);
    return [
      `$ ${command}`,
      ...(from > 1 && shown.length > 0 ? ['…'] : []),
      ...shown.filter((line, row) => line !== '' || row > 0),
      ...(to < lines.length ? ['…'] : []),
    ];
  });
  const rangeComment = from > 1 || to !== Infinity ? `<!-- lines ${from}-${to} -->\n` : '';
  return `${rangeComment}\`\`\`console\n${parts.join('\n').trimEnd()}\n\`\`\``;
}

/** Durations and rates, which vary from run to run. */
const measured = /\b[\d.,]+ (?:ms|s|[KM]B\/s)(?!\w)/g;

/** Whether two blocks differ at most in durations and rates. */
export function isSameBlock(one: string, other: string): boolean {
  return one.replaceAll(measured, '') === other.replaceAll(measured, '');
}
