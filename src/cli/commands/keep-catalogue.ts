/** The part of `code-scout catalogue` that keeps it going: what is missing in the page store, limits, backups, and the time after one was restored. */
import { resolve } from 'node:path';
import { formatBytes, parseBytes } from '../../config/values.ts';
import type { LimitName } from '../../engine/worker/administration.ts';
import { AppError } from '../../model/error.ts';
import { exitCode, type ExitCode } from '../exit-codes.ts';
import { formatCount, plural } from '../terminal/quantities.ts';
import { say, storeFor, type CatalogueOptions, type Place } from './manage-catalogue.ts';

export interface KeepWork {
  action: 'check' | 'limit' | 'backup' | 'restored';
  words: readonly string[];
  options: CatalogueOptions;
}

export async function keepCatalogue(place: Place, { action, words, options }: KeepWork): Promise<ExitCode> {
  switch (action) {
    case 'check':
      return check(place, options);
    case 'limit':
      return limit(place, words);
    case 'backup':
      return backup(place, words[0]!);
    case 'restored':
      return restored(place, options.keepTokens === true);
  }
}

async function check(place: Place, options: CatalogueOptions): Promise<ExitCode> {
  const { heads, missing } = await place.team.checkStore(place.catalogue, storeFor(place, options));
  const text =
    missing.length === 0
      ? `The page store has the snapshots of all ${plural(heads, 'head')}`
      : [...missing.map((one) => `Missing: ${one}`), `${formatCount(missing.length)} of ${plural(heads, 'head')} ${missing.length === 1 ? 'is' : 'are'} not in the page store; workers make them again, each at most every ten minutes`].join('\n'); // prettier-ignore
  say(place, { heads, missing }, text);
  return missing.length === 0 ? exitCode.ok : exitCode.nothing;
}

const meanings: Readonly<Record<LimitName, string>> = {
  repositories: 'how many there may be',
  store: 'what snapshots may take in the page store',
  audit: 'how long changes are noted',
  tokens: 'how long expired and revoked tokens are listed',
  history: 'how long messages of git hosts, earlier pushes and their jobs, and deleted branches are known',
};

function isLimit(name: string): name is LimitName {
  return Object.hasOwn(meanings, name);
}

function valueText(name: LimitName, most: number | null): string {
  if (most === null) return 'no limit';
  if (name === 'store') return formatBytes(most);
  return name === 'repositories' ? formatCount(most) : plural(most, 'day');
}

async function limit(place: Place, [name, value, ...others]: readonly string[]): Promise<ExitCode> {
  const { catalogue, team } = place;
  if (name === undefined) return listLimits(place);
  if (!isLimit(name) || value === undefined || others.length > 0)
    throw new AppError('ValidationError', '`catalogue limit` is written: catalogue limit NAME NUMBER, or catalogue limit NAME usual', { hint: `The names are ${Object.keys(meanings).join(', ')}.` }); // prettier-ignore
  const most = value === 'usual' ? null : numberOf(name, value);
  await catalogue.setLimit(name, most);
  const shown = valueText(name, most ?? team.usualLimits[name]);
  return say(place, { name, most }, `${name}: ${shown}${most === null ? ', as usual' : ''}`);
}

function numberOf(name: LimitName, value: string): number {
  const number = name === 'store' ? parseBytes(value) : /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(number) && number > 0) return number;
  const expected = name === 'store' ? 'a size such as 500GB' : 'a whole number above 0';
  throw new AppError('ValidationError', `The limit ${name} must be ${expected}, or \`usual\``, { details: { field: name, expected, received: value } }); // prettier-ignore
}

async function listLimits(place: Place): Promise<ExitCode> {
  const { catalogue, team } = place;
  const set = new Map((await catalogue.counts()).limits.map((one) => [one.name, one]));
  const names = Object.keys(meanings).filter(isLimit);
  const rows = names.map((name) => ({ name, most: set.get(name)?.most ?? team.usualLimits[name], used: set.get(name)?.used ?? null, isSet: set.has(name) })); // prettier-ignore
  const lines = rows.map(({ name, most, used, isSet }) => {
    const now = used === null ? '' : `, ${valueText(name, used)} in use`;
    return `${name}  ${valueText(name, most)}${isSet ? '' : ' (usual)'}${now}  ${meanings[name]}`;
  });
  return say(place, rows, lines.join('\n'));
}

async function backup(place: Place, file: string): Promise<ExitCode> {
  const { catalogue, request } = place;
  if (catalogue.backup === null)
    throw new AppError('ValidationError', 'A catalogue in PostgreSQL is copied by its own program', { hint: 'Use `pg_dump` as a user whom row-level security does not bind, such as postgres.' }); // prettier-ignore
  const path = resolve(request.terminal.workingDirectory, file);
  await catalogue.backup(path);
  return say(place, { file: path }, `${path} is a copy of the catalogue, of all tenants. To restore it, stop all programs, put it in the place of the catalogue, and run \`code-scout catalogue restored\``); // prettier-ignore
}

async function restored(place: Place, keepsTokens: boolean): Promise<ExitCode> {
  const done = await place.catalogue.markRestored(keepsTokens);
  const { lastChangeMs, revokedTokens } = done;
  const until = lastChangeMs === null ? 'of no change' : `of changes until ${new Date(lastChangeMs).toISOString()}`;
  const lines = [
    `The catalogue knows ${until}. What was changed after that has to be changed again: see \`catalogue audit\`, \`person list\`, \`grants list\` and \`list\``,
    tokenLine(keepsTokens, revokedTokens),
    'All git hosts are asked for pushes now, and what was in work is done again. `catalogue check` looks for snapshots that are not there any more',
  ];
  return say(place, { lastChange: lastChangeMs === null ? null : new Date(lastChangeMs).toISOString(), revokedTokens }, lines.join('\n')); // prettier-ignore
}

function tokenLine(keepsTokens: boolean, revoked: number): string {
  if (keepsTokens) return 'Tokens that were revoked after that are valid again: revoke them';
  if (revoked === 0) return 'There was no valid token';
  return `${plural(revoked, 'token')} revoked, because nobody knows which were so after that: make new ones with \`catalogue token create\``;
}
