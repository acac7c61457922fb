/** Words and rows of the catalogue's contract that its parts share. */

export type RepositoryState = 'active' | 'archived' | 'forgotten';

export type JobState = 'waiting' | 'taken' | 'done' | 'failed' | 'superseded';

export type PrincipalKind = 'person' | 'robot' | 'group';
/** `index` includes `read`. */
export type Permission = 'read' | 'index';

export interface Principal {
  id: number;
  kind: PrincipalKind;
  name: string;
}

export interface TokenRow {
  /** The first half of the digest. */
  id: string;
  principal: number;
  name: string;
  repositories: number[] | null;
  may: Permission;
  administers: boolean;
  state: 'valid' | 'expired' | 'revoked';
  /** How long it is still valid (ms); 0 where it is not. */
  validMs: number;
}

/** How the catalogue knows a worker: its name, and what no other of this name has. @param id 12 hexadecimal digits */
export function keyOfWorker(name: string, id: string): string {
  return `${name}#${id}`;
}

/** For people. The key of a worker of an earlier version is its name. */
export function nameOfWorker(key: string): string {
  return key.replace(/#[0-9a-f]{12}$/, '');
}
