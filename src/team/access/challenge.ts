/** Refusals with the challenge of a protected resource (RFC 6750, RFC 9728, the protocol's authorisation). */
import type { AccessScope, Refusal } from './access.ts';

/** Why a request is refused. `none`: it has no token, which is no error yet. */
export interface Fault {
  status: 401 | 403;
  error: 'invalid_token' | 'insufficient_scope' | null;
  /** Fixed words for whoever holds the token: nothing of the token, of the catalogue or of an issuer. Without quotes and backslashes. */
  description: string | null;
  /** What a token needs; null where another token would not help. */
  scope: AccessScope | null;
}

export const noToken: Fault = { status: 401, error: null, description: null, scope: 'read' };

export function invalidToken(description: string): Fault {
  return { status: 401, error: 'invalid_token', description, scope: 'read' };
}

export function lacksScope(scope: AccessScope): Fault {
  const description = `The token does not have the scope ${scope}`;
  return { status: 403, error: 'insufficient_scope', description, scope };
}

export const unknownPrincipal: Fault = {
  status: 403,
  error: 'insufficient_scope',
  description: 'The token is valid, but the catalogue does not know whom it names',
  scope: null,
};

/** @param metadataUrl of the resource's metadata; null where no issuer is named, so that there is none */
export function refusalOf({ status, error, description, scope }: Fault, metadataUrl: string | null): Refusal {
  const parameters = [
    metadataUrl === null ? 'realm="code-scout"' : `resource_metadata="${metadataUrl}"`,
    ...(error === null ? [] : [`error="${error}"`]),
    ...(scope === null || metadataUrl === null ? [] : [`scope="${scope}"`]),
    ...(description === null ? [] : [`error_description="${description}"`]),
  ];
  return { status, challenge: `Bearer ${parameters.join(', ')}` };
}
