/** `code-scout catalogue grants fetch`: asks a git host who may read what, and has the catalogue say the same. It leaves the machine: the host is sent the token. */
import { resolve } from 'node:path';
import type { HostKind } from '../../engine/host-grants/fetch-grants.ts';
import { AppError } from '../../model/error.ts';
import type { ExitCode } from '../exit-codes.ts';
import { foldText } from '../terminal/fold.ts';
import { printable } from '../terminal/printable.ts';
import { readText, sayImported, wrongWords, type AccessOptions, type Place } from './manage-access.ts';

/** Names in a line; the others are counted. */
const mostShown = 20;

/** @param words the kind of host and its address */
export async function fetchHostGrants(
  place: Place,
  words: readonly string[],
  options: AccessOptions,
): Promise<ExitCode> {
  const { terminal, catalogue, config } = place;
  const { workingDirectory } = terminal;
  const { fetchGrants, hostKinds } = await import('../../engine/host-grants/fetch-grants.ts');
  const { importGrants } = await import('../../engine/worker/import-grants.ts');
  const [given, address] = words;
  const kind = hostKinds.find((one) => one === given);
  if (kind === undefined || address === undefined || words.length > 2) throw wrongHost(hostKinds);
  const { tokenFile, map, everyone = null, add: adds = false, dryRun: isTrial = false } = options;
  if (tokenFile === undefined)
    throw new AppError('ValidationError', '--token-file is missing: grants fetch asks the host with a token', { hint: 'Write the token into a file that only you can read. On the command line others of this machine would see it.' }); // prettier-ignore
  const read = (path: string): string => readText(resolve(workingDirectory, path), path);
  const { grants, forAll, unnamed, suspended } = await fetchGrants(catalogue, {
    ...{ kind, address, everyone, adds, allowsPlain: config.team.allowHttp },
    token: tokenIn(read(tokenFile), tokenFile),
    names: map === undefined ? null : namesIn(read(map), map),
    client: {
      signal: terminal.cancellation(),
      onWait: (ms) => terminal.err(foldText(`Waits ${Math.ceil(ms / 1000)} s for the limit of requests of the host`, terminal.errWidth)), // prettier-ignore
    },
  });
  const imported = await importGrants(catalogue, grants, { adds, isTrial });
  return sayImported(place, imported, isTrial, {
    data: { asked: Object.keys(grants.repositories).length, forAll, unnamed, suspended },
    lines: [
      ...(unnamed.length === 0 ? [] : [`Left out, since ${map!} does not name them: ${some(unnamed)}`]),
      ...(suspended.length === 0 ? [] : [`Left out, since the host has shut their accounts: ${some(suspended)}`]),
      ...(forAll.length === 0 || everyone !== null ? [] : [`Everybody at the host may read these, here only who is named there (--everyone WHO lets others): ${some(forAll)}`]), // prettier-ignore
    ],
  });
}

function wrongHost(kinds: readonly HostKind[]): AppError {
  return wrongWords('grants', `fetch ${kinds.join('|')} URL --token-file FILE`);
}

function some(names: readonly string[]): string {
  const more = names.length - mostShown;
  return `${names.slice(0, mostShown).map(printable).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Throws a `ValidationError`, which does not show it. */
function tokenIn(text: string, file: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]{1,4096}$/.test(token)) return token;
  throw new AppError('ValidationError', `${file} has no token: it has to be one line of printable characters`);
}

/** By login in lower case. Throws a `ValidationError`. */
function namesIn(text: string, file: string): Map<string, string | null> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const isMap =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((name) => name === null || typeof name === 'string');
  if (isMap) return new Map(Object.entries(value as Record<string, string | null>).map(([login, name]) => [login.toLowerCase(), name])); // prettier-ignore
  throw new AppError('ValidationError', `${file} is no map of logins`, {
    hint: 'Its form: {"ann-at-the-host": "ann", "build-bot": "robot:ci", "guest": null}. Null leaves somebody out.',
  });
}
