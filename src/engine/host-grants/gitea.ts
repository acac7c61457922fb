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
    const teams = await this.#teams(of, name);
    return {
      people: teams === null ? [...(await this.#owner(name)), ...people] : people,
      groups: teams ?? [],
      isForAll: repository['private'] === false && owner['visibility'] !== 'private',
    };
  }

  membersOf({ key }: HostGroup): Promise<string[]> {
    return this.#logins(['teams', key, 'members']);
  }

  /** Null: the repository is a person's own. */
  async #teams(of: readonly string[], organisation: string): Promise<HostGroup[] | null> {
    const groupOf = (team: Fields): HostGroup | null =>
      mayReadCode(team)
        ? { name: `${organisation}/${this.#client.text(team, 'name')}`, key: String(team['id']) }
        : null;
    try {
      return await this.#client.list([...of, 'teams'], groupOf, { isWhole: true });
    } catch (error) {
      if (error instanceof HostError && error.status === 405) return null;
      throw error;
    }
  }

  async #logins(path: readonly string[]): Promise<string[]> {
    const isAdministrator = await this.#asAdministrator();
    return this.#client.list(path, (one) => this.#loginOf(one, isAdministrator));
  }

  /** Nothing where the account is shut. In a repository nobody is told that of its owner, elsewhere only an administrator is. */
  async #owner(name: string): Promise<string[]> {
    if (!(await this.#asAdministrator())) return [name];
    const login = this.#loginOf(await this.#client.get(['users', name]), true);
    return login === null ? [] : [login];
  }

  #asAdministrator(): Promise<boolean> {
    return (this.#isAdministrator ??= this.#client.get(['user']).then((own) => own['is_admin'] === true));
  }

  /** Null: nobody may sign in with the account. */
  #loginOf(account: Fields, isAdministrator: boolean): string | null {
    const isShut = account['prohibit_login'] === true || (isAdministrator && account['active'] === false);
    return isShut ? null : this.#client.text(account, 'login');
  }
}

function mayReadCode({ permission, units_map: map, units }: Fields): boolean {
  if (permission === 'owner' || permission === 'admin') return true;
  if (typeof map === 'object' && map !== null) return ((map as Fields)['repo.code'] ?? 'none') !== 'none';
  if (Array.isArray(units)) return units.includes('repo.code');
  return permission !== 'none';
}
