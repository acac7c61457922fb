/** What `code-scout catalogue` does with people, groups, grants and tokens. All functions reject with an `AppError`. */
import { AppError } from '../../model/error.ts';
import {
  usualLimits,
  type Catalogue,
  type Permission,
  type Principal,
  type PrincipalKind,
  type Repository,
} from '../../team/catalogue/catalogue.ts';
import { makeToken, tokenDigest, tokenId } from '../../team/catalogue/tokens.ts';
import { repositoryNamed } from './administration.ts';
import { auditWords } from './audit-words.ts';

export type { AuditEntry, Permission, PrincipalKind } from '../../team/catalogue/catalogue.ts';

const day = 24 * 3_600_000;
const maxName = 500;

/** How a principal is written: a person by the name alone, others with what they are before it. */
export function writtenName({ kind, name }: Pick<Principal, 'kind' | 'name'>): string {
  return kind === 'person' && !/^(?:person|robot|group):/.test(name) ? name : `${kind}:${name}`;
}

/** `ann`, `person:ann`, `robot:ci`, `group:payments`. */
export function readName(written: string): Pick<Principal, 'kind' | 'name'> {
  const [, kind = 'person', name = ''] = /^(?:(person|robot|group):)?([^]*)$/.exec(written) ?? [];
  return { kind: kind as PrincipalKind, name: checkedName(name) };
}

function checkedName(name: string): string {
  if (name !== '' && name.length <= maxName && name.isWellFormed() && !/[\0-\x1f\x7f]/.test(name)) return name;
  throw new AppError('ValidationError', 'A name has 1 to 500 characters, and none that control a terminal', {
    details: { field: 'name', expected: 'a name', received: name.slice(0, 100) },
  });
}

/** The principals of a catalogue, found by how they are written. */
class Principals {
  readonly #byName: Map<string, Principal>;
  readonly #byId: Map<number, Principal>;

  constructor(all: readonly Principal[]) {
    this.#byName = new Map(all.map((one) => [`${one.kind}:${one.name}`, one]));
    this.#byId = new Map(all.map((one) => [one.id, one]));
  }

  static async of(catalogue: Catalogue): Promise<Principals> {
    return new Principals(await catalogue.listPrincipals());
  }

  find(written: string): Principal | null {
    const { kind, name } = readName(written);
    return this.#byName.get(`${kind}:${name}`) ?? null;
  }

  require(written: string): Principal {
    const found = this.find(written);
    if (found !== null) return found;
    const { kind, name } = readName(written);
    throw new AppError('NotFoundError', `The catalogue does not know the ${kind} ${name}`, {
      hint: `\`code-scout catalogue ${kind} add ${name}\` makes it known; a robot is written robot:NAME, a group group:NAME.`,
    });
  }

  /** Of one that was removed, its number. */
  nameOf(id: number): string {
    const found = this.#byId.get(id);
    return found === undefined ? `number ${id}, removed` : writtenName(found);
  }
}

export async function addPrincipal(catalogue: Catalogue, kind: PrincipalKind, name: string): Promise<Principal> {
  return catalogue.addPrincipal(kind, checkedName(name));
}

/** Off-boarding: its tokens, grants and memberships go with it. */
export async function removePrincipal(
  catalogue: Catalogue,
  kind: PrincipalKind,
  name: string,
): Promise<{ tokens: number }> {
  const { id } = (await Principals.of(catalogue)).require(`${kind}:${name}`);
  const valid = (await catalogue.listTokens()).filter(({ principal, state }) => principal === id && state === 'valid');
  await catalogue.removePrincipal(id);
  return { tokens: valid.length };
}

/** For how many days notes, and tokens that have ended, are kept. */
export async function keptDays(catalogue: Catalogue): Promise<{ audit: number; tokens: number }> {
  const set = new Map((await catalogue.counts()).limits.map(({ name, most }) => [name, most]));
  return { audit: set.get('audit') ?? usualLimits.audit, tokens: set.get('tokens') ?? usualLimits.tokens };
}

export async function changeMember(
  catalogue: Catalogue,
  { group, member, joins }: { group: string; member: string; joins: boolean },
): Promise<void> {
  const all = await Principals.of(catalogue);
  const [of, who] = [all.require(`group:${group}`), all.require(member)];
  if (who.kind === 'group') throw new AppError('ValidationError', 'A group cannot be a member of a group', { hint: 'Let its members join one by one.' }); // prettier-ignore
  await (joins ? catalogue.addMember(of.id, who.id) : catalogue.removeMember(of.id, who.id));
}

/** Makes somebody an administrator of the tenant, or no administrator any more. */
export async function changeAdministrator(catalogue: Catalogue, who: string, administers: boolean): Promise<void> {
  const principal = (await Principals.of(catalogue)).require(who);
  await catalogue.setAdministrator(principal.id, administers);
}

export interface AskedGrant {
  /** As `readName` reads it. */
  who: string;
  /** Null: all, also those that are added later. */
  repository: string | null;
  may: Permission;
}

export async function changeGrant(
  catalogue: Catalogue,
  { who, repository, may }: AskedGrant,
  gives: boolean,
): Promise<void> {
  const principal = (await Principals.of(catalogue)).require(who);
  const id = repository === null ? null : (await repositoryNamed(catalogue, repository)).id;
  await (gives ? catalogue.grant(principal.id, id, may) : catalogue.revokeGrant(principal.id, id, may));
}

export interface ListedPrincipal {
  who: string;
  kind: PrincipalKind;
  administers: boolean;
  /** The groups of a person or robot; of a group, its members. */
  of: string[];
  /** `repository` null: all. */
  grants: { repository: string | null; may: Permission }[];
  /** Valid ones. */
  tokens: number;
}

/** In the order of their names. @param kind null: all */
export async function listPrincipals(catalogue: Catalogue, kind: PrincipalKind | null): Promise<ListedPrincipal[]> {
  const [all, members, grants, tokens, repositories, administrators] = await Promise.all([
    ...([catalogue.listPrincipals(), catalogue.listMembers(), catalogue.listGrants()] as const),
    ...([catalogue.listTokens(), catalogue.listRepositories(), catalogue.listAdministrators()] as const),
  ]);
  const known = new Principals(all);
  const names = new Map(repositories.map(({ id, name }) => [id, name]));
  return all
    .filter((one) => kind === null || one.kind === kind)
    .map(({ id, ...one }) => ({
      ...{ who: writtenName(one), kind: one.kind, administers: administrators.includes(id) },
      of: members
        .flatMap(({ group, principal }) => (principal === id ? [group] : group === id ? [principal] : []))
        .map((other) => known.nameOf(other)),
      grants: grants
        .filter(({ principal }) => principal === id)
        .map(({ repository, may }) => ({ repository: repository === null ? null : names.get(repository)!, may })),
      tokens: tokens.filter(({ principal, state }) => principal === id && state === 'valid').length,
    }))
    .toSorted((a, b) => (a.who < b.who ? -1 : 1));
}

export interface AskedToken {
  /** Whose it is. */
  who: string;
  /** What it is for. */
  note: string;
  /** Names of repositories; null: all that its holder may read. */
  only: readonly string[] | null;
  may: Permission;
  /** Whether it may administer where its holder may. Default: no. */
  administers?: boolean;
  days: number;
}

export interface MadeToken {
  /** It is in no other place than this answer. */
  token: string;
  id: string;
  /** What is asked for it and its holder may not do at the moment, as `administer` or `read NAME`. */
  notYet: string[];
}

export async function createToken(catalogue: Catalogue, asked: AskedToken): Promise<MadeToken> {
  const { who, note, only, may, administers = false, days } = asked;
  const holder = (await Principals.of(catalogue)).require(who);
  if (holder.kind === 'group')
    throw new AppError('ValidationError', 'A token belongs to a person or a robot, not to a group', {
      hint: 'Make one for each member, so that each can be revoked.',
    });
  const repositories: Repository[] = [];
  for (const name of only ?? []) repositories.push(await repositoryNamed(catalogue, name));
  const token = makeToken();
  const digest = tokenDigest(token);
  await catalogue.addToken({
    ...{
      digest,
      principal: holder.id,
      name: note.slice(0, maxName).toWellFormed().replaceAll('\0', ''),
      may,
      administers,
    },
    ...{ repositories: only === null ? null : repositories.map(({ id }) => id), validMs: days * day },
  });
  const scope = await catalogue.scopeOfPrincipal({ kind: holder.kind, name: holder.name, groups: [] });
  const readable = new Set(scope?.read);
  const notYet = repositories.filter(({ id }) => !readable.has(id)).map(({ name }) => `read ${name}`);
  if (administers && scope?.administers !== true) notYet.push('administer');
  else if (!administers && only === null && readable.size === 0) notYet.push('read anything');
  return { token, id: tokenId(digest), notYet };
}

export interface ListedToken {
  id: string;
  who: string;
  note: string;
  only: string[] | null;
  may: Permission;
  administers: boolean;
  state: 'valid' | 'expired' | 'revoked';
  /** Of a valid one, rounded up. */
  daysLeft: number;
}

/** The valid ones first, each in the order in which they were made. */
export async function listTokens(catalogue: Catalogue): Promise<ListedToken[]> {
  const [all, principals, repositories] = await Promise.all([
    catalogue.listTokens(),
    Principals.of(catalogue),
    catalogue.listRepositories(),
  ]);
  const names = new Map(repositories.map(({ id, name }) => [id, name]));
  const listed = all.map(({ id, principal, name, repositories: own, may, administers, state, validMs }) => ({
    ...{
      id,
      who: principals.nameOf(principal),
      note: name,
      may,
      administers,
      state,
      daysLeft: Math.ceil(validMs / day),
    },
    only: own === null ? null : own.map((one) => names.get(one) ?? `number ${one}, removed`),
  }));
  return [...listed.filter(({ state }) => state === 'valid'), ...listed.filter(({ state }) => state !== 'valid')];
}

const leastIdLength = 8;

/** @param given the id of a token, or its beginning. Returns the whole id. */
export async function revokeToken(catalogue: Catalogue, given: string): Promise<string> {
  const all = await catalogue.listTokens();
  const found =
    given.length < leastIdLength ? [] : all.filter(({ id, state }) => id.startsWith(given) && state !== 'revoked');
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new AppError(
      'NotFoundError',
      found.length > 1 ? 'Several tokens begin like this' : 'There is no such token that could be revoked',
      {
        hint: `Give its id, or at least the first ${leastIdLength} characters, as \`code-scout catalogue token list\` prints it.`,
      },
    );
  await catalogue.revokeToken(only.id);
  return only.id;
}

/** The last ones, the newest first; `who` null: the administrator, or the system. Numbers of people and repositories in `detail` are their names, as far as they are known; `words` says the same to people. */
export async function readAudit(
  catalogue: Catalogue,
  limit: number,
): Promise<{ atMs: number; who: string | null; what: string; detail: unknown; words: string }[]> {
  const [{ rows }, principals] = await Promise.all([catalogue.auditPage({ offset: 0, limit, text: '' }), Principals.of(catalogue)]); // prettier-ignore
  return rows.map(({ atMs, who, what, detail, names }) => ({
    ...{ atMs, who: who === null ? null : principals.nameOf(who.id), what },
    detail: Object.keys(names).length === 0 ? detail : { ...(detail as object), ...names },
    words: auditWords({ what, detail, names }),
  }));
}
