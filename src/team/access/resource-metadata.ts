/** What this server publishes of itself as a protected resource (RFC 9728), so that clients find the issuer of its tokens. */
import type { IssuerSettings } from './issuer-settings.ts';

const wellKnown = '/.well-known/oauth-protected-resource';

/** Where clients look for it: below the resource's own path, and at the host. */
export function metadataPaths({ resource }: Pick<IssuerSettings, 'resource'>): string[] {
  const path = new URL(resource).pathname.replace(/\/$/, '');
  return path === '' ? [wellKnown] : [`${wellKnown}${path}`, wellKnown];
}

/** The address for challenges. */
export function metadataUrlOf(settings: Pick<IssuerSettings, 'resource'>): string {
  return `${new URL(settings.resource).origin}${metadataPaths(settings)[0]}`;
}

export function resourceMetadata({ resource, issuer }: Pick<IssuerSettings, 'resource' | 'issuer'>): object {
  return {
    resource,
    authorization_servers: [issuer],
    // What is needed to ask. Who has something indexed asks for `index` besides.
    scopes_supported: ['read'],
    bearer_methods_supported: ['header'],
    resource_name: 'Code Scout',
  };
}
