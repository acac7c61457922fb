/**
 * The program of a repository together with the repositories whose packages it imports: what the linker would link if all of them were folders of one
 * project. An import that the repository itself cannot resolve leads to the repository that provides its package.
 * Invariants: nothing is written; the asking repository resolves its own imports as in its own index; paths of the others cannot be those of its files.
 */
import { dialectNamed } from '../languages/registry.ts';
import { linkSteps, type LinksOfFile } from '../links/file-links.ts';
import { startInference } from '../infer/inference.ts';
import { Program } from '../program/program.ts';
import { ProgramNames } from '../program/program-names.ts';
import type { ProgramFile } from '../program/program-file.ts';
import type { Target } from '../program/targets.ts';
import type { Inference } from '../questions/questions.ts';
import { definitionOf } from '../run/packed-file-links.ts';
import { inFolder, type Ecosystem } from '../../languages/ecosystem.ts';
import type { OpenedModule } from '../../languages/language.ts';
import type { FileSummary } from '../../model/file-summary.ts';
import { noHeader } from '../incremental/linked-project.ts';
import type { LinkHeader } from '../../model/link-header.ts';
import type { Link } from '../../model/link.ts';
import { QuestionTurns } from '../../util/turns/question.ts';
import { packageMeant } from './package-meant.ts';
import type { Repository } from './repository.ts';

/** The maximum size of summaries with derived results, in bytes. */
const maxSummaryBytes = 24 * 1024 * 1024;
/** The maximum size of all summaries in memory, in bytes. */
const maxRetainedBytes = 48 * 1024 * 1024;
const remainingShare = 0.6;

/** The name of a file that no project has: what is imported from the outside is resolved as if this file in the package's folder imported it. */
const importer = 'importing file';

/** A link from a file of the asking repository to a symbol of another repository. */
export interface AcrossLink {
  /** The repository that is linked to. */
  to: Repository;
  /** `LinkedFile.id` of the file there. */
  file: number;
  /** With the key of the target symbol in that file; its container is that of the asking file. */
  link: Link;
}

interface JoinedFile {
  readonly path: string;
  readonly language: string;
  readonly member: number;
  /** The place of the file in its own repository. */
  readonly place: number;
}

export class JoinedProgram {
  /** The asking repository is the first. */
  readonly members: readonly Repository[];
  readonly #files: readonly JoinedFile[];
  readonly #program: Program;
  #inference: Inference;
  /** The links of files of the asking repository, by place. */
  readonly #links = new Map<number, readonly AcrossLink[]>();
  /** Settles when the file is linked that was asked for last. */
  #lastLinks: Promise<unknown> = Promise.resolve();

  /** @param members with their packages and links read: the asking repository, and those that provide packages to it or to each other; of two with one package the first is meant */
  constructor(members: readonly Repository[]) {
    this.members = members;
    this.#files = members.flatMap(({ files, languages }, member) =>
      files.flatMap(({ path, language }, place) =>
        member > 0 && languages.get(language)?.packages === undefined
          ? []
          : [{ path: prefixOf(member) + path, language, member, place }],
      ),
    );
    this.#program = new Program({
      rules: dialectNamed,
      files: this.#files,
      names: new ProgramNames(this.#files, (place) => this.#header(this.#files[place]!), dialectNamed),
      load: (place) => this.#load(this.#files[place]!),
      maxRetained: maxRetainedBytes,
      resolve: (place, specifiers) => this.#resolve(this.#files[place]!, specifiers),
      opened: (place) => this.#opened(this.#files[place]!),
    });
    this.#inference = startInference(this.#program);
  }

  /**
   * The links from a file of the asking repository into the others, with turns of the event loop. A file that cannot be linked has none. Files are linked one
   * after the other, since that of each may drop what the others are derived from. Rejects as `QuestionTurns.take`.
   * @param place of the file in its repository
   */
  async linksOf(place: number): Promise<readonly AcrossLink[]> {
    const first = new QuestionTurns().take();
    if (first !== null) await first;
    const known = this.#links.get(place);
    if (known !== undefined) return known;
    const turn = this.#lastLinks.then(async () => this.#links.get(place) ?? (await this.#keep(place)));
    this.#lastLinks = turn.catch(() => {});
    return turn;
  }

  async #keep(place: number): Promise<readonly AcrossLink[]> {
    const links = await this.#find(place);
    this.#links.set(place, links);
    if (this.#program.bytes > maxSummaryBytes) {
      this.#program.shrink(maxSummaryBytes * remainingShare);
      this.#inference = startInference(this.#program);
    }
    return links;
  }

  async #find(place: number): Promise<readonly AcrossLink[]> {
    const turns = new QuestionTurns();
    const steps = this.#steps(place);
    for (;;) {
      const turn = turns.take();
      if (turn !== null) await turn;
      try {
        const { done, value } = steps.next();
        if (done === true) return [...value.links].flatMap(([target, list]) => this.#across(target, list));
      } catch {
        // A defect of ours in one file costs only the links of this file, as in a run of the linker.
        this.#program.dropDerived();
        this.#inference = startInference(this.#program);
        return [];
      }
    }
  }

  *#steps(place: number): Generator<void, LinksOfFile, void> {
    // The files of the asking repository come first, so that their places are those in the repository.
    return yield* linkSteps(this.#inference, this.#program.at(place), (target) => this.#keyOf(target));
  }

  /** The links into one file, if it is of another repository. */
  #across(target: number, list: readonly Link[]): AcrossLink[] {
    const { member, place } = this.#files[target]!;
    const to = this.members[member]!;
    return member === 0 ? [] : list.map((link): AcrossLink => ({ to, file: to.files[place]!.id, link }));
  }

  #keyOf({ file, entity }: Target): number | null {
    const definition = definitionOf(file, entity);
    return definition === -1 ? null : (this.#keysOf(file)[definition] ?? null);
  }

  #keysOf({ index }: ProgramFile): readonly number[] {
    const { member, place } = this.#files[index]!;
    return this.members[member]!.loader.keys(place);
  }

  #header({ member, place, path, language }: JoinedFile): LinkHeader {
    const header = this.members[member]!.row(place)?.header ?? noHeader;
    if (member === 0) return header;
    const { unitsAreFolders = false, sharesGlobals } = this.#ecosystem(member, language) ?? {};
    const unit = unitsAreFolders ? inMember(header.unit, member) : header.unit;
    return { ...header, unit, globals: sharesGlobals?.(path) === false ? [] : header.globals };
  }

  #load({ member, place, language }: JoinedFile): FileSummary {
    const summary = this.members[member]!.loader.load(place);
    const isMoved = member > 0 && summary.unit !== '' && this.#ecosystem(member, language)?.unitsAreFolders === true;
    return isMoved ? { ...summary, unit: inMember(summary.unit, member) } : summary;
  }

  #ecosystem(member: number, language: string): Ecosystem | undefined {
    return this.members[member]!.languages.get(language)?.packages;
  }

  #resolve(file: JoinedFile, specifiers: readonly string[]): (string | null)[] {
    const repository = this.members[file.member]!;
    const own = repository.modules.resolveAll(repository.files[file.place]!, specifiers);
    return own.map((found, at) => {
      // A copy that a repository has of another's package is that package, where the other repository is here.
      const across = found === null || repository.isVendored(found) ? this.#resolveAcross(file, specifiers[at]!) : null;
      return across ?? (found === null ? null : this.#joinedPath(file.member, file.language, found));
    });
  }

  /** The file that another repository has for a specifier: the first that provides its package. */
  #resolveAcross({ member, language }: JoinedFile, marked: string): string | null {
    const own = this.members[member]!.packagesFor(language);
    if (own === null) return null;
    const isRequired = marked.startsWith('\0');
    const specifier = isRequired ? marked.slice(1) : marked;
    for (const [other, repository] of this.members.entries()) {
      const packages = other === member ? undefined : repository.packages.get(own.ecosystem);
      const meant = packages === undefined ? null : packageMeant(own, packages, specifier);
      if (meant === null) continue;
      const path = inFolder(meant.provided.root, importer);
      const found = repository.modules.resolve({ path, language }, meant.specifier, isRequired);
      if (found !== null) return this.#joinedPath(other, language, found);
    }
    return null;
  }

  #joinedPath(member: number, language: string, path: string): string {
    if (member === 0) return path;
    if (!path.startsWith('//')) return prefixOf(member) + path;
    const isFolder = this.#ecosystem(member, language)?.unitsAreFolders === true;
    return isFolder ? `//${inMember(path.slice(2), member)}` : path;
  }

  #opened({ member, place, language }: JoinedFile): readonly OpenedModule[] {
    const { modules, files } = this.members[member]!;
    return modules
      .opened(files[place]!)
      .map((one) => ({ ...one, module: this.#joinedPath(member, language, one.module) }));
  }
}

/** Before the paths of a repository's files: nothing for the asking one, else what no path contains. */
function prefixOf(member: number): string {
  return member === 0 ? '' : `\0${member}/`;
}

/** A unit that is a folder (`go:cmd/serve`), in the repository of a member. */
function inMember(unit: string, member: number): string {
  const at = unit.indexOf(':') + 1;
  return unit === '' ? '' : unit.slice(0, at) + prefixOf(member) + unit.slice(at);
}
