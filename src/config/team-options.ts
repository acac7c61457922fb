/**
 * The options of `team.`, a part of the table in options.ts.
 * Invariant: the project's file cannot set them, since they use the network and say whose indexes are trusted.
 */
import type { Option } from './option.ts';

export const teamOptions = {
  'team.url': {
    type: 'text',
    default: '',
    form: 'the absolute path of a folder, an https URL, s3://bucket/prefix, or postgresql://user@host/database',
    // Passwords are refused, because the setting is shown in messages; that of PostgreSQL is in PGPASSWORD or in ~/.pgpass.
    pattern:
      /^(?:postgres(?:ql)?:\/\/(?:[^\s/?#@:]+@)?[^\s/?#@]*\/[^\s?#]+(?:\?(?!\S*password)[^\s#]*)?|https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?|s3:\/\/\S+|\/[^\0\r\n]*|[A-Za-z]:[\\/][^\0\r\n]*)?$/i,
    trust: 'user',
    flag: '--team STORE',
    description:
      'A page store with snapshots of indexes, which `code-scout snapshot push` writes. The first index of a clone begins with the snapshot that is nearest to its commit, and ' +
      'reads only the files that differ. Empty: none. For S3 the variables are `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION` and `AWS_ENDPOINT_URL`; ' +
      'a server gets the token in `CODE_SCOUT_TEAM_TOKEN`.',
  },
  'team.keys': {
    type: 'list',
    default: [],
    entry: 'public key as `code-scout snapshot keygen` prints it',
    pattern: /^ed25519:[A-Za-z0-9_-]{43}$/,
    trust: 'user',
    description:
      'Whose snapshots are trusted. Any other is refused. To change a key, list the new one beside the old one until all snapshots are signed by the new one.',
  },
  'team.repository': {
    type: 'text',
    default: '',
    form: 'a name of up to 500 characters',
    pattern: /^[^\0\r\n]{0,500}$/,
    trust: 'user',
    description:
      'The name of the repository in the page store. Empty: by the address of the remote `origin` (`github.com/owner/name`).',
  },
  'team.waitMs': {
    type: 'integer',
    default: 2000,
    min: 100,
    max: 3_600_000,
    trust: 'user',
    description:
      'How long the first index waits for the page store, in milliseconds; then it is made from nothing. `code-scout snapshot pull` waits as long as it takes.',
  },
  'team.allowHttp': {
    type: 'boolean',
    default: false,
    trust: 'user',
    description: 'Whether a page store on another machine may be asked without TLS.',
  },
} as const satisfies Record<string, Option>;
