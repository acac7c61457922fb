/**
 * Grants from a file, as a program makes it that asks the git host who may read what. Invariant: the file is read and checked as a whole before anything is
 * changed; of what it does not name nothing changes, and of what it names only what differs.
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
  return { changes: importer.changes, unknown: [...importer.unknown].toSorted() };
}

class Importer {
  readonly changes: string[] = [];
  readonly unknown = new Set<string>();
  readonly #catalogue: Catalogue;
  readonly #options: ImportOptions;
  readonly #known = new Map<string, Principal>();
  readonly #repositories = new Map<string, number>();
  /** Ids of those that a trial would add are negative. */
  #added = 0;

  constructor(catalogue: Catalogue, options: ImportOptions) {
    this.#catalogue = catalogue;
    this.#options = options;
  }

  async begin({ repositories }: GrantsFile): Promise<void> {
    for (const one of await this.#catalogue.listPrincipals()) this.#known.set(`${one.kind}:${one.name}`, one);
    for (const { name, id } of await this.#catalogue.listRepositories()) this.#repositories.set(name, id);
    const missing = Object.keys(repositories).filter((name) => !this.#repositories.has(name));
    if (missing.length > 0)
      throw new AppError('NotFoundError', `The catalogue has no repository ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}`, { hint: 'Nothing was changed. `code-scout catalogue list` names those that it has.' }); // prettier-ignore
  }

  async #do(change: string, run: () => Promise<unknown>): Promise<void> {
    this.changes.push(change);
    if (!this.#options.isTrial) await run();
  }

  async #principal(kind: PrincipalKind, name: string): Promise<Principal | null> {
    const key = `${kind}:${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const written = writtenName({ kind, name });
    if (!this.#options.adds) {
      this.unknown.add(written);
      return null;
    }
    let added: Principal = { id: -++this.#added, kind, name };
    await this.#do(`${written} is known now`, async () => (added = await addPrincipal(this.#catalogue, kind, name)));
    this.#known.set(key, added);
    return added;
  }

  async #wanted(names: readonly string[]): Promise<Map<number, string>> {
    const wanted = new Map<number, string>();
    for (const written of names) {
      const { kind, name } = readName(written);
      const found = await this.#principal(kind, name);
      if (found !== null) wanted.set(found.id, writtenName(found));
    }
    return wanted;
  }

  #nameOf(id: number): string {
    for (const one of this.#known.values()) if (one.id === id) return writtenName(one);
    return `number ${id}`;
  }

  async members(groups: GrantsFile['groups']): Promise<void> {
    const present = await this.#catalogue.listMembers();
    for (const [name, members] of Object.entries(groups)) {
      const group = await this.#principal('group', name);
      if (group === null) continue;
      const wanted = await this.#wanted(members);
      const had = new Set(present.filter((one) => one.group === group.id).map(({ principal }) => principal));
      for (const id of had)
        if (!wanted.has(id))
          await this.#do(`${this.#nameOf(id)} leaves group:${name}`, () => this.#catalogue.removeMember(group.id, id));
      for (const [id, who] of wanted)
        if (!had.has(id)) await this.#do(`${who} joins group:${name}`, () => this.#catalogue.addMember(group.id, id));
    }
  }

  async grants(repositories: GrantsFile['repositories']): Promise<void> {
    const present = await this.#catalogue.listGrants();
    for (const [name, grants] of Object.entries(repositories)) {
      const repository = this.#repositories.get(name)!;
      for (const may of ['read', 'index'] as const) {
        const wanted = await this.#wanted(grants[may] ?? []);
        const had = new Set(
          present.filter((one) => one.repository === repository && one.may === may).map(({ principal }) => principal),
        );
        // What is taken away is so first: where this is broken off, nobody sees too much.
        for (const id of had)
          if (!wanted.has(id))
            await this.#do(`${this.#nameOf(id)} may not ${may} ${name} any more`, () =>
              this.#catalogue.revokeGrant(id, repository, may),
            );
        for (const [id, who] of wanted)
          if (!had.has(id))
            await this.#do(`${who} may ${may} ${name}`, () => this.#catalogue.grant(id, repository, may));
      }
    }
  }
}
