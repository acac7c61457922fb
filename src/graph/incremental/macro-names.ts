/**
 * Macros that name what changed. A file that calls a macro looks up what the macro's text names, and need not mention it itself: so the macro's own name
 * counts as changed.
 */
import { mayContain, mentionedIn } from '../../store/packed/packed-summary.ts';
import { dialectNamed } from '../languages/registry.ts';
import { ProgramFile } from '../program/program-file.ts';
import type { SummaryLoader } from '../program/summary-loader.ts';
import type { LinkedProject } from './linked-project.ts';

/** The macros that name one of the names, directly or through other macros, without the names themselves. */
export function macrosThatName(
  { project, loader }: { project: LinkedProject; loader: SummaryLoader },
  changed: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = new Set(changed);
  if (names.size === 0) return names;
  // Repeated until no macro is added, because macros name macros.
  for (let size = 0; size !== names.size;) {
    size = names.size;
    for (const [place, { language, row }] of project.files.entries()) {
      const { macros } = dialectNamed(language);
      if (macros === undefined || row === null || !macros.mayBeAmong(row.header.globals)) continue;
      const bytes = loader.packed(place);
      if (
        bytes === null ||
        !mayContain(
          bytes,
          Array.from(names, (name) => macros.mark + name),
        )
      )
        continue;
      for (const [macro, named] of macrosAt({ project, loader }, place))
        if (named === null ? mentionedIn(bytes, names).size > 0 : named.some((name) => names.has(name)))
          names.add(macro);
    }
  }
  return names.difference(changed);
}

/** The macros of a file with the names that their texts look up; null for all that the file mentions. */
function macrosAt(
  { project, loader }: { project: LinkedProject; loader: SummaryLoader },
  place: number,
): Map<string, readonly string[] | null> {
  const { path, language } = project.files[place]!;
  const rules = dialectNamed(language);
  // A separate `ProgramFile`, so that the program does not keep the summary: it is needed once.
  const source = {
    ...{ path, rules, load: () => loader.load(place) },
    ...{ resolve: () => new Int32Array(0), loaded: () => {} },
  };
  const found = new Map<string, readonly string[] | null>();
  try {
    const file = new ProgramFile(place, source);
    for (let entity = 0; entity < file.entityCount; entity++) {
      const named = rules.macros!.namesIn(file, entity);
      if (named !== undefined) found.set(file.name(entity), merged(found.get(file.name(entity)), named));
    }
  } catch {
    // A summary that cannot be read: the file is linked by name alone.
  }
  return found;
}

/** A file may define a macro several times, for different builds. */
function merged(one: readonly string[] | null | undefined, other: readonly string[] | null): readonly string[] | null {
  if (one === undefined) return other;
  return one === null || other === null ? null : [...one, ...other];
}
