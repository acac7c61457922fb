/** `code-scout unused`: symbols that nothing in the project uses, and how many were left off for which reason. */
import type { LeftOffReason, UnusedAnswer } from '../../model/graph.ts';
import type { ProjectRequest } from '../asked-root.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printGraphList } from '../graph-list.ts';
import type { Spot } from '../layouts/place-lines.ts';
import { limitOf } from '../list-limit.ts';
import { printable } from '../terminal/printable.ts';

export interface UnusedOptions {
  vimgrep?: boolean;
  exported?: boolean;
  limit?: string;
}

const defaultLimit = 200;

/** Printed behind a number of symbols: why they are not listed. */
const reasonTexts: Readonly<Record<LeftOffReason, string>> = {
  exported: 'exported (--exported checks these)',
  notExported: 'not exported',
  reexported: 'exported again by another file',
  wholeFile: 'in a file that is used as a whole',
  entryPoint: 'where a program starts',
  test: 'in test code',
  decorated: 'with a decorator, annotation or attribute',
  overrides: 'that override or implement something, or whose class has a base outside of the project',
  implicit: 'that the language may call by itself',
  form: 'that are members of an interface, an object type or an object literal',
  declaredTwice: 'with another declaration, which may be the one that is used',
  nameOnly: 'in languages that are linked by name only',
  unresolved: 'that may be used by unresolved references',
  inText: 'with their name in a string, or in a file that is not code',
  named: 'whose name also stands in code where the graph has no link',
  unchecked: 'whose name was not looked for, because the texts of the project are too long',
};

export async function showUnused(
  request: ProjectRequest,
  path: string | undefined,
  options: UnusedOptions,
): Promise<ExitCode> {
  const limit = limitOf(options.limit, defaultLimit);
  const isPlaces = options.vimgrep === true;
  return printGraphList<UnusedAnswer>(request, {
    path,
    ask: (graph, within) => graph.unused({ ...within, exported: options.exported ?? false, limit }),
    textOf: (answer) => unusedText(answer, path),
    ...(isPlaces ? { placesOf } : {}),
  });
}

function placesOf({ symbols }: UnusedAnswer): Spot[] {
  return symbols.map(({ path, line, name }) => ({ path, line, column: 0, name }));
}

function unusedText(answer: UnusedAnswer, path: string | undefined): string {
  const { total, files, symbols, leftOff, checkedFiles, skippedFiles, state } = answer;
  const counted = total === 0 ? 'none' : `${quantity(total, 'symbol')} in ${quantity(files, 'file')}`;
  const lines = [`unused: ${counted}`];
  let file = '';
  for (const { path: symbolPath, line, kind, qualified } of symbols) {
    if (symbolPath !== file) lines.push('', printable(symbolPath));
    file = symbolPath;
    lines.push(`  ${line}  ${kind} ${printable(qualified)}`);
  }
  if (symbols.length < total)
    lines.push('', `${total - symbols.length} more: --limit shows them, a path narrows the list.`);
  lines.push('');
  if (leftOff.length > 0) {
    lines.push('not listed, although no use of them is known:');
    for (const { reason, count } of leftOff) lines.push(`  ${count} ${reasonTexts[reason]}`);
  }
  const skipped = skippedFiles === 0 ? '' : `; ${skippedFiles} not checked: tests, generated, vendored or example code`;
  lines.push(`checked: ${quantity(checkedFiles, 'file')}${skipped}`);
  if (checkedFiles + skippedFiles === 0 && path !== undefined)
    lines.push(`Nothing is indexed below ${printable(path)}.`);
  for (const note of [state.freshness.note, state.unread]) if (note !== null) lines.push(`note: ${printable(note)}`);
  return lines.join('\n');
}

function quantity(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
