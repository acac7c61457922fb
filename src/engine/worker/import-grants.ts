/**
 * Grants from a file, as a program makes it that asks the git host who may read what. Invariant: the file is read and checked as a whole before anything is
 * changed; of what it does not name nothing changes, and of what it names only what differs; all that is taken away is so before anything is given, so an import
 * that is broken off lets nobody see what neither the catalogue nor the file let them see.
 */
import { AppError } from '../../model/error.ts';
import type { Catalogue, Permission, Principal, PrincipalKind } from '../../team/catalogue/catalogue.ts';
import { addPrincipal, readName, writtenName } from './administer-access.ts';

/** What is in a file: names, as `readName` reads them. */
export interface GrantsFile {
  /** By name of a repository: who may read it, and who may have it indexed. Everybody else may not, unless all repositories are granted. */
  repositories: Readonly<Record<string, Readonly<Partial<Record<Permission, readonly string[]>>>>>;
  /** By name of a group: its members. */
  groups: Readonly<Record<string, readonly string[]>>;
}

export interface ImportedGrants {
  /** As sentences, in the order in which they were done. */
  changes: string[];
  /** Who is not known to the catalogue, and was left out. */
  unknown: string[];
}

function invalid(what: string): AppError {
  return new AppError('ValidationError', `The file of grants ${what}`, {
    hint: 'Its form: {"repositories": {"NAME": {"read": ["ann", "group:payments"], "index": ["robot:ci"]}}, "groups": {"payments": ["ann"]}}',
  });
}

/** Throws a `ValidationError`. */
export function readGrantsFile(text: string): GrantsFile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw invalid('is no JSON');
  }
  return checkGrants(parsed);
}

/** Throws a `ValidationError`. */
export function checkGrants(value: unknown): GrantsFile {
  const { repositories = {}, groups = {}, ...others } = fieldsOf(value, 'is');
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalid(`has a field that is not known: ${JSON.stringify(other.slice(0, 100))}`);
  for (const [name, grants] of Object.entries(fieldsOf(repositories, '`repositories` is')))
    for (const [may, who] of Object.entries(fieldsOf(grants, `${name} is`))) {
      if (may !== 'read' && may !== 'index') throw invalid(`may grant \`read\` and \`index\`, not ${JSON.stringify(may.slice(0, 100))}`); // prettier-ignore
      checkNames(who, `${name}, ${may}`);
    }
  for (const [name, members] of Object.entries(fieldsOf(groups, '`groups` is'))) {
    readName(`group:${name}`);
    checkNames(members, name, ['person', 'robot']);
  }
  return { repositories, groups } as GrantsFile;
}

function fieldsOf(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`is wrong: ${where} no object`);
  return value as Record<string, unknown>;
}

function checkNames(
  value: unknown,
  where: string,
  kinds: readonly PrincipalKind[] = ['person', 'robot', 'group'],
): void {
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string'))
    throw invalid(`is wrong: ${where}: no list of names`);
  for (const one of value as string[])
    if (!kinds.includes(readName(one).kind)) throw invalid(`is wrong: ${where}: a group cannot be a member of a group`);
}

export interface ImportOptions {
  /** Adds those whom the catalogue does not know. */
  adds: boolean;
  /** Says what would be done, and does nothing. */
  isTrial: boolean;
}

export async function importGrants(
  catalogue: Catalogue,
  file: GrantsFile,
  options: ImportOptions,
): Promise<ImportedGrants> {
  const importer = new Importer(catalogue, options);
  await importer.begin(file);
  await importer.members(file.groups);
  await importer.grants(file.repositories);
  return { changes: await importer.end(), unknown: [...importer.unknown].toSorted() };
}

interface Step {
  /** As a sentence. */
  change: string;
  run: () => Promise<unknown>;
}

/** Somebody who is known, or will be when the steps before have run. Ids of the latter are negative until then. */
type Known = { -readonly [field in keyof Principal]: Principal[field] };

/** Works out all steps, then does them. */
class Importer {
  readonly unknown = new Set<string>();
  readonly #catalogue: Catalogue;
  readonly #options: ImportOptions;
  readonly #known = new Map<string, Known>();
  readonly #repositories = new Map<string, number>();
  readonly #removals: Step[] = [];
  readonly #additions: Step[] = [];
  #added = 0;

  constructor(catalogue: Catalogue, options: ImportOptions) {
    this.#catalogue = catalogue;
    this.#options = options;
  }

  async begin({ repositories }: GrantsFile): Promise<void> {
    for (const one of await this.#catalogue.listPrincipals()) this.#known.set(`${one.kind}:${one.name}`, { ...one });
    for (const { name, id } of await this.#catalogue.listRepositories()) this.#repositories.set(name, id);
    const missing = Object.keys(repositories).filter((name) => !this.#repositories.has(name));
    if (missing.length > 0)
      throw new AppError('NotFoundError', `The catalogue has no repository ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}`, { hint: 'Nothing was changed. `code-scout catalogue list` names those that it has.' }); // prettier-ignore
  }

  async members(groups: GrantsFile['groups']): Promise<void> {
    const present = await this.#catalogue.listMembers();
    for (const [name, members] of Object.entries(groups)) {
      const group = this.#principal('group', name);
      if (group === null) continue;
      const had = present.filter((one) => one.group === group.id).map(({ principal }) => principal);
      this.#differ(had, members, {
        taken: (id, who) => ({ change: `${who} leaves group:${name}`, run: () => this.#catalogue.removeMember(group.id, id) }), // prettier-ignore
        given: (one, who) => ({ change: `${who} joins group:${name}`, run: () => this.#catalogue.addMember(group.id, one.id) }), // prettier-ignore
      });
    }
  }

  async grants(repositories: GrantsFile['repositories']): Promise<void> {
    const present = await this.#catalogue.listGrants();
    for (const [name, grants] of Object.entries(repositories)) {
      const repository = this.#repositories.get(name)!;
      for (const may of ['read', 'index'] as const) {
        const had = present
          .filter((one) => one.repository === repository && one.may === may)
          .map(({ principal }) => principal);
        this.#differ(had, grants[may] ?? [], {
          taken: (id, who) => ({ change: `${who} may not ${may} ${name} any more`, run: () => this.#catalogue.revokeGrant(id, repository, may) }), // prettier-ignore
          given: (one, who) => ({ change: `${who} may ${may} ${name}`, run: () => this.#catalogue.grant(one.id, repository, may) }), // prettier-ignore
        });
      }
    }
  }

  /** What was done. */
  async end(): Promise<string[]> {
    const steps = [...this.#removals, ...this.#additions];
    if (!this.#options.isTrial) for (const { run } of steps) await run();
    return steps.map(({ change }) => change);
  }

  #differ(
    had: readonly number[],
    names: readonly string[],
    step: { taken: (id: number, who: string) => Step; given: (one: Known, who: string) => Step },
  ): void {
    const wanted = new Map<number, Known>();
    for (const written of names) {
      const { kind, name } = readName(written);
      const found = this.#principal(kind, name);
      if (found !== null) wanted.set(found.id, found);
    }
    for (const id of new Set(had)) if (!wanted.has(id)) this.#removals.push(step.taken(id, this.#nameOf(id)));
    for (const [id, one] of wanted) if (!had.includes(id)) this.#additions.push(step.given(one, writtenName(one)));
  }

  #principal(kind: PrincipalKind, name: string): Known | null {
    const key = `${kind}:${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const written = writtenName({ kind, name });
    if (!this.#options.adds) {
      this.unknown.add(written);
      return null;
    }
    const added: Known = { id: -++this.#added, kind, name };
    this.#additions.push({
      change: `${written} is known now`,
      run: async () => (added.id = (await addPrincipal(this.#catalogue, kind, name)).id),
    });
    this.#known.set(key, added);
    return added;
  }

  #nameOf(id: number): string {
    for (const one of this.#known.values()) if (one.id === id) return writtenName(one);
    return `number ${id}`;
  }
}
