/** Whose signed tokens are accepted, and what their claims mean: as the administrator has said it. */
import { AppError } from '../../model/error.ts';
import { isOwnMachine } from '../own-machine.ts';

export interface IssuerSettings {
  /** As in the claim `iss`, to the letter. */
  issuer: string;
  /** The address of this server's protocol as clients know it (`https://code.example.org/mcp`): its resource identifier. */
  resource: string;
  /** What the claim `aud` has to name. */
  audience: string;
  /** Where the issuer's keys are; null: where its metadata says, on its own host. */
  keysUrl: string | null;
  /** The signatures that are accepted (`RS256`). */
  algorithms: readonly string[];
  /** The claim with the name of a person in the catalogue. */
  principalClaim: string;
  /** The claim with the names of groups in the catalogue; null: none. */
  groupsClaim: string | null;
}

/** Only signatures by a secret key that the issuer alone has: with `HS256`, whoever knows the public key could sign. */
export const knownAlgorithms: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'],
  ...['EdDSA', 'Ed25519'],
];

/** Throws a `ConfigurationError`. @param allowsPlain whether another machine may be asked without TLS */
export function checkIssuer(settings: IssuerSettings, allowsPlain: boolean): IssuerSettings {
  checkUrl('issuer', settings.issuer, allowsPlain);
  checkUrl('resource', settings.resource, allowsPlain);
  if (settings.keysUrl !== null) checkUrl('keys', settings.keysUrl, allowsPlain);
  if (/[?#]/.test(settings.issuer)) throw invalid('issuer', 'a URL without a query', settings.issuer);
  if (settings.resource.includes('#')) throw invalid('resource', 'a URL without a fragment', settings.resource);
  const wrong = settings.algorithms.find((one) => !knownAlgorithms.includes(one));
  if (wrong !== undefined || settings.algorithms.length === 0)
    throw invalid('algorithms', `some of ${knownAlgorithms.join(', ')}`, wrong ?? '');
  return settings;
}

function checkUrl(field: string, given: string, allowsPlain: boolean): void {
  const url = URL.parse(given);
  if (
    url === null ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    url.username !== '' ||
    url.password !== '' ||
    /["\\\s]/.test(given)
  )
    // prettier-ignore
    throw invalid(field, 'an https URL', given);
  if (url.protocol === 'http:' && !isOwnMachine(url.hostname) && !allowsPlain)
    throw new AppError('ConfigurationError', `The ${field} of the access tokens is on another machine and has no TLS`, {
      hint: 'Give an https URL. `team.allowHttp` allows others, for tests.',
      details: { field: `access.${field}`, expected: 'an https URL', received: given },
    });
}

function invalid(field: string, expected: string, received: string): AppError {
  return new AppError('ConfigurationError', `\`access.${field}\` must be ${expected}`, {
    details: { field: `access.${field}`, expected, received },
  });
}
