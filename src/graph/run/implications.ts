/**
 * Implicit implementations (`implicit-links.ts`) in one run: which of them have to be computed again, and which files get others then.
 * Invariant: nothing is computed where the changes cannot affect it.
 */
import { dialectNamed, dialects } from '../languages/registry.ts';
import type { FileStates } from '../incremental/file-states.ts';
import { implicitLines } from '../links/implicit-links.ts';
import type { Implied, Target } from '../program/targets.ts';
import { methodsHash } from '../incremental/interface-hash.ts';
import type { PreviousInterfaces } from '../incremental/previous-interfaces.ts';
import type { LinkedProject } from '../incremental/linked-project.ts';
import { implicitImplementations } from '../links/method-sets.ts';
import type { Program } from '../program/program.ts';
import type { Inference } from '../questions/questions.ts';

/** The run, which provides the program and limits the memory. */
interface Run {
  readonly project: LinkedProject;
  readonly states: FileStates;
  program(): Program;
  inference(): Inference;
  /** The keys of a file's definitions. */
  keys(place: number): readonly number[];
  keyOf(target: Target): number | null;
  guarded<T>(place: number, work: () => T, otherwise: () => T): T;
  /** Keeps memory within its limit; no question may be in progress. */
  bound(): void;
}

/** Which kinds of implementations a change affects. */
interface Affected {
  /** Which Go types implement which interfaces. */
  methods: boolean;
  /** Which JavaScript definitions implement the declarations beside them. */
  declarations: boolean;
}

function implementsImplicitly({ language }: { language: string }): boolean {
  return dialectNamed(language).implementsImplicitly;
}

/** The languages' rules for pairs of files: declarations and their sources, or variants. */
const filePairs = [...new Set(dialects.flatMap(({ filePairs: rules }) => rules ?? []))];

/** Whether a file may have declarations beside it (`x.d.ts` of `x.js`), or be one of several for different platforms. */
function hasVariants({ language }: { language: string }): boolean {
  return dialectNamed(language).filePairs !== undefined;
}

export class Implications {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  /** @param moved files whose modules or names mean something else now */
  affected(moved: readonly number[], before: PreviousInterfaces): Affected {
    const { files, changed, removed } = this.#run.project;
    const declarations =
      [...changed, ...moved].some((place) => hasVariants(files[place]!)) || removed.some(hasVariants);
    return { methods: this.#hasOtherMethods(moved, before), declarations };
  }

  #hasOtherMethods(moved: readonly number[], before: PreviousInterfaces): boolean {
    const { project, states, bound } = this.#run;
    const { files, changed, removed } = project;
    let isOther =
      moved.some((place) => implementsImplicitly(files[place]!)) || removed.some((row) => before.methods(row) !== '');
    for (const place of changed) {
      const { fileId, row } = files[place]!;
      if (row !== null && before.of(row).content === fileId) continue;
      this.#nameMethods(place);
      bound();
      isOther ||= states.methods(place) !== (row === null ? '' : before.methods(row));
    }
    return isOther;
  }

  #nameMethods(place: number): void {
    const { project, states, guarded, program, keys } = this.#run;
    const { fileId } = project.files[place]!;
    const named = (): string =>
      implementsImplicitly(project.files[place]!) && states.hasSummary(place)
        ? methodsHash(program().at(place), () => keys(place))
        : '';
    states.setMethods(
      place,
      guarded(place, named, () => `failed ${fileId}`),
    );
  }

  /** Computes the affected implementations again; returns the files for which they changed. */
  again({ methods, declarations }: Affected): number[] {
    return [...(methods ? this.#implementAgain() : []), ...(declarations ? this.#declareAgain() : [])];
  }

  #implementAgain(): number[] {
    const { project, program } = this.#run;
    const places = project.files.flatMap((file, place) => (implementsImplicitly(file) ? [place] : []));
    if (places.length === 0) return [];
    return this.#implyAgain(places, () => implicitImplementations(program()).flatMap(({ methods }) => methods));
  }

  #declareAgain(): number[] {
    const { project, states, inference } = this.#run;
    const pairs = filePairs.map((rules) => ({ rules, found: rules.pairsOf(project.files) }));
    const before = project.files.flatMap((file, place) =>
      hasVariants(file) && states.implicit(place) !== '' ? [place] : [],
    );
    if (before.length === 0 && pairs.every(({ found }) => found.length === 0)) return [];
    return this.#implyAgain(before, () => pairs.flatMap(({ rules, found }) => rules.implied(inference(), found)));
  }

  /** @param before places of files that may have had lines */
  #implyAgain(before: readonly number[], implied: () => Implied[]): number[] {
    const { states, keyOf, guarded, bound } = this.#run;
    const lines = guarded(
      before[0] ?? 0,
      () => implicitLines(implied(), keyOf),
      () => new Map<number, string>(),
    );
    const moved = states.setImplicit(new Set([...before, ...lines.keys()]), lines);
    bound();
    return moved;
  }
}
