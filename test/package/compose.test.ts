/**
 * The compose file of an organisation's server. There is no Docker here: what it says is checked, and all its commands run as processes, with the places of the
 * containers in a folder, on a real PostgreSQL, with the certificate that its script makes.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../../src/cli/program.ts';
import { processTerminal } from '../../src/cli/terminal/terminal.ts';
import { freePort } from '../../src/team/pages/testing/nginx.ts';
import { missingPostgres, startPostgres } from '../../src/team/postgres/testing/postgres-server.ts';
import { until } from '../../src/util/testing/until.ts';
import { programEntry } from '../program-entry.ts';
import { git } from '../team/team-repository.ts';

const repository = join(import.meta.dirname, '..', '..');
const folder = join(repository, 'packaging', 'compose');

interface Mounted {
  source: string;
  target: string;
}

interface Service {
  image: string;
  command?: string;
  entrypoint?: string[];
  environment: Record<string, string>;
  secrets?: (string | Mounted)[];
  configs?: Mounted[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  mem_limit?: string;
}

interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  configs: Record<string, { file: string }>;
  volumes: Record<string, null>;
}

const text = readFileSync(join(folder, 'compose.yaml'), 'utf8');
const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const serverName = 'code.example.org';
/** Where Debian has it. */
const psql = '/usr/bin/psql';

/** The words of a command; none of them is quoted. */
const wordsOf = ({ command = '' }: Service): string[] =>
  command.replaceAll(/\$\{SERVER_NAME:[^}]*\}/g, serverName).split(/\s+/).filter((word) => word !== ''); // prettier-ignore
const ours = services.filter(([, { entrypoint }]) => entrypoint?.[1] === '/etc/code-scout/start.sh');

describe('the compose file', () => {
  it('has commands that the program accepts', async () => {
    expect(ours.map(([name]) => name)).toEqual(['prepare', 'worker', 'node', 'hooks']);
    for (const [, service] of ours) {
      const accepted: string[] = [];
      const program = createProgram({ terminal: processTerminal(), exit: () => {} });
      for (const command of program.commands) command.action(() => void accepted.push(command.name()));
      await program.parseAsync(wordsOf(service), { from: 'user' });
      expect(accepted).toEqual([wordsOf(service)[0]]);
    }
  });

  it('names only what there is', () => {
    const dockerfile = readFileSync(join(repository, 'Dockerfile'), 'utf8');
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string };
    for (const [name, { image, secrets = [], configs = [], volumes = [], depends_on: needed = {}, mem_limit: memory }] of services) {
      expect(image).toMatch(/:(?!latest)[\w.-]+$/);
      if (image.startsWith('code-scout:')) expect(image).toBe(`code-scout:${version}`);
      expect(memory, name).toBeDefined();
      for (const one of secrets) expect(compose.secrets).toHaveProperty(typeof one === 'string' ? one : one.source);
      for (const { source } of configs) expect(readdirSync(folder)).toContain(compose.configs[source]!.file.replace('./', ''));
      for (const [other, { condition }] of Object.entries(needed)) {
        expect(Object.keys(compose.services)).toContain(other);
        if (condition === 'service_healthy') expect(compose.services[other]!.healthcheck).toBeDefined();
      }
      for (const volume of volumes) {
        const [source, target = ''] = volume.split(':');
        expect(Object.keys(compose.volumes)).toContain(source);
        // A volume gets the owner of the image's folder.
        const own = /^\/var\/lib\/code-scout\/(\w+)$/.exec(target)?.[1];
        if (own !== undefined) expect(dockerfile).toMatch(new RegExp(`mkdir (?:\\w+ )*${own}\\b.*chown node:node`));
      }
    }
  }); // prettier-ignore

  it('has the signing key at the workers alone', () => {
    const holders = services.filter(([, { volumes = [] }]) => volumes.some((one) => one.startsWith('organisation:')));
    expect(holders.map(([name]) => name)).toEqual(['prepare', 'public-key', 'worker']);
  });
});

/** A copy of the folder in which the places of the containers are in a folder of this machine. */
class Machine {
  readonly top = realpathSync(mkdtempSync(join(tmpdir(), 'cs-compose-')));
  readonly copy = join(this.top, 'compose');
  readonly #ports = new Map<string, number>();
  socket = '';

  constructor() {
    onTestFinished(() => rmSync(this.top, { recursive: true, force: true, maxRetries: 5 }));
    cpSync(folder, this.copy, { recursive: true, filter: (path) => !/secrets$|\.env$/.test(path) });
    for (const name of ['run', 'home', ...['organisation', 'public', 'pages', 'worker', 'node'].map((one) => `var/${one}`)]) mkdirSync(join(this.top, name), { recursive: true }); // prettier-ignore
  }

  prepare(): string {
    return execFileSync(join(this.copy, 'prepare.sh'), [serverName], { encoding: 'utf8' });
  }

  /** The secrets as containers see them. */
  async mount(): Promise<void> {
    for (const [name, { file }] of Object.entries(compose.secrets)) symlinkSync(join(this.copy, file), join(this.top, 'run', name)); // prettier-ignore
    for (const port of ['3000', '8787']) this.#ports.set(port, await freePort());
    for (const script of ['start.sh', 'database.sh']) {
      const path = join(this.copy, script);
      writeFileSync(path, this.placed(readFileSync(path, 'utf8')));
    }
  }

  placed(written: string): string {
    return written
      .replaceAll('/run/secrets', join(this.top, 'run'))
      .replaceAll('/var/lib/code-scout', join(this.top, 'var'))
      .replaceAll('/etc/code-scout', this.copy)
      .replaceAll('/var/run/postgresql', this.socket)
      .replaceAll('/app/dist/bin.js', programEntry)
      .replaceAll(/\b(?:3000|8787)\b/g, (port) => String(this.#ports.get(port)));
  }

  port(written: string): number {
    return this.#ports.get(written)!;
  }

  start(name: string): ChildProcess {
    const service = compose.services[name]!;
    const env: Record<string, string> = { PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`, HOME: join(this.top, 'home'), NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' }; // prettier-ignore
    for (const [variable, value] of Object.entries(service.environment)) env[variable] = this.placed(value);
    const [program = '', ...args] = [...service.entrypoint!, ...wordsOf(service)].map((word) => this.placed(word));
    const child = spawn(program, args, { cwd: this.top, env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  async run(name: string): Promise<number | null> {
    const child = this.start(name);
    return new Promise((done) => child.on('close', done));
  }

  /** Exit code of a health check. */
  health(name: string): number | null {
    const [, , ...args] = compose.services[name]!.healthcheck!.test.map((word) => this.placed(word));
    return spawnSync(process.execPath, args).status;
  }

  ask(token: string, tool: string, args: object): Promise<string> {
    return new Promise((done, fail) => {
      const headers = { host: `${serverName}:3000`, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const ca = readFileSync(join(this.copy, 'secrets', 'tls-cert.pem'));
      const sent = request(`https://127.0.0.1:${this.port('3000')}/api/tools/${tool}`, { method: 'POST', headers, ca, servername: serverName }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => (body += part)).on('end', () => done(body));
      });
      sent.on('error', fail).end(JSON.stringify(args));
    });
  } // prettier-ignore
}

describe.skipIf(process.platform !== 'linux')('the scripts and commands of the compose file', () => {
  it('make secrets once, for their user alone', () => {
    const machine = new Machine();
    expect(machine.prepare()).toContain('signed by itself');
    const secrets = join(machine.copy, 'secrets');
    const read = (): Record<string, string> => Object.fromEntries(readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')])); // prettier-ignore
    const before = read();
    expect(Object.values(compose.secrets).map(({ file }) => file.replace('./secrets/', '')).toSorted()).toEqual(Object.keys(before).toSorted()); // prettier-ignore
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    expect(machine.prepare()).not.toContain('signed by itself');
    expect(read()).toEqual(before);
    expect(readFileSync(join(machine.copy, '.env'), 'utf8')).toBe(`SERVER_NAME=${serverName}\n`);
  });

  it.skipIf(missingPostgres !== null)('are a server that answers over TLS', async () => {
    const machine = new Machine();
    machine.prepare();
    const postgres = await startPostgres();
    onTestFinished(() => postgres.close());
    machine.socket = new URL(postgres.newDatabase()).searchParams.get('host')!;
    await machine.mount();
    const asRoot = { env: { ...process.env, PGHOST: machine.socket, PGUSER: 'postgres' } };
    execFileSync(psql, ['-q', '-c', 'DROP DATABASE db1', '-c', 'DROP ROLE scout'], asRoot);
    execFileSync('sh', [join(machine.copy, 'database.sh')], asRoot);
    const role = execFileSync(psql, ['-At', '-c', "SELECT rolsuper FROM pg_roles WHERE rolname = 'scout'"], asRoot);
    expect(String(role).trim()).toBe('f');

    const origin = join(machine.top, 'shop');
    mkdirSync(origin);
    git(origin, 'init', '--quiet', '-b', 'main');
    writeFileSync(join(origin, 'till.ts'), 'export function ringTheTill(): void {}\n');
    git(origin, 'add', '-A', '.');
    git(origin, 'commit', '--quiet', '-m', 'first');
    writeFileSync(join(machine.copy, 'repositories.txt'), `${origin} git.example.org/team/shop\n`);
    expect(machine.health('node')).toBe(1);
    // Twice, as with each `up`.
    expect([await machine.run('prepare'), await machine.run('prepare')]).toEqual([0, 0]);
    expect(await machine.run('public-key')).toBe(0);
    const running = ['worker', 'node', 'hooks'].map((name) => machine.start(name));
    await until(() => machine.health('node') === 0 && machine.health('hooks') === 0);
    const token = readFileSync(join(machine.top, 'var', 'organisation', 'token.txt'), 'utf8').trim();
    await until(async () => (await machine.ask(token, 'search', { pattern: 'ringTheTill' })).includes('till.ts')); // prettier-ignore
    const ended = running.map((child) => new Promise((done) => child.once('close', done)));
    for (const child of running) child.kill('SIGTERM');
    expect(await Promise.all(ended)).toEqual([0, 0, 0]);
  });
});
