/**
 * GitHub and GitHub Enterprise Server, REST interface 2022-11-28: docs.github.com/rest/collaborators/collaborators, …/rest/teams/members. The collaborators of a
 * repository are all who may read it: by a team, by the organisation's base permission, as an owner of the organisation, or from outside.
 */
import { AtMost } from '../../util/turns/at-most.ts';
import type { GrantHost, HostGroup, OpenGrantHost, Readers } from './grant-host.ts';
import type { Fields, HostClient } from './host-client.ts';

/** Questions about single people at once. */
const atOnce = 4;

export const github: GrantHost = {
  placeOf({ origin, host, hostname }, token) {
    const api = isCloud(hostname) ? `https://api.${host}` : `${origin}/api/v3`;
    return {
      ...{ name: host, api, page: { parameter: 'per_page', size: 100 } },
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }, // prettier-ignore
      right:
        'to see collaborators and teams: `Administration: read` and `Metadata: read` of the repository, whose holder has to write there, and `Members: read` of the organisation (classic: `repo` and `read:org`)',
    };
  },
  open: (client, { api }) => new GitHub(client, isCloud(new URL(api).hostname.replace(/^api\./, ''))),
};

/** GitHub's own servers, also those of data residency. */
function isCloud(hostname: string): boolean {
  return hostname === 'github.com' || hostname.endsWith('.ghe.com');
}

class GitHub implements OpenGrantHost {
  readonly #client: HostClient;
  readonly suspended?: OpenGrantHost['suspended'];

  constructor(client: HostClient, cloud: boolean) {
    this.#client = client;
    // GitHub's own servers do not say it, and do not let such an account do anything.
    if (!cloud) this.suspended = (logins) => this.#suspended(logins);
  }

  async readersOf(path: readonly string[]): Promise<Readers> {
    const repository = await this.#client.get(['repos', ...path]);
    const owner = this.#client.part(repository, 'owner');
    const of = ['repos', ...path];
    const people = await this.#logins([...of, 'collaborators'], { affiliation: 'all' });
    const organisation = this.#client.text(owner, 'login');
    const groupOf = (team: Fields): HostGroup => {
      const key = `${organisation}/${this.#client.text(team, 'slug')}`;
      return { name: key, key };
    };
    return {
      people,
      // Only an organisation has teams.
      groups: owner['type'] === 'Organization' ? await this.#client.list([...of, 'teams'], groupOf) : [],
      isForAll: repository['visibility'] === 'internal' || repository['private'] === false,
    };
  }

  membersOf({ key }: HostGroup): Promise<string[]> {
    const [organisation, slug] = key.split('/');
    // With those of child teams, who may read what the team may.
    return this.#logins(['orgs', organisation!, 'teams', slug!, 'members']);
  }

  #logins(path: readonly string[], query: Readonly<Record<string, string>> = {}): Promise<string[]> {
    // Programs and organisations read nothing as people do.
    const isPerson = ({ type }: Fields): boolean => type === undefined || type === 'User';
    return this.#client.list(path, (one) => (isPerson(one) ? this.#client.text(one, 'login') : null), { query });
  }

  async #suspended(logins: readonly string[]): Promise<ReadonlySet<string>> {
    const turns = new AtMost(atOnce);
    const users = await Promise.all(logins.map((login) => turns.run(() => this.#client.get(['users', login]))));
    return new Set(logins.filter((_, at) => typeof users[at]!['suspended_at'] === 'string'));
  }
}
