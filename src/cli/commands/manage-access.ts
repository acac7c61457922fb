/** The part of `code-scout catalogue` about people, robots, groups, grants and tokens: who may see what. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ListedPrincipal, Permission, PrincipalKind } from '../../engine/worker/administer-access.ts';
import type { AppConfig } from '../../config/options.ts';
import type { Catalogue } from '../../engine/worker/administration.ts';
import type { ImportedGrants } from '../../engine/worker/import-grants.ts';
import { AppError } from '../../model/error.ts';
import { numberOption } from '../global-options.ts';
import { exitCode, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { foldText } from '../terminal/fold.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { plural } from '../terminal/quantities.ts';

export interface AccessOptions {
  may?: string;
  all?: boolean;
  only?: string[];
  note?: string;
  days?: string;
  add?: boolean;
  dryRun?: boolean;
  tokenFile?: string;
  map?: string;
  everyone?: string;
  limit?: string;
}

/** What stands after each action, with the options of each. */
export const accessActions = {
  person: { words: 'add|remove|list [NAME]', example: 'person add ann', options: [] },
  robot: { words: 'add|remove|list [NAME]', example: 'robot add ci', options: [] },
  group: { words: 'add|remove|list|join|leave [GROUP] [WHO]', example: 'group join ops ann', options: [] },
  grant: {
    words: 'WHO REPOSITORY | WHO --all | WHO --may admin',
    example: 'grant ann git.example.org/team/shop',
    options: ['may', 'all'],
  },
  revoke: {
    words: 'WHO REPOSITORY | WHO --all | WHO --may admin',
    example: 'revoke ann git.example.org/team/shop',
    options: ['may', 'all'],
  },
  grants: {
    words: 'list | import FILE | fetch HOST URL',
    example: 'grants import grants.json',
    options: ['add', 'dryRun', 'tokenFile', 'map', 'everyone'],
  },
  token: {
    words: 'create|list|revoke [WHO or ID]',
    example: 'token create ann --note laptop',
    options: ['may', 'only', 'note', 'days'],
  },
  audit: { words: '', example: 'audit --limit 100', options: ['limit'] },
} as const satisfies Record<string, { words: string; example: string; options: readonly (keyof AccessOptions)[] }>;
export type AccessAction = keyof typeof accessActions;

export function isAccessAction(action: string): action is AccessAction {
  return Object.hasOwn(accessActions, action);
}

export interface AccessWork {
  action: AccessAction;
  /** What stands after the action. */
  words: readonly string[];
  options: AccessOptions;
}

export interface Place {
  catalogue: Catalogue;
  terminal: Terminal;
  asJson: boolean;
  /** Of the user. */
  config: AppConfig;
  access: typeof import('../../engine/worker/administer-access.ts');
}

const maxFileBytes = 64 * 1024 * 1024;
const usualDays = 90;

/** @param written absent: what stands after the action */
export function wrongWords(action: AccessAction, written: string = accessActions[action].words): AppError {
  return new AppError(
    'ValidationError',
    `\`catalogue ${action}\` is written: catalogue ${action}${written === '' ? '' : ` ${written}`}`,
    { hint: `Such as: code-scout catalogue ${accessActions[action].example}` },
  );
}

export async function manageAccess(
  catalogue: Catalogue,
  request: { terminal: Terminal; asJson: boolean; config: AppConfig },
  work: AccessWork,
): Promise<ExitCode> {
  const place: Place = { catalogue, ...request, access: await import('../../engine/worker/administer-access.ts') };
  const { action, words, options } = work;
  switch (action) {
    case 'person':
    case 'robot':
    case 'group':
      return managePrincipals(place, action, words);
    case 'grant':
    case 'revoke':
      return manageGrant(place, work);
    case 'grants':
      return manageGrants(place, words, options);
    case 'token':
      return manageTokens(place, words, options);
    case 'audit':
      return showAudit(place, words, options);
  }
}

function say({ terminal, asJson }: Place, data: unknown, lines: readonly string[]): ExitCode {
  if (asJson) terminal.out(printableJson(data));
  else for (const line of lines) terminal.out(foldText(printable(line), terminal.width));
  return exitCode.ok;
}

/** Throws a `ValidationError`. */
function permissionOf(given = 'read'): Permission | 'admin' {
  if (given === 'read' || given === 'index' || given === 'admin') return given;
  throw new AppError('ValidationError', '--may must be read, index or admin', {
    hint: 'Who may index a repository may read it, too. Who may administer sees the state of all, and no code by that.',
    details: { field: '--may', expected: 'read, index or admin', received: given },
  });
}

/** What stays of somebody is said, because a person may ask for it. */
async function removePrincipal(place: Place, kind: PrincipalKind, name: string): Promise<ExitCode> {
  const { catalogue, access } = place;
  const { tokens } = await access.removePrincipal(catalogue, kind, name);
  const who = access.writtenName({ kind, name });
  const { audit, tokens: listed } = await access.keptDays(catalogue);
  return say(place, { removed: who, revokedTokens: tokens, auditDays: audit, tokenDays: listed }, [
    `${who} is not known any more: ${tokens === 0 ? 'it had no token' : `${plural(tokens, 'token')} revoked`}, its grants and memberships gone`,
    `What was noted of it stays for ${plural(audit, 'day')}, and the notes of its tokens for ${listed} (\`code-scout catalogue limit\`)`,
  ]);
}

async function managePrincipals(place: Place, kind: PrincipalKind, words: readonly string[]): Promise<ExitCode> {
  const { catalogue, access } = place;
  const [verb, name, member] = words;
  const isMembership = kind === 'group' && (verb === 'join' || verb === 'leave');
  if (
    words.length > (isMembership ? 3 : 2) ||
    (name === undefined) !== (verb === 'list') ||
    (isMembership && member === undefined)
  )
    throw wrongWords(kind);
  switch (verb) {
    case 'add': {
      const added = await access.addPrincipal(catalogue, kind, name!);
      return say(place, added, [
        `${access.writtenName(added)} is known; it may see nothing until it is granted something`,
      ]);
    }
    case 'remove':
      return removePrincipal(place, kind, name!);
    case 'list':
      return listPrincipals(place, kind);
    case 'join':
    case 'leave':
      if (!isMembership) throw wrongWords(kind);
      await access.changeMember(catalogue, { group: name!, member: member!, joins: verb === 'join' });
      return say(place, { group: name, member, joins: verb === 'join' }, [`${member} ${verb === 'join' ? 'is a member of' : 'has left'} group:${name}`]); // prettier-ignore
    default:
      throw wrongWords(kind);
  }
}

function describe({ who, kind, administers, of, grants, tokens }: ListedPrincipal): string {
  const may = grants.map(
    ({ repository, may: what }) => `${what === 'index' ? 'index ' : ''}${repository ?? 'all repositories'}`,
  );
  const parts = [
    [...(administers ? ['administrator'] : []), may.length === 0 ? 'nothing of its own' : may.join(', ')].join(', '),
    ...(of.length === 0 ? [] : [`${kind === 'group' ? 'members' : 'in'} ${of.join(', ')}`]),
    ...(tokens === 0 ? [] : [plural(tokens, 'token')]),
  ];
  return `${who}  ${parts.join('; ')}`;
}

/** @param kind null: all */
async function listPrincipals(place: Place, kind: PrincipalKind | null): Promise<ExitCode> {
  const found = await place.access.listPrincipals(place.catalogue, kind);
  if (found.length > 0) return say(place, found, found.map(describe));
  say(place, found, [`The catalogue knows no ${kind ?? 'person, robot or group'} yet`]);
  return exitCode.nothing;
}

async function manageGrant(place: Place, { action, words, options }: AccessWork): Promise<ExitCode> {
  const [who, repository] = words;
  const isAll = options.all === true;
  const may = permissionOf(options.may);
  const gives = action === 'grant';
  if (may === 'admin') return manageAdministrator(place, { action, words, options });
  if (who === undefined || words.length > 2 || (repository === undefined) !== isAll) throw wrongWords(action);
  await place.access.changeGrant(place.catalogue, { who, repository: repository ?? null, may }, gives);
  const what = isAll ? 'all repositories, also those that are added later' : repository!;
  return say(place, { who, repository: repository ?? null, may, granted: gives }, [
    gives ? `${who} may ${may} ${what}` : `${who} may not ${may} ${what} any more by a grant of its own`,
  ]);
}

/** An administrator is one of the whole tenant, so no repository is named. */
async function manageAdministrator(place: Place, { action, words, options }: AccessWork): Promise<ExitCode> {
  const [who, ...others] = words;
  if (who === undefined || others.length > 0 || options.all === true)
    throw new AppError('ValidationError', `An administrator is one of all: catalogue ${action} WHO --may admin`, {
      hint: 'Name no repository, and leave --all out.',
    });
  const gives = action === 'grant';
  await place.access.changeAdministrator(place.catalogue, who, gives);
  return say(place, { who, may: 'admin', granted: gives }, [
    gives
      ? `${who} is an administrator, with a token that was made with --may admin`
      : `${who} is no administrator any more by itself`,
  ]);
}

async function manageGrants(place: Place, words: readonly string[], options: AccessOptions): Promise<ExitCode> {
  const [verb, file] = words;
  if (verb === 'fetch') {
    const { fetchHostGrants } = await import('./fetch-host-grants.ts');
    return fetchHostGrants(place, words.slice(1), options);
  }
  if (verb === 'list' && words.length === 1) return listPrincipals(place, null);
  if (verb !== 'import' || file === undefined || words.length > 2) throw wrongWords('grants');
  for (const option of ['tokenFile', 'map', 'everyone'] as const)
    if (options[option] !== undefined)
      throw new AppError('ValidationError', `--${option === 'tokenFile' ? 'token-file' : option} is for grants fetch`, {
        hint: 'A file has the grants as the catalogue is to have them.',
      });
  const { importGrants, readGrantsFile } = await import('../../engine/worker/import-grants.ts');
  const grants = readGrantsFile(readText(resolve(place.terminal.workingDirectory, file), file));
  const isTrial = options.dryRun === true;
  const imported = await importGrants(place.catalogue, grants, { adds: options.add === true, isTrial });
  return sayImported(place, imported, isTrial);
}

/** @param more what else is told, as data and as lines before the sum */
export function sayImported(
  place: Place,
  imported: ImportedGrants,
  isTrial: boolean,
  more: { data: object; lines: readonly string[] } = { data: {}, lines: [] },
): ExitCode {
  const { changes, unknown } = imported;
  return say(place, { ...imported, ...more.data, done: !isTrial }, [
    ...changes,
    ...(unknown.length === 0
      ? []
      : [`Left out, since the catalogue does not know them (--add adds them): ${unknown.join(', ')}`]),
    ...more.lines,
    `${plural(changes.length, 'change')}${isTrial ? ' would be made' : ''}`,
  ]);
}

/** Throws an `AppError`. */
export function readText(path: string, shown: string): string {
  try {
    if (statSync(path).size <= maxFileBytes) return readFileSync(path, 'utf8');
  } catch (error) {
    throw new AppError('FileSystemError', `${shown} cannot be read`, { cause: error });
  }
  throw new AppError('ValidationError', `${shown} is larger than ${maxFileBytes / 1024 / 1024} MB`);
}

async function manageTokens(place: Place, words: readonly string[], options: AccessOptions): Promise<ExitCode> {
  const { catalogue, access, terminal, asJson } = place;
  const [verb, given] = words;
  if (words.length > 2 || (given === undefined) !== (verb === 'list')) throw wrongWords('token');
  if (verb === 'list') return listTokens(place);
  if (verb === 'revoke') {
    const id = await access.revokeToken(catalogue, given!);
    return say(place, { revoked: id }, [`The token ${id} is revoked; servers know it within two seconds`]);
  }
  if (verb !== 'create') throw wrongWords('token');
  const { note = '', only = null, may } = options;
  const days = numberOption('--days', options.days, usualDays, [1, 3650]);
  const asked = permissionOf(may);
  const administers = asked === 'admin';
  if (administers && only !== null)
    throw new AppError('ValidationError', '--only does not go with --may admin: an administrator sees the state of all repositories', { hint: 'Leave one of them out.' }); // prettier-ignore
  const wanted = { who: given!, note, only, may: administers ? ('index' as const) : asked, administers, days };
  const { token, id, notYet } = await access.createToken(catalogue, wanted);
  if (asJson) return say(place, { token, id, days, notYet }, []);
  // The token alone is on standard output, so that a script can put it where it belongs.
  const told = `Token ${id} of ${printable(given!)}, for ${plural(days, 'day')}. It is shown this once:`;
  terminal.err(foldText(told, terminal.errWidth));
  terminal.out(token);
  const lacking = `${printable(given!)} may not ${notYet.join(' or ')} yet, so neither may this token: see \`code-scout catalogue grant\``;
  if (notYet.length > 0) terminal.err(foldText(lacking, terminal.errWidth));
  return exitCode.ok;
}

async function listTokens(place: Place): Promise<ExitCode> {
  const found = await place.access.listTokens(place.catalogue);
  const lines = found.map(({ id, who, note, only, may, administers, state, daysLeft }) => {
    const parts = [
      state === 'valid' ? `${plural(daysLeft, 'day')} left` : state,
      ...(administers ? ['may administer'] : may === 'index' ? ['may index'] : []),
      ...(only === null ? [] : [`only ${only.length === 0 ? 'nothing' : only.join(', ')}`]),
      ...(note === '' ? [] : [note]),
    ];
    return `${id.slice(0, 12)}  ${who}  ${parts.join('; ')}`;
  });
  if (found.length > 0) return say(place, found, lines);
  say(place, found, ['There are no tokens yet']);
  return exitCode.nothing;
}

async function showAudit(place: Place, words: readonly string[], options: AccessOptions): Promise<ExitCode> {
  if (words.length > 0) throw wrongWords('audit');
  const found = await place.access.readAudit(place.catalogue, numberOption('--limit', options.limit, 50, [1, 10_000]));
  const lines = found.map(
    ({ atMs, who, what, words: about }) =>
      `${new Date(atMs).toISOString()}  ${who ?? 'command line or worker'}  ${what}${about === '' ? '' : `  ${about}`}`,
  );
  return say(place, found, lines);
}
