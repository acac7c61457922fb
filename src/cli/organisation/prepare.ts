/**
 * Makes what an organisation's server needs, by the commands that an administrator would type. Each step does nothing where it was done before, so a
 * start that was broken off goes on where it was.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { readSigningKey } from '../../engine/team/snapshots.ts';
import type { Catalogue } from '../../engine/worker/administration.ts';
import { AppError } from '../../model/error.ts';
import { plural } from '../terminal/quantities.ts';
import type { AskedRepository } from './asked-repositories.ts';
import type { OrganisationFolder } from './folder.ts';
import { runCommand, type OwnProgram } from './own-program.ts';
import type { Say } from './supervisor.ts';

export interface Site {
  folder: OrganisationFolder;
  own: OwnProgram;
  say: Say;
  signal: AbortSignal;
}

/** How many git hosts are asked at the same time. */
const asksAtOnce = 4;

export const keyFileOf = (folder: OrganisationFolder): string => folder.in('worker-key.pem');
export const publicKeyFileOf = (folder: OrganisationFolder): string => folder.in('worker-key.pub');
export const secretFileOf = (folder: OrganisationFolder): string => folder.in('hook-secret.txt');
/** The token of the same person that administers: whoever gets the other one, as an agent does, administers nothing. */
export const adminTokenFileOf = (folder: OrganisationFolder): string => folder.in('admin-token.txt');
export const tokenFileOf = (folder: OrganisationFolder): string => folder.in('token.txt');

/** The tables, and the key of the workers. Returns the public key. */
export async function prepareStores({ folder, own, say, signal }: Site): Promise<string> {
  await runCommand(own, ['catalogue', 'init'], signal).catch((error: unknown) => {
    folder.unmake();
    throw error;
  });
  say('catalogue', `${folder.places.catalogue} is ready`);
  const [file, publicFile] = [keyFileOf(folder), publicKeyFileOf(folder)];
  if (!existsSync(file)) await runCommand(own, ['snapshot', 'keygen', '--key', file], signal);
  const key = readSigningKey(file).public.text;
  if (!existsSync(publicFile)) {
    writeFileSync(publicFile, `${key}\n`);
    say('keys', `workers sign with ${file}; clones trust the key in ${publicFile}`);
  }
  return key;
}

/** The file with the secret that git hosts send. */
export function prepareHookSecret({ folder, say }: Site): string {
  const file = secretFileOf(folder);
  if (!existsSync(file)) {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    say('keys', `git hosts send the secret in ${file}`);
  }
  return file;
}

/**
 * The first person, who sees all repositories and administers the server, with a token for each in a file. Where the catalogue knows people already, there is nothing to do.  Returns the file of
 * the token that reads; null where there is none.
 */
export async function preparePerson(
  { folder, own, say, signal }: Site,
  catalogue: Catalogue,
  person: string,
): Promise<string | null> {
  const file = tokenFileOf(folder);
  if (folder.person !== null) return existsSync(file) ? file : null;
  const [people, tokens] = await Promise.all([catalogue.listPrincipals(), catalogue.listTokens()]);
  const begun = people.find(({ kind, name }) => kind === 'person' && name === person);
  if (people.length > 0 && (begun === undefined || tokens.some(({ principal, administers }) => principal === begun.id && !administers))) {
    say('people', `the catalogue knows ${plural(people.length, 'person, robot or group', 'people, robots and groups')}; nobody is added`);
    return null;
  } // prettier-ignore
  if (begun === undefined) await runCommand(own, ['catalogue', 'person', 'add', person], signal);
  await runCommand(own, ['catalogue', 'grant', person, '--all'], signal);
  await runCommand(own, ['catalogue', 'grant', person, '--may', 'admin'], signal);
  const adminFile = adminTokenFileOf(folder);
  const createToken = async (into: string, args: readonly string[]): Promise<number> => {
    const { token, days } = (await runCommand(own, ['catalogue', 'token', 'create', person, ...args], signal)) as { token: string; days: number }; // prettier-ignore
    writeFileSync(into, `${token}\n`, { mode: 0o600 });
    return days;
  };
  await createToken(adminFile, ['--note', 'administration', '--may', 'admin']);
  // The last one: with it, nothing of this is done again.
  const days = await createToken(file, ['--note', 'first']);
  folder.person = person;
  say('people', `${person} may read all repositories, by the token in ${file} (${plural(days, 'day')})`);
  say('people', `${person} administers this server, by the token in ${adminFile}`);
  return file;
}

/** Adds those that the catalogue does not know, and returns their names. Rejects where it then has none. */
export async function prepareRepositories(
  { own, say, signal }: Site,
  catalogue: Catalogue,
  asked: readonly AskedRepository[],
): Promise<Set<string>> {
  const known = new Set((await catalogue.listRepositories()).map(({ name }) => name));
  const missing = asked.filter(({ name }) => !known.has(name));
  const left = [...missing];
  const added = new Set<string>();
  let failed: AppError | null = null;
  const addSome = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { address, name } = next;
      try {
        await runCommand(own, ['catalogue', 'add', '--name', name, '--', address], signal);
        added.add(name);
        say('repositories', `${name} is in the catalogue`, { event: 'added', repository: name });
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof AppError)) throw error;
        failed = error;
        const { message, hint } = error;
        say('repositories', `${address} could not be added: ${message}${hint === null ? '' : `. ${hint}`}`, { event: 'not added', repository: name, error: message }); // prettier-ignore
      }
    }
  };
  await Promise.all(Array.from({ length: asksAtOnce }, addSome));
  if (failed === null || (await catalogue.listRepositories()).length > 0) return added;
  throw new AppError('FileSystemError', `None of ${plural(missing.length, 'repository', 'repositories')} could be added: ${(failed as AppError).message}`, {
    hint: 'The git of this user needs to be able to clone them without being asked for anything. Start again with addresses that it can.',
    cause: failed,
  }); // prettier-ignore
}
