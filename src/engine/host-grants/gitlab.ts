/**
 * GitLab, interface v4: docs.gitlab.com/api/members and …/api/projects. `members/all` has everybody who is a member by the project, its groups, or a group that it is
 * shared with, each with the highest level.
 */
import type { GrantHost, HostGroup, OpenGrantHost, Readers } from './grant-host.ts';
import type { Fields, HostClient } from './host-client.ts';

/** Who is less than a reporter reads no code of a private project. */
const [guest, reporter] = [10, 20];

export const gitlab: GrantHost = {
  placeOf: ({ origin, host, pathname }, token) => ({
    ...{
      name: host,
      api: `${origin}${pathname.replace(/\/$/, '')}/api/v4`,
      page: { parameter: 'per_page', size: 100 },
    },
    headers: { 'private-token': token },
    right:
      'the scope `read_api`, and its holder to be a member of the project and of the groups that it is shared with, or an administrator',
  }),
  open: (client) => new GitLab(client),
};

class GitLab implements OpenGrantHost {
  readonly #client: HostClient;

  constructor(client: HostClient) {
    this.#client = client;
  }

  async readersOf(path: readonly string[]): Promise<Readers> {
    const of = ['projects', path.join('/')];
    const project = await this.#client.get(of);
    const isPrivate = this.#client.text(project, 'visibility') === 'private';
    const least = isPrivate ? reporter : guest;
    const shares = Array.isArray(project['shared_with_groups']) ? (project['shared_with_groups'] as Fields[]) : [];
    return {
      people: await this.#logins([...of, 'members', 'all'], least),
      groups: shares
        .filter((share) => levelOf(share['group_access_level']) >= least)
        .map((share): HostGroup => ({ name: this.#client.text(share, 'group_full_path'), key: String(share['group_id']) })), // prettier-ignore
      // Else members alone see the code.
      isForAll: !isPrivate && (project['repository_access_level'] ?? 'enabled') === 'enabled',
    };
  }

  membersOf({ key }: HostGroup): Promise<string[]> {
    return this.#logins(['groups', key, 'members', 'all'], reporter);
  }

  #logins(path: readonly string[], least: number): Promise<string[]> {
    return this.#client.list(path, (one) => {
      if (levelOf(one['access_level']) < least || !isActive(one)) return null;
      const name = this.#client.text(one, 'username');
      return isOfToken(name) ? null : name;
    });
  }
}

function levelOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function isActive({ state, membership_state: membership = 'active' }: Fields): boolean {
  return state === 'active' && membership === 'active';
}

/** Projects and groups have a user for each of their access tokens. */
function isOfToken(name: string): boolean {
  return /^(?:project|group)_\d+_bot(?:_|\d*$)/.test(name);
}
