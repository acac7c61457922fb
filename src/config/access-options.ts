/**
 * The options of `access.`, a part of the table in options.ts: whose access tokens a server of an organisation accepts besides its own.
 * Invariant: the project's file cannot set them, since they say who may see what, and whom the server asks over the network.
 */
import type { Option } from './option.ts';

const url = /^(?:https?:\/\/[^\s/?#@"\\]+(?:\/[^\s?#"\\]*)?)?$/i;
const claim = /^[^\0\r\n]{1,200}$/;

export const accessOptions = {
  'access.issuer': {
    type: 'text',
    default: '',
    form: 'an https URL',
    pattern: url,
    trust: 'user',
    description:
      'The issuer of OAuth access tokens that a server of an organisation accepts, as it names itself in the claim `iss`. Its metadata and keys are read when the first token comes. ' +
      'Empty: only the catalogue’s named tokens are accepted, and no issuer is asked.',
  },
  'access.resource': {
    type: 'text',
    default: '',
    form: 'an https URL',
    pattern: url,
    trust: 'user',
    description:
      'The address of the server’s protocol as clients know it (`https://code.example.org/mcp`). Clients ask the issuer for a token for this resource.',
  },
  'access.audience': {
    type: 'text',
    default: '',
    form: 'a text of up to 500 characters',
    pattern: /^[^\0\r\n]{0,500}$/,
    trust: 'user',
    description: 'What the claim `aud` of a token must name. Empty: `access.resource`.',
  },
  'access.keys': {
    type: 'text',
    default: '',
    form: 'an https URL',
    pattern: url,
    trust: 'user',
    description: 'Where the issuer’s keys are (a JWK set). Empty: where its metadata says, if that is on its own host.',
  },
  'access.algorithms': {
    type: 'list',
    default: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    entry: 'algorithm of a signature',
    pattern: /^[A-Za-z0-9]{1,10}$/,
    trust: 'user',
    description:
      'The signatures of tokens that are accepted: of the kinds RS, PS and ES with 256, 384 or 512, EdDSA and Ed25519.',
  },
  'access.principalClaim': {
    type: 'text',
    default: 'sub',
    form: 'the name of a claim',
    pattern: claim,
    trust: 'user',
    description:
      'The claim with the name of a person, as the catalogue knows it. The issuer must not let people choose its value themselves.',
  },
  'access.groupsClaim': {
    type: 'text',
    default: '',
    form: 'the name of a claim',
    pattern: /^[^\0\r\n]{0,200}$/,
    trust: 'user',
    description:
      'The claim with the names of a person’s groups, as the catalogue knows them. Empty: the catalogue’s memberships alone count.',
  },
} as const satisfies Record<string, Option>;
