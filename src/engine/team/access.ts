/** Who may see what at a server of an organisation, by its catalogue and the settings of its administrator. */
import type { Catalogue } from '../../team/catalogue/catalogue.ts';
import type { IssuerSettings } from '../../team/access/issuer-settings.ts';
import { openChecker, type OpenChecker } from '../../team/access/open-checker.ts';
import { AppError } from '../../model/error.ts';
import type { AccessSettings, EngineConfig } from '../engine-options.ts';
import { teamSettings } from './team-settings.ts';

export type { OpenChecker };

/** Rejects with a `ConfigurationError` for settings that cannot be used. */
export async function openAccess(catalogue: Catalogue, config: EngineConfig): Promise<OpenChecker> {
  const issuer = config.access === undefined ? null : issuerOf(config.access);
  return openChecker(catalogue, issuer, teamSettings(config).allowHttp);
}

function issuerOf({ issuer, resource, audience, keys, algorithms, ...claims }: AccessSettings): IssuerSettings | null {
  if (issuer === '') return null;
  if (resource === '')
    throw new AppError('ConfigurationError', 'The server does not know its own address, which its access tokens name', {
      hint: 'Set `access.resource` to the address of its protocol as clients know it, such as https://code.example.org/mcp.',
      details: { field: 'access.resource', expected: 'an https URL', received: '' },
    });
  return {
    ...{ issuer, resource, algorithms },
    audience: audience === '' ? resource : audience,
    keysUrl: keys === '' ? null : keys,
    principalClaim: claims.principalClaim,
    groupsClaim: claims.groupsClaim === '' ? null : claims.groupsClaim,
  };
}
