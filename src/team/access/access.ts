/**
 * What the sender of a request may see, and how a request is refused. The interface between those who know (the catalogue, an issuer of tokens) and
 * those who serve.
 */

/** `index` includes `read`. `admin`: the administration of the tenant, which gives no code to read. */
export type AccessScope = 'read' | 'index' | 'admin';

export interface Access {
  /** Id of the principal in the catalogue. */
  readonly principal: number;
  /** Its name, for logs and the audit. */
  readonly name: string;
  /** Ids of the repositories that it may read. Whatever is outside of them must not show, in no answer, count, order, error or metric. */
  readonly repositories: ReadonlySet<number> | 'all';
  readonly scopes: ReadonlySet<AccessScope>;
}

export interface Refusal {
  /** 401: without a token, or with one that is not valid. 403: with a valid one that may not do this. */
  readonly status: 401 | 403;
  /** The value of the header WWW-Authenticate. */
  readonly challenge: string;
}

export interface AccessChecker {
  /**
   * @param authorization the value of the header Authorization
   * @returns rejects with an `AppError` where it cannot be known, since the catalogue cannot be asked: the request is then to be answered with 503
   */
  check(authorization: string | undefined): Promise<Access | Refusal>;
}

export function isRefusal(checked: Access | Refusal): checked is Refusal {
  return 'challenge' in checked;
}
