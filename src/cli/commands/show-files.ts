/** `code-scout ls` and `code-scout read`: the tools `list_directory` and `read_file`. The index is neither needed nor created. */
import type { Engine } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import { checkArguments } from '../../tools/arguments.ts';
import { largestMaxChars } from '../../tools/budget.ts';
import { tool as listDirectory } from '../../tools/list-directory/tool.ts';
import { tool as readFile } from '../../tools/read-file/tool.ts';
import type { ToolAnswer } from '../../tools/tool.ts';
import { commandWording } from '../command-wording.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { pathFrom } from '../path-argument.ts';
import { printAnswer } from '../answers/print-answer.ts';
import { printableJson, printableLines } from '../terminal/printable.ts';
import { printTogether, withAsked, withTogether } from '../projects/together.ts';
import type { ProjectRequest } from '../asked-root.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface FolderOptions {
  offset?: string;
  maxChars?: string;
}

export interface TextOptions {
  lines?: string;
  startColumn?: string;
  maxChars?: string;
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function lineRange(range: string | undefined): { start_line?: number; end_line?: number } {
  if (range === undefined) return {};
  const [, from, dash, to] = /^([0-9]+)(?:(-)([0-9]+)?)?$/.exec(range) ?? [];
  if (from === undefined) {
    throw new AppError('ValidationError', `--lines must be a range of lines, not ${JSON.stringify(range)}`, {
      hint: 'Give it as in 10-20, 10- or 10.',
      details: { field: 'lines', expected: 'a range of lines', received: range },
    });
  }
  const start = { start_line: Number(from) };
  if (dash === undefined) return { ...start, end_line: Number(from) };
  return to === undefined ? start : { ...start, end_line: Number(to) };
}

export async function showFolder(request: ProjectRequest, path: string, options: FolderOptions): Promise<ExitCode> {
  const { terminal } = request;
  const args = {
    path: pathFrom(request, path),
    ...(options.offset === undefined ? {} : { offset: numberOf(options.offset) }),
    max_chars: numberOf(options.maxChars) ?? largestMaxChars,
  };
  const say = commandWording(listDirectory.name);
  const checked = checkArguments(listDirectory.input, args, say);
  return withAsked(request, { refresh: false }, async ({ engine, base, loaded, together }) => {
    const answer = await listDirectory.run(engine, checked, { signal: terminal.cancellation(), progress: null, say });
    if (request.options.json === true) terminal.out(printableJson(withTogether(answer.structured ?? {}, together)));
    else {
      await printAnswer(terminal, answer.texts.join('\n'), { root: base, settings: loaded.config.terminal });
      printTogether(request, together);
    }
    return answer.log?.results === 0 ? exitCode.nothing : exitCode.ok;
  });
}

export async function showFile(request: ProjectRequest, path: string, options: TextOptions): Promise<ExitCode> {
  const { terminal } = request;
  const isWhole = options.maxChars === undefined && request.options.json !== true;
  const args = {
    file_path: pathFrom(request, path),
    ...lineRange(options.lines),
    ...(options.startColumn === undefined ? {} : { start_column: numberOf(options.startColumn) }),
    max_chars: numberOf(options.maxChars) ?? largestMaxChars,
  };
  checkArguments(readFile.input, args, commandWording(readFile.name));
  return withAsked(request, { refresh: false }, async ({ engine }) => {
    const signal = terminal.cancellation();
    const readPart = (parts: object): Promise<ToolAnswer> => readPage(engine, { ...args, ...parts }, signal);
    let answer = await readPart({});
    if (request.options.json === true) {
      terminal.out(printableJson(answer.structured));
      return exitCode.ok;
    }
    printNotes(terminal, answer, isWhole);
    let unfinishedLine = printText(terminal, answer, '');
    for (let next = nextPageStart(answer); isWhole && next !== null; next = nextPageStart(answer)) {
      answer = await readPart(next);
      unfinishedLine = printText(terminal, answer, unfinishedLine);
    }
    if (unfinishedLine !== '') terminal.out(unfinishedLine);
    return exitCode.ok;
  });
}

function readPage(engine: Engine, args: object, signal: AbortSignal): Promise<ToolAnswer> {
  const say = commandWording(readFile.name);
  return readFile.run(engine, checkArguments(readFile.input, args, say), { signal, progress: null, say });
}

function nextPageStart({ structured = {} }: ToolAnswer): object | null {
  const { next_start_line: line, next_start_column: column = 1 } = structured;
  return line === undefined ? null : { start_line: line, start_column: column };
}

/**
 * Prints on standard error the properties that are worth a line (link, encoding, line ends) and the notes, without the note that the file goes
 * on if all of it is printed. A binary file has no text to print, so its properties go to standard output.
 */
function printNotes(terminal: Terminal, { texts, structured = {} }: ToolAnswer, isWhole: boolean): void {
  const [head = ''] = texts;
  if (structured['kind'] !== 'text') {
    terminal.out(printableLines(head.trimEnd()));
    return;
  }
  for (const line of head.trimEnd().split('\n')) {
    const isNote = /^(?:Link|Encoding|Line ends|note): /.test(line);
    if (isNote && !(isWhole && line.includes('goes on there'))) terminal.err(printableLines(line));
  }
}

/** Prints the complete lines of a page; returns the rest: the start of a line that the next page continues. @param lineStart the rest of the previous page */
function printText(terminal: Terminal, { texts }: ToolAnswer, lineStart: string): string {
  const text = lineStart + (texts[1] ?? '');
  const end = text.lastIndexOf('\n');
  const lines = end === -1 ? null : text.slice(0, end);
  // A pipe or a file gets the exact text. For a terminal, control characters are escaped, so that it does not interpret them.
  const isTerminal = terminal.width !== null;
  if (lines !== null)
    terminal.out(isTerminal ? printableLines(lines.replaceAll('\r\n', '\n').replace(/\r$/, '')) : lines);
  const rest = text.slice(end + 1);
  return isTerminal ? printableLines(rest) : rest;
}
