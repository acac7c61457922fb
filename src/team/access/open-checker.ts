/** The checker of a server's requests, and what it publishes for clients that have no token yet. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { clockMs } from '../../util/clock.ts';
import type { AccessChecker } from './access.ts';
import { CatalogueChecker } from './catalogue-access.ts';
import { checkIssuer, type IssuerSettings } from './issuer-settings.ts';
import { metadataPaths, metadataUrlOf, resourceMetadata } from './resource-metadata.ts';

export interface OpenChecker {
  checker: AccessChecker;
  /** The paths at which the document is served to everybody; null without an issuer. */
  metadata: { paths: readonly string[]; document: object } | null;
}

/**
 * Throws a `ConfigurationError` for settings that cannot be used. Nothing is read of the issuer before the first of its tokens comes.
 * @param issuer null: only the catalogue's named tokens are accepted, and no network is used
 * @param allowsPlain whether an issuer on another machine may be asked without TLS
 */
export async function openChecker(
  catalogue: Catalogue,
  issuer: IssuerSettings | null,
  allowsPlain: boolean,
): Promise<OpenChecker> {
  if (issuer === null)
    return { checker: new CatalogueChecker({ catalogue, signed: null, metadataUrl: null }), metadata: null };
  checkIssuer(issuer, allowsPlain);
  const { SignedTokens } = await import('./signed-tokens.ts');
  const signed = new SignedTokens({ ...issuer, clock: clockMs, now: Date.now });
  return {
    checker: new CatalogueChecker({ catalogue, signed, metadataUrl: metadataUrlOf(issuer) }),
    metadata: { paths: metadataPaths(issuer), document: resourceMetadata(issuer) },
  };
}
