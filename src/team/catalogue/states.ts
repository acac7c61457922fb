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
