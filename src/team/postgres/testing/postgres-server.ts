/** A real PostgreSQL for tests: a new cluster in a temporary folder, on a socket of that folder alone. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Debian's places, the newest version first. */
function findPrograms(): string | null {
  const top = '/usr/lib/postgresql';
  if (!existsSync(top)) return null;
  const versions = readdirSync(top).toSorted((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(top, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null;
}

/** PostgreSQL refuses to run as root, so root runs it as the user that Debian makes for it. */
function findUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  try {
    const id = (flag: string): number =>
      Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

const programs = findPrograms();
const user = findUser();

/** Null: PostgreSQL can be started here. */
export const missingPostgres =
  programs === null
    ? 'PostgreSQL is not installed'
    : user === null
      ? 'there is no user that PostgreSQL could run as'
      : null;

export interface PostgresServer {
  /** Of a new, empty database, as a user who is no superuser. */
  newDatabase(): string;
  /** Of the same database as its superuser. */
  asSuperuser(url: string): string;
  /** Stops it at once, as a power cut would, and starts it again. */
  crash(): Promise<void>;
  /** Writes a database to a file by `pg_dump`. Throws what that says. @param role who does it */
  dump(url: string, file: string, role?: string): void;
  /** Stops it at once, and has an empty server in its place: with the same role and databases, of which one is filled from the file. */
  replaceBy(url: string, file: string): Promise<void>;
  close(): Promise<void>;
}

/** A power cut may take all of it; a server that is stopped at once has everything that it confirmed. */
const settings = ['fsync=off', 'full_page_writes=off', 'listen_addresses=', 'max_connections=200'];

export async function startPostgres(): Promise<PostgresServer> {
  const { uid, gid } = user!;
  // Short, because the name of a socket has up to 107 characters.
  const top = mkdtempSync('/tmp/cs-pg-');
  chownSync(top, uid, gid);
  chmodSync(top, 0o755);
  const data = join(top, 'data');
  const as = { uid, gid, cwd: top, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  const options = ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync', '--locale=C'];
  const initialise = (): void => {
    rmSync(data, { recursive: true, force: true });
    execFileSync(join(programs!, 'initdb'), ['-D', data, ...options], { ...as, stdio: 'ignore' });
  };
  initialise();
  const start = async (): Promise<ChildProcess> => {
    const args = ['-D', data, '-k', top, ...settings.flatMap((one) => ['-c', one])];
    const server = spawn(join(programs!, 'postgres'), args, { ...as, stdio: 'ignore' });
    while (server.exitCode === null && !accepts()) await new Promise((done) => setTimeout(done, 30));
    if (server.exitCode !== null) throw new Error('PostgreSQL has ended');
    return server;
  };
  const psql = (text: string, database = 'postgres'): void => {
    const args = ['-h', top, '-U', 'postgres', '-d', database, '-q', '-c', text];
    execFileSync(join(programs!, 'psql'), args, { ...as, stdio: 'ignore' });
  };
  const accepts = (): boolean => {
    try {
      psql('SELECT 1');
      return true;
    } catch {
      return false;
    }
  };
  const stop = async (server: ChildProcess, signal: 'SIGQUIT' | 'SIGINT'): Promise<void> => {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill(signal);
    await ended;
  };
  let server = await start();
  // A test that is ended leaves no server behind.
  process.once('exit', () => server.kill('SIGQUIT'));
  let count = 0;
  const fill = (): void => {
    psql(`CREATE ROLE scout LOGIN`);
    for (let at = 1; at <= count; at++) psql(`CREATE DATABASE db${at} OWNER scout`);
  };
  fill();
  const nameOf = (one: string): string => /\/(db\d+)\?/.exec(one)![1]!;
  const url = (role: string, database: string): string =>
    `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(top)}`;
  return {
    newDatabase: () => {
      const name = `db${++count}`;
      psql(`CREATE DATABASE ${name} OWNER scout`);
      return url('scout', name);
    },
    asSuperuser: (one) => one.replace('://scout@', '://postgres@'),
    crash: async () => {
      await stop(server, 'SIGQUIT');
      server = await start();
    },
    dump: (one, file, role = 'postgres') => {
      // Written by this process: the server's user may not write where the file is.
      const args = ['-h', top, '-U', role, '-d', nameOf(one), '--format=custom'];
      writeFileSync(file, execFileSync(join(programs!, 'pg_dump'), args, { ...as, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 30 })); // prettier-ignore
    },
    replaceBy: async (one, file) => {
      await stop(server, 'SIGQUIT');
      initialise();
      server = await start();
      fill();
      const args = ['-h', top, '-U', 'postgres', '-d', nameOf(one), '--exit-on-error', '--single-transaction'];
      execFileSync(join(programs!, 'pg_restore'), args, { ...as, input: readFileSync(file), stdio: ['pipe', 'ignore', 'inherit'] }); // prettier-ignore
    },
    close: async () => {
      await stop(server, 'SIGINT');
      rmSync(top, { recursive: true, force: true });
    },
  };
}
