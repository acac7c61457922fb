/** Options of the commands that list places in files. */
import { AppError } from '../model/error.ts';
import type { Engine } from '../engine/types.ts';
import type { ProjectRequest } from './asked-root.ts';
import type { PlaceForm } from './layouts/place-lines.ts';
import { pathsFromHere } from './layouts/places.ts';
import { SourceLines } from './layouts/source-lines.ts';

export interface PlaceOptions {
  vimgrep?: boolean;
  context?: string;
}

/** Options of commands whose lists can be shown without code. */
export interface ListOptions extends PlaceOptions {
  names?: boolean;
  files?: boolean;
}

/** Whether the list is shown without code, as the tool gives it. */
export function isWithoutCode({ names, files }: ListOptions): boolean {
  return names === true || files === true;
}

/** The flags and the meaning, as `Command.option` takes them. */
export const vimgrepOption = [
  '--vimgrep',
  'one line for each place, for editors and pickers: path:line:column:text, with paths from the current folder',
] as const;
export const namesOption = ['--names', 'without code: the functions by file, with lines'] as const;
export const filesOption = ['--files', 'without code: how many in each file, tests apart'] as const;
export const contextOption = ['--context <number>', 'lines of code before and after each place (default: 0)'] as const;

const mostContext = 100;

export function contextOf({ context }: PlaceOptions): number {
  const value = context === undefined ? 0 : Number(context);
  if (Number.isSafeInteger(value) && value >= 0 && value <= mostContext) return value;
  throw new AppError('ValidationError', `--context must be a whole number from 0 to ${mostContext}`, {
    details: { field: 'context', expected: `a whole number from 0 to ${mostContext}`, received: context },
  });
}

/** @param paths files whose lines are printed */
export async function placeForm(
  request: ProjectRequest,
  engine: Engine,
  paths: Iterable<string>,
  options: PlaceOptions,
): Promise<PlaceForm> {
  return {
    shownPath: pathsFromHere(request, engine.root),
    lines: await SourceLines.read(engine, paths),
    context: contextOf(options),
    width: request.terminal.width ?? Infinity,
  };
}
