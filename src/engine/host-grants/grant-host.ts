/** What every kind of git host tells about who may read a repository. One file a kind knows its interface. */
import type { HostClient, HostPlace } from './host-client.ts';

export interface HostGroup {
  /** Below the host: `acme/payments`. */
  name: string;
  /** What its members are asked by. */
  key: string;
}

export interface Readers {
  /** Logins of those who may read it, also by a group. */
  people: readonly string[];
  groups: readonly HostGroup[];
  /** Whether everybody who signs in there may read it: it is public or internal. */
  isForAll: boolean;
}

export interface GrantHost {
  /** @param address where people see the host */
  placeOf(address: URL, token: string): HostPlace;
  /** One run. The methods reject with a `HostError`. */
  open(client: HostClient, place: HostPlace): OpenGrantHost;
}

export interface OpenGrantHost {
  /** @param path of a repository, by its parts */
  readersOf(path: readonly string[]): Promise<Readers>;
  /** Logins. */
  membersOf(group: HostGroup): Promise<string[]>;
  /** Which of these logins may not sign in at the moment, where the host does not leave them out itself. Absent: it does. */
  suspended?: (logins: readonly string[]) => Promise<ReadonlySet<string>>;
}

export type HostKind = 'github' | 'gitlab' | 'gitea';
