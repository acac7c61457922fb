/** `code-scout cycles`: circles of imports between files, folders or packages. */
import type { CyclesAnswer, CyclesRequest, CycleStep } from '../../model/graph.ts';
import type { ProjectRequest } from '../asked-root.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printGraphList } from '../graph-list.ts';
import type { Spot } from '../layouts/place-lines.ts';
import { limitOf } from '../list-limit.ts';
import { printable } from '../terminal/printable.ts';

export interface CycleOptions {
  folders?: boolean;
  packages?: boolean;
  /** False: `--no-types`. */
  types?: boolean;
  vimgrep?: boolean;
  limit?: string;
}

const defaultLimit = 50;

export async function showCycles(
  request: ProjectRequest,
  path: string | undefined,
  options: CycleOptions,
): Promise<ExitCode> {
  const limit = limitOf(options.limit, defaultLimit);
  return printGraphList(request, {
    path,
    ask: (graph, within) => graph.cycles({ ...within, level: levelOf(options), types: options.types ?? true, limit }),
    textOf: cyclesText,
    ...(options.vimgrep === true ? { placesOf } : {}),
  });
}

/** The imports of the circles. */
function placesOf({ cycles }: CyclesAnswer): Spot[] {
  return cycles.flatMap((steps) => steps.map(({ path, line }) => ({ path, line: Math.max(1, line), column: 1 })));
}

function levelOf({ folders, packages }: CycleOptions): CyclesRequest['level'] {
  if (packages === true) return 'packages';
  return folders === true ? 'folders' : 'files';
}

function cyclesText({
  level,
  groups,
  members,
  total,
  cycles,
  isCut,
  unknownLanguages,
  ofUses,
  state,
}: CyclesAnswer): string {
  const counted =
    total === 0
      ? 'none'
      : `${isCut ? 'at least ' : ''}${total}, in ${groups} ${groups === 1 ? 'group' : 'groups'} of together ${members} ${level}`;
  const lines = [`circles of imports${ofUses.length === 0 ? '' : ' and uses'} between ${level}: ${counted}`];
  for (const circle of cycles) {
    lines.push('', printable([...circle.map(({ from }) => from), circle[0]!.from].join(' -> ')));
    for (const step of circle) lines.push(`  ${printable(stepText(step, level))}`);
  }
  if (cycles.length < total)
    lines.push('', `${total - cycles.length} more: --limit shows them, a path narrows the list.`);
  const notes = [
    total === 0 ? null : 'For each of them the shortest circle is listed, each circle once.',
    isCut ? 'The groups are so large that not all circles were searched for.' : null,
    unknownLanguages.length === 0
      ? null
      : `Which files the imports lead to is not known for: ${unknownLanguages.join(', ')}.`,
    ...ofUses.map((one) => usesNote(one, level)),
    state.freshness.note,
    state.unread,
  ].filter((note) => note !== null);
  if (notes.length > 0) lines.push('', ...notes.map((note) => `note: ${printable(note)}`));
  return lines.join('\n');
}

/** What the circles of a language are made from whose imports lead to no files. */
function usesNote({ language, within }: CyclesAnswer['ofUses'][number], level: CyclesRequest['level']): string {
  const uses = 'uses of types, functions and variables; members do not count';
  if (within === 'project') return `${language}: imports lead to no files, so circles are made from ${uses}.`;
  const rule = `${language}: the compiler allows no circle of packages`;
  return level === 'files' ? `${rule}. Circles of files in one folder are made from ${uses}.` : `${rule}.`;
}

function stepText({ path, line, to, target, isTypeOnly, isUse }: CycleStep, level: CyclesRequest['level']): string {
  const place = line === 0 ? path : `${path}:${line}`;
  const imported = level === 'files' ? to : target;
  return `${place} ${isUse ? 'uses' : 'imports'} ${imported}${isTypeOnly ? ' (types only)' : ''}`;
}
