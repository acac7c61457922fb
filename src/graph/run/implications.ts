/**
 * Implicit implementations (`implicit-links.ts`) in one run of the linker: decides which kinds have to be computed again, computes them, and finds
 * the files whose implementations changed. A kind that no change can affect is not computed.
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

/** The parts of a `LinkRun` that `Implications` needs. */
interface Run {
  readonly project: LinkedProject;
  readonly states: FileStates;
  program(): Program;
  inference(): Inference;
  /** The keys of a file's definitions. */
  keys(place: number): readonly number[];
  keyOf(target: Target): number | null;
  /** The result of `work`. Where `work` throws because of a defect, the file is recorded as failed, and the result is that of `fallback`. */
  guarded<T>(place: number, work: () => T, fallback: () => T): T;
  /** Keeps memory within its limit; no question may be in progress. */
  limitMemory(): void;
}

/** Which kinds of implementations a change affects. */
interface Affected {
  /** Which Go types implement which interfaces. */
  methods: boolean;
  /** Which definitions implement the declarations of a paired file. */
  declarations: boolean;
}

function implementsImplicitly({ language }: { language: string }): boolean {
  return dialectNamed(language).implementsImplicitly;
}

/** The rules of all languages for pairs of files: declarations and their code, or platform variants. */
const filePairs = [...new Set(dialects.flatMap(({ filePairs: rules }) => rules ?? []))];

/** Whether a file may be in a pair: with its declarations (`x.js` and `x.d.ts`), or with a variant for another platform. */
function mayBePaired({ language }: { language: string }): boolean {
  return dialectNamed(language).filePairs !== undefined;
}

export class Implications {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  /**
   * The kinds that the changes of this run affect. It also records the methods of the changed files.
   * @param reinterpreted places of files whose module specifiers or names have another meaning now
   */
  recordAffected(reinterpreted: readonly number[], before: PreviousInterfaces): Affected {
    const { files, changed, removed } = this.#run.project;
    const declarations =
      [...changed, ...reinterpreted].some((place) => mayBePaired(files[place]!)) || removed.some(mayBePaired);
    return { methods: this.#recordMethodChanges(reinterpreted, before), declarations };
  }

  /** Records the methods of the changed files. Returns whether any method changed, or may have types with another meaning. */
  #recordMethodChanges(reinterpreted: readonly number[], before: PreviousInterfaces): boolean {
    const { project, states, limitMemory } = this.#run;
    const { files, changed, removed } = project;
    let isChanged =
      reinterpreted.some((place) => implementsImplicitly(files[place]!)) ||
      removed.some((row) => before.methods(row) !== '');
    for (const place of changed) {
      const { fileId, row } = files[place]!;
      // The content has the interface that the row stores, and so the methods of the row.
      if (row !== null && before.of(row).content === fileId) continue;
      this.#recordMethods(place);
      limitMemory();
      isChanged ||= states.methods(place) !== (row === null ? '' : before.methods(row));
    }
    return isChanged;
  }

  /**
   * Records the `methodsHash` of a file. Where the hash cannot be computed, the recorded text differs for each content, so that the methods count as
   * changed.
   */
  #recordMethods(place: number): void {
    const { project, states, guarded, program, keys } = this.#run;
    const { fileId } = project.files[place]!;
    const hash = (): string =>
      implementsImplicitly(project.files[place]!) && states.hasSummary(place)
        ? methodsHash(program().at(place), () => keys(place))
        : '';
    states.setMethods(
      place,
      guarded(place, hash, () => `failed ${fileId}`),
    );
  }

  /** Computes the affected kinds again, and returns the places of the files whose implementations changed. */
  recompute({ methods, declarations }: Affected): number[] {
    return [...(methods ? this.#recomputeMethods() : []), ...(declarations ? this.#recomputeDeclarations() : [])];
  }

  #recomputeMethods(): number[] {
    const { project, program } = this.#run;
    const places = project.files.flatMap((file, place) => (implementsImplicitly(file) ? [place] : []));
    if (places.length === 0) return [];
    return this.#record(places, () => implicitImplementations(program()).flatMap(({ methods }) => methods));
  }

  #recomputeDeclarations(): number[] {
    const { project, states, inference } = this.#run;
    const pairs = filePairs.map((rules) => ({ rules, found: rules.pairsOf(project.files) }));
    const before = project.files.flatMap((file, place) =>
      mayBePaired(file) && states.implicit(place) !== '' ? [place] : [],
    );
    if (before.length === 0 && pairs.every(({ found }) => found.length === 0)) return [];
    return this.#record(before, () => pairs.flatMap(({ rules, found }) => rules.implied(inference(), found)));
  }

  /**
   * Records implementations as lines of the implementing files, and returns the places of the files whose lines changed.
   * @param before places of files that may have lines from an earlier run
   */
  #record(before: readonly number[], implied: () => Implied[]): number[] {
    const { states, keyOf, guarded, limitMemory } = this.#run;
    const lines = guarded(
      // A failure concerns no single file: it is reported for the first.
      before[0] ?? 0,
      () => implicitLines(implied(), keyOf),
      () => new Map<number, string>(),
    );
    const changed = states.setImplicit(new Set([...before, ...lines.keys()]), lines);
    limitMemory();
    return changed;
  }
}
