/** Answers as places alone, one a line, for editors and pickers: `--vimgrep` of commands that list symbols, links or imports. */
import type { Engine } from '../../engine/types.ts';
import { placeForm } from '../place-options.ts';
import type { ProjectRequest } from '../asked-root.ts';
import type { Layout } from '../tool-run.ts';
import { vimgrepLayout, type Spot } from './place-lines.ts';

/** @param spots a column of 0 is where the name begins on the line @param text the whole answer, for its notes */
export async function placeList(
  request: ProjectRequest,
  engine: Engine,
  spots: readonly Spot[],
  text: string,
): Promise<Layout> {
  const form = await placeForm(
    request,
    engine,
    spots.map(({ path }) => path),
    {},
  );
  const found = spots.map((spot) =>
    spot.column > 0
      ? spot
      : { ...spot, column: Math.max(1, form.lines.line(spot.path, spot.line).indexOf(spot.name ?? '') + 1) },
  );
  return vimgrepLayout(found, text, form);
}
