/**
 * Gitea and Forgejo, interface v1: the operations repoListCollaborators, repoListTeams and orgListTeamMembers of a server's /api/swagger. Collaborators are named
 * one by one; who may read by a team is in the team alone.
 */
import type { GrantHost, HostGroup, OpenGrantHost, Readers } from './grant-host.ts';
import { HostError, type Fields, type HostClient } from './host-client.ts';

export const gitea: GrantHost = {
  placeOf: ({ origin, host, pathname }, token) => ({
    ...{ name: host, api: `${origin}${pathname.replace(/\/$/, '')}/api/v1`, page: { parameter: 'limit', size: 50 } },
    headers: { authorization: `token ${token}` },
    right:
      'to administer the repository and to be a member of its organisation, or of an administrator of the host; scopes `read:repository`, `read:organization` and `read:user`',
  }),
  open: (client) => new Gitea(client),
};

class Gitea implements OpenGrantHost {
  readonly #client: HostClient;
  /** Only an administrator of the host is told which accounts are active. */
  #isAdministrator: Promise<boolean> | null = null;

  constructor(client: HostClient) {
    this.#client = client;
  }

  async readersOf(path: readonly string[]): Promise<Readers> {
    const of = ['repos', ...path];
    const repository = await this.#client.get(of);
    const owner = this.#client.part(repository, 'owner');
    const name = this.#client.text(owner, 'login');
    const people = await this.#logins([...of, 'collaborators']);
    const teams = await this.#teams(of);
    return {
      people: teams === null ? [name, ...people] : people,
      groups: (teams ?? [])
        .filter(mayReadCode)
        .map((team): HostGroup => ({ name: `${name}/${this.#client.text(team, 'name')}`, key: String(team['id']) })),
      isForAll: repository['private'] === false && owner['visibility'] !== 'private',
    };
  }

  membersOf({ key }: HostGroup): Promise<string[]> {
    return this.#logins(['teams', key, 'members']);
  }

  /** Null: the repository is a person's own. */
  async #teams(of: readonly string[]): Promise<Fields[] | null> {
    try {
      return await this.#client.list([...of, 'teams'], {}, true);
    } catch (error) {
      if (error instanceof HostError && error.status === 405) return null;
      throw error;
    }
  }

  async #logins(path: readonly string[]): Promise<string[]> {
    const found = await this.#client.list(path);
    this.#isAdministrator ??= this.#client.get(['user']).then((own) => own['is_admin'] === true);
    const isAdministrator = await this.#isAdministrator;
    return found
      .filter((one) => one['prohibit_login'] !== true && !(isAdministrator && one['active'] === false))
      .map((one) => this.#client.text(one, 'login'));
  }
}

function mayReadCode({ permission, units_map: map, units }: Fields): boolean {
  if (permission === 'owner' || permission === 'admin') return true;
  if (typeof map === 'object' && map !== null) return ((map as Fields)['repo.code'] ?? 'none') !== 'none';
  if (Array.isArray(units)) return units.includes('repo.code');
  return permission !== 'none';
}
