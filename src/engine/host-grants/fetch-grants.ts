/**
 * Grants as a git host has them: who may read each repository of the catalogue that is at that host, in the form of a file of grants.
 * Invariants: the host is asked about everything before anything is changed, so one that fails on the way changes nothing; what the host cannot know stays as it
 * is: robots, and who of the readers may have a repository indexed.
 */
import { AppError } from '../../model/error.ts';
import { isOwnMachine } from '../../team/own-machine.ts';
import { AtMost } from '../../util/turns/at-most.ts';
import { nameOfAddress } from '../../source/git/git-trees.ts';
import type { Catalogue, Permission, Principal } from '../../team/catalogue/catalogue.ts';
import { readName, writtenName } from '../worker/administer-access.ts';
import { checkGrants, type GrantsFile } from '../worker/import-grants.ts';
import { gitea } from './gitea.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import type { GrantHost, HostGroup, HostKind, OpenGrantHost, Readers } from './grant-host.ts';
import { HostClient, NotAtHost, type HostClientOptions } from './host-client.ts';

export type { HostKind } from './grant-host.ts';

const hosts: Readonly<Record<HostKind, GrantHost>> = { github, gitlab, gitea };
export const hostKinds = Object.keys(hosts) as HostKind[];

/** Repositories and groups that are asked about at once. */
const atOnce = 4;

export interface AskedHost {
  kind: HostKind;
  /** Where people see it: `https://git.example.org`. */
  address: string;
  token: string;
  /** Whether another machine may be asked without TLS. */
  allowsPlain: boolean;
  /** By login, in lower case: who that is in the catalogue, as `readName` reads it; null: nobody. No map: a login is the name of a person. */
  names: ReadonlyMap<string, string | null> | null;
  /** Who reads what everybody at the host may read, as `readName` reads it; null: nobody by that. */
  everyone: string | null;
  /** Whether those whom the catalogue does not know are added, so that every group is there. */
  adds: boolean;
  client: HostClientOptions;
}

export interface FetchedGrants {
  grants: GrantsFile;
  /** Names of repositories that everybody at the host may read. */
  forAll: string[];
  /** Logins that are not among the names. */
  unnamed: string[];
  /** Logins of accounts that the host has shut. */
  suspended: string[];
}

/** Rejects with an `AppError`. */
export async function fetchGrants(catalogue: Catalogue, asked: AskedHost): Promise<FetchedGrants> {
  const address = readAddress(asked.address, asked.allowsPlain);
  const everyone = asked.everyone === null ? null : asWritten(asked.everyone);
  const named = asked.names === null ? null : new Map([...asked.names].map(([login, name]) => [login, name === null ? null : asWritten(name)] as const)); // prettier-ignore
  const repositories = (await catalogue.listRepositories()).flatMap(({ id, name, url }) => {
    const path = pathAt(url, address);
    return path === null ? [] : [{ id, name, path }];
  });
  if (repositories.length === 0)
    throw new AppError('NotFoundError', `The catalogue has no repository at ${address.host}`, { hint: '`code-scout catalogue list` names those that it has.' }); // prettier-ignore
  const kind = hosts[asked.kind];
  const place = kind.placeOf(address, asked.token);
  // Where one question fails, the others are given up.
  const ending = new AbortController();
  const signal = AbortSignal.any([asked.client.signal, ending.signal]);
  const host = kind.open(new HostClient(place, { ...asked.client, signal }), place);
  const found = await askAll(host, repositories).finally(() => ending.abort());
  const names = new Names(named, found.suspended);
  const origin = groupOrigin(address);
  const groupName = ({ name }: HostGroup): string => writtenName({ kind: 'group', name: `${origin}${name}` });
  const present = await presentGrants(catalogue);
  const grants: GrantsFile = {
    groups: Object.fromEntries<string[]>([
      // Those that read nothing there any more: whoever has left one of them must not stay in it.
      ...present.groupsAt(origin).map((name) => [name, []] satisfies [string, string[]]),
      ...[...found.members].map(([group, logins]) => [readName(groupName(group)).name, names.of(logins)] as const),
    ]),
    repositories: Object.fromEntries(
      repositories.map(({ id, name }, at) => {
        const { people, groups, isForAll } = found.readers[at]!;
        const isThere = (group: HostGroup): boolean => asked.adds || present.isGroup(groupName(group));
        const members = (of: readonly HostGroup[]): string[] => of.flatMap((group) => found.membersOf(group));
        const byGroup = new Set(names.of(members(groups.filter(isThere))));
        // A group that the catalogue does not get lets nobody read: its members do so themselves.
        const unheld = members(groups.filter((group) => !isThere(group)));
        const direct = names.of([...people, ...unheld]).filter((one) => !byGroup.has(one));
        const all = isForAll && everyone !== null ? [everyone] : [];
        const readers = new Set([...direct, ...groups.map(groupName), ...all]);
        return [name, present.with(id, { readers, members: byGroup, isForAll: all.length > 0 })];
      }),
    ),
  };
  return {
    // A name of the host may be none that the catalogue has.
    grants: checkGrants(grants),
    forAll: repositories.flatMap(({ name }, at) => (found.readers[at]!.isForAll ? [name] : [])),
    unnamed: [...names.unnamed].toSorted(),
    suspended: [...found.suspended].toSorted(),
  };
}

/** Throws a `ValidationError`. */
function readAddress(given: string, allowsPlain: boolean): URL {
  const url = URL.parse(given);
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === ''; // prettier-ignore
  const isProtected = url?.protocol === 'https:' || isOwnMachine(url?.hostname ?? '') || allowsPlain;
  if (isUsable && isProtected) return url;
  throw new AppError('ValidationError', isUsable ? 'A git host on another machine is asked over https, since it is sent a token' : 'This is no address of a git host', {
    hint: isUsable ? 'Or allow plain HTTP with `team.allowHttp`.' : 'Give it as in a browser, without user and query: https://git.example.org',
    details: { field: 'URL', expected: 'https://HOST', received: url === null ? given.slice(0, 200) : `${url.protocol}//${url.host}${url.pathname}` },
  }); // prettier-ignore
}

/** A name in the one way in which the catalogue's are written, so that both can be compared. Throws a `ValidationError`. */
function asWritten(name: string): string {
  return writtenName(readName(name));
}

/** The path at which the host's pages are, by its parts. */
function baseOf(address: URL): string[] {
  return nameOfAddress(address.href)?.split('/').slice(1) ?? [];
}

/**
 * What the names of a host's groups begin with: `git.example.org/`, or `git.example.org~gitlab/` where its pages are at `/gitlab`. The only slash is at the end, so
 * no group of one host has the beginning of another.
 */
function groupOrigin(address: URL): string {
  const base = baseOf(address).map((part) => encodeURIComponent(part).replaceAll('~', '%7E'));
  return `${[address.host, ...base].join('~')}/`;
}

/** The path of a repository at the host, by its parts; null where it is elsewhere. By SSH it has another port, and not the path at which the host's pages are. */
function pathAt(url: string, address: URL): string[] | null {
  const [host, ...path] = nameOfAddress(url)?.split('/') ?? [];
  if (host !== address.hostname) return null;
  const web = URL.parse(url);
  if (web === null || !/^https?:$/.test(web.protocol)) return path;
  const base = baseOf(address);
  const isBelow = web.host === address.host && path.length > base.length && base.every((part, at) => part === path[at]);
  return isBelow ? path.slice(base.length) : null;
}

interface FoundAtHost {
  /** In the order of the repositories. */
  readers: Readers[];
  /** By group, of which each stands once. */
  members: Map<HostGroup, string[]>;
  membersOf(group: HostGroup): string[];
  suspended: ReadonlySet<string>;
}

async function askAll(
  host: OpenGrantHost,
  repositories: readonly { name: string; path: string[] }[],
): Promise<FoundAtHost> {
  // prettier-ignore
  const turns = new AtMost(atOnce);
  const missing: string[] = [];
  const none: Readers = { people: [], groups: [], isForAll: false };
  const readers = await Promise.all(
    repositories.map(({ name, path }) =>
      turns.run(() =>
        host.readersOf(path).catch((error: unknown) => {
          if (!(error instanceof NotAtHost)) throw error;
          missing.push(`${name} (${error.message})`);
          return none;
        }),
      ),
    ),
  );
  if (missing.length > 0)
    throw new AppError('NotFoundError', `Not at the host: ${missing.slice(0, 5).join('; ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}`, { hint: 'Nothing was changed. Remove from the catalogue what is gone there (`code-scout catalogue remove NAME`), and let the token see the others.' }); // prettier-ignore
  const groups = new Map(readers.flatMap((one) => one.groups.map((group) => [group.name, group] as const)));
  const asked = [...groups.values()];
  const logins = await Promise.all(asked.map((group) => turns.run(() => host.membersOf(group))));
  const byName = new Map(asked.map(({ name }, at) => [name, logins[at]!]));
  const all = new Set([...readers.flatMap(({ people }) => people), ...logins.flat()]);
  return {
    readers,
    members: new Map(asked.map((group, at) => [group, logins[at]!])),
    membersOf: ({ name }) => byName.get(name)!,
    suspended: (await host.suspended?.([...all])) ?? new Set(),
  };
}

/** Who the logins of the host are in the catalogue. */
class Names {
  readonly unnamed = new Set<string>();
  readonly #names: AskedHost['names'];
  readonly #suspended: ReadonlySet<string>;

  constructor(names: AskedHost['names'], suspended: ReadonlySet<string>) {
    [this.#names, this.#suspended] = [names, suspended];
  }

  /** As they are written, each once. */
  of(logins: readonly string[]): string[] {
    const found = new Set<string>();
    for (const login of logins) {
      if (this.#suspended.has(login)) continue;
      const name = this.#names === null ? writtenName({ kind: 'person', name: login }) : this.#names.get(login.toLowerCase()); // prettier-ignore
      if (name === undefined) this.unnamed.add(login);
      else if (name !== null) found.add(name);
    }
    return [...found];
  }
}

interface Present {
  /** Names of the groups of a host that the catalogue knows. @param origin what they begin with */
  groupsAt(origin: string): string[];
  /** Whether the catalogue has a group of this name. @param written as `group:NAME` */
  isGroup(written: string): boolean;
  /** The grants of a repository, with what the host cannot know. */
  with(
    repository: number,
    found: { readers: ReadonlySet<string>; members: ReadonlySet<string>; isForAll: boolean },
  ): GrantsFile['repositories'][string];
}

async function presentGrants(catalogue: Catalogue): Promise<Present> {
  const [all, grants] = await Promise.all([catalogue.listPrincipals(), catalogue.listGrants()]);
  const known = new Map(all.map((one) => [one.id, one]));
  const groups = new Set(all.filter(({ kind }) => kind === 'group').map(writtenName));
  return {
    groupsAt: (origin) => all.flatMap(({ kind, name }) => (kind === 'group' && name.startsWith(origin) ? [name] : [])),
    isGroup: (written) => groups.has(written),
    with: (id, { readers, members, isForAll }) => {
      const own = grants.filter(({ repository }) => repository === id);
      const names = (may: Permission, stays: (one: Principal) => boolean): string[] =>
        own.flatMap(({ principal, may: granted }) => {
          const one = known.get(principal);
          return one !== undefined && granted === may && stays(one) ? [writtenName(one)] : [];
        });
      const isRobot = ({ kind }: Principal): boolean => kind === 'robot';
      const reads = (one: Principal): boolean => isForAll || readers.has(writtenName(one)) || members.has(writtenName(one)); // prettier-ignore
      return {
        read: [...new Set([...readers, ...names('read', isRobot)])],
        // Who may have it indexed may read it, so nobody does who may not.
        index: names('index', (one) => isRobot(one) || reads(one)),
      };
    },
  };
}
