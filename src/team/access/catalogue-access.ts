/**
 * Who may see what, by the catalogue: a named token of its own, or a token that an issuer has signed for somebody whom the catalogue knows.
 * Invariants: what is kept was true at an access version of the catalogue that is at most `versionMs` old, so a revocation acts within that time and the
 * question for the version. Where the catalogue cannot be asked, what is kept is good for `graceMs`; after that nothing is.
 */
import type { Catalogue, PrincipalScope } from '../catalogue/catalogue.ts';
import { CatalogueError } from '../catalogue/catalogue.ts';
import { isToken, tokenDigest } from '../catalogue/tokens.ts';
import { clockMs } from '../../util/clock.ts';
import { RecentlyUsed } from '../../util/recently-used.ts';
import type { Access, AccessChecker, AccessScope, Refusal } from './access.ts';
import { invalidToken, lacksScope, noToken, refusalOf, unknownPrincipal, type Fault } from './challenge.ts';
import type { SignedSubject } from './signed-tokens.ts';

/** What the catalogue's checker tells besides. */
export interface CatalogueAccess extends Access {
  readonly repositories: ReadonlySet<number>;
  /** Those of `repositories` that it may have indexed. Empty without the scope `index`. */
  readonly indexable: ReadonlySet<number>;
}

export interface CatalogueCheckerOptions {
  catalogue: Pick<Catalogue, 'location' | 'accessVersion' | 'scopeOf' | 'scopeOfPrincipal'>;
  /** Null: no issuer is named, and only named tokens are accepted. */
  signed: { check(token: string): Promise<SignedSubject | Fault> } | null;
  /** Where the metadata of the resource is (`metadataUrlOf`); null without an issuer. */
  metadataUrl: string | null;
  /** Monotonic (ms). */
  clock?: () => number;
  /** How old the access version may be (ms). */
  versionMs?: number;
  /** How long the catalogue may take to answer (ms). */
  waitMs?: number;
  /** How long what is kept is good while the catalogue cannot be asked (ms). */
  graceMs?: number;
}

/** A scope of the catalogue, or null where it knows none, and how long it may be kept. */
interface Kept {
  scope: PrincipalScope | null;
  /** By the clock (ms). */
  until: number;
}

/** How often a scope is asked for that is of an older version than is known. */
const maxTries = 3;
const keptBytes = 32 * 1024 * 1024;

export class CatalogueChecker implements AccessChecker {
  readonly #options: CatalogueCheckerOptions;
  readonly #clock: () => number;
  readonly #versionMs: number;
  readonly #waitMs: number;
  readonly #graceMs: number;
  readonly #kept = new RecentlyUsed<string, Kept>(keptBytes);
  readonly #asking = new Map<string, Promise<PrincipalScope | null>>();
  #version = -1;
  /** When the version was asked for that is kept, and when it was tried last. */
  #versionAt = -Infinity;
  #triedAt = -Infinity;
  #askingVersion: Promise<void> | null = null;

  constructor(options: CatalogueCheckerOptions) {
    const { clock = clockMs, versionMs = 1000, waitMs = 2000, graceMs = 60_000 } = options;
    this.#options = options;
    this.#clock = clock;
    this.#versionMs = versionMs;
    this.#waitMs = waitMs;
    this.#graceMs = graceMs;
  }

  async check(authorization: string | undefined): Promise<CatalogueAccess | Refusal> {
    const found = await this.#find(authorization);
    return 'principal' in found ? found : refusalOf(found, this.#options.metadataUrl);
  }

  async #find(authorization: string | undefined): Promise<CatalogueAccess | Fault> {
    const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return noToken;
    if (isToken(token)) return this.#findNamed(token);
    const { signed } = this.#options;
    if (signed === null || token.split('.').length !== 3) return invalidToken('The token is not known here');
    return this.#findSigned(await signed.check(token));
  }

  async #findNamed(token: string): Promise<CatalogueAccess | Fault> {
    const digest = tokenDigest(token);
    const scope = await this.#scope(digest, () => this.#options.catalogue.scopeOf(digest));
    return scope === null
      ? invalidToken('The token is not known, has expired, or was revoked')
      : accessOf(scope, everyScope);
  }

  async #findSigned(subject: SignedSubject | Fault): Promise<CatalogueAccess | Fault> {
    if ('status' in subject) return subject;
    if (!subject.scopes.has('read')) return lacksScope('read');
    const { kind, name, groups, scopes } = subject;
    const named = { kind, name, groups: [...new Set(groups)].toSorted() };
    const scope = await this.#scope(JSON.stringify(named), () => this.#options.catalogue.scopeOfPrincipal(named));
    return scope === null ? unknownPrincipal : accessOf(scope, scopes);
  }

  /** What is kept by this key, or the catalogue's answer. Several requests at once ask once. */
  async #scope(key: string, ask: () => Promise<PrincipalScope | null>): Promise<PrincipalScope | null> {
    await this.#makeCurrent();
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > this.#clock()) return kept.scope;
    let asking = this.#asking.get(key);
    if (asking === undefined) {
      asking = this.#ask(key, ask).finally(() => this.#asking.delete(key));
      this.#asking.set(key, asking);
    }
    return asking;
  }

  async #ask(key: string, ask: () => Promise<PrincipalScope | null>): Promise<PrincipalScope | null> {
    for (let tries = 1; ; tries++) {
      const [version, startedAt] = [this.#version, this.#clock()];
      const scope = await this.#inTime(ask());
      // It may be of a newer version than is known, or of an older one than another request has heard of meanwhile.
      if (scope !== null && scope.accessVersion > this.#version) this.#takeVersion(scope.accessVersion);
      if ((scope?.accessVersion ?? version) >= this.#version) {
        const validMs = scope !== null && 'validMs' in scope ? Number(scope.validMs) : Infinity;
        const bytes = 200 + 2 * key.length + 16 * (scope?.read.length ?? 0);
        this.#kept.set(key, { scope, until: startedAt + validMs }, bytes);
        return scope;
      }
      // The catalogue may have been restored from a backup, and then the next question for the version says so.
      if (tries === maxTries) return scope;
    }
  }

  #takeVersion(version: number): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#kept.clear();
  }

  /** Rejects with a `CatalogueError` where nothing that is kept is good any more. */
  async #makeCurrent(): Promise<void> {
    const now = this.#clock();
    if (now - this.#versionAt < this.#versionMs) return;
    try {
      // After a failure not every request tries again.
      const hasFailed = this.#askingVersion === null && now - this.#triedAt < this.#versionMs;
      if (!hasFailed || now - this.#versionAt >= this.#graceMs) await (this.#askingVersion ??= this.#askVersion());
    } catch (error) {
      if (now - this.#versionAt >= this.#graceMs) throw error;
    }
  }

  async #askVersion(): Promise<void> {
    this.#triedAt = this.#clock();
    const askedAt = this.#triedAt;
    try {
      this.#takeVersion(await this.#inTime(this.#options.catalogue.accessVersion()));
      this.#versionAt = askedAt;
    } finally {
      this.#askingVersion = null;
    }
  }

  async #inTime<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const { location } = this.#options.catalogue;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new CatalogueError(location, 'does not answer')), this.#waitMs);
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }
}

/** A token of the catalogue is narrowed there, and needs no scopes. */
const everyScope: ReadonlySet<AccessScope> = new Set(['read', 'index', 'admin']);

function accessOf(
  { principal, read, index, administers }: PrincipalScope,
  allowed: CatalogueAccess['scopes'],
): CatalogueAccess {
  const indexable = new Set(allowed.has('index') ? index : []);
  const scopes: AccessScope[] = ['read'];
  if (indexable.size > 0) scopes.push('index');
  if (administers && allowed.has('admin')) scopes.push('admin');
  return {
    principal: principal.id,
    name: principal.name,
    repositories: new Set(read),
    scopes: new Set(scopes),
    indexable,
  };
}
