/** The tests and all processes that they start can use no network except this machine's own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup, promises as dns, Resolver } from 'node:dns';
import type { EventEmitter } from 'node:events';
import { createServer, get } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect, Socket, type AddressInfo } from 'node:net';
import { networkInterfaces, userInfo } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { loopbackCommands, takeNetworkAway } from './network-namespace.ts';
import { networkVariable, takeRefusals } from './refusals.ts';

/** Reserved for documentation: no machine has this address. */
const far = '192.0.2.1';
const name = 'example.org';

const failing = (emitter: EventEmitter): Promise<never> => new Promise((_, failed) => void emitter.on('error', failed));
const called = (ask: (done: (error: Error | null) => void) => void): Promise<void> =>
  new Promise((done, failed) => ask((error) => (error === null ? done() : failed(error))));

describe('an attempt to leave this machine', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    ['a fetch by address', `a connection to ${far}:80`, () => fetch(`http://${far}/`)],
    ['a fetch by name', `a connection to ${name}:443`, () => fetch(`https://${name}/`)],
    ['a connection', `a connection to ${far}:443`, () => failing(connect(443, far))],
    [
      'a connection by options',
      `a connection to ${far}:1`,
      () => failing(new Socket().connect({ host: far, port: 1 })),
    ],
    ['a connection over IPv6', 'a connection to 2001:db8::1:1', () => failing(connect(1, '2001:db8::1'))],
    ['a connection with TLS', `a connection to ${far}:443`, () => failing(connectTls(443, far))],
    ['a request', `a connection to ${far}:80`, () => failing(get(`http://${far}/`))],
    ['an HTTP/2 session', `a connection to ${far}:443`, () => failing(connectHttp2(`https://${far}/`))],
    [
      'a datagram',
      `a datagram to ${far}`,
      async () => {
        const socket = createSocket('udp4');
        try {
          await called((done) => socket.send('x', 53, far, done));
        } finally {
          socket.close();
        }
      },
    ],
    ['a look-up', `the DNS question lookup(${name})`, () => called((done) => lookup(name, done))],
    ['a promised look-up', `the DNS question lookup(${name})`, () => dns.lookup(name)],
    ['a question', `the DNS question resolveTxt(${name})`, () => dns.resolveTxt(name)],
    ['a query to another server', `the DNS question resolve4(${name})`, () => new dns.Resolver().resolve4(name)],
    [
      'the same with a callback',
      `the DNS question resolve4(${name})`,
      () => called((done) => new Resolver().resolve4(name, done)),
    ],
  ])('by %s is refused and recorded', async (_, what, attempt) => {
    const error = await attempt().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    const messages = [error, (error as Error).cause].map((one) => (one instanceof Error ? one.message : ''));
    expect(messages).toContain(`The tests run offline: ${what} is refused`);
    expect(takeRefusals().map((refusal) => refusal.what)).toEqual([what]);
  });

  // With another environment, as the product's processes get it in tests; threads as the product starts them.
  const attempt = `fetch('http://${far}/').catch((error) => console.log(error.cause.message))`;
  const inThread = `new (require('node:worker_threads').Worker)(${JSON.stringify(attempt)}, { eval: true, env: {} })`;
  it.each<[string, () => string]>([
    ['a process', () => execFileSync(process.execPath, ['-e', attempt], { encoding: 'utf8', env: {} })],
    [
      'a process that a shell started',
      () => execFileSync('sh', ['-c', '"$0" -e "$1"', process.execPath, attempt], { encoding: 'utf8' }),
    ],
    [
      'a thread of a child process',
      () => spawnSync(process.execPath, ['-e', inThread], { encoding: 'utf8', env: {} }).stdout,
    ],
    [
      'a process of a child process',
      () => {
        const outer = `process.stdout.write(require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(attempt)}], { env: {} }))`;
        return execFileSync(process.execPath, ['-e', outer], { encoding: 'utf8' });
      },
    ],
  ])('by %s is refused too', (_, run) => {
    expect(run()).toBe(`The tests run offline: a connection to ${far}:80 is refused\n`);
    expect(takeRefusals().map(({ what }) => what)).toEqual([`a connection to ${far}:80`]);
  });

  it('by a thread of the tests is refused too', async () => {
    const worker = new Worker(
      `fetch('http://${far}/').catch((error) => require('node:worker_threads').parentPort.postMessage(error.cause.message))`,
      { eval: true },
    );
    expect(await new Promise((resolve) => worker.once('message', resolve))).toContain('is refused');
    expect(takeRefusals()).toHaveLength(1);
  });

  it.fails('fails the test even if the error was caught', async () => {
    expect(await fetch(`http://${far}/`).catch(() => 'caught')).toBe('caught');
  });
});

describe('this machine’s own', () => {
  it('is reachable by address and by name', async () => {
    const server = createServer((_, response) => response.end('here'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const { port } = server.address() as AddressInfo;
      for (const host of ['127.0.0.1', 'localhost']) {
        const response = await fetch(`http://${host}:${port}/`);
        expect(await response.text()).toBe('here');
      }
      expect(await dns.lookup('127.0.0.1')).toMatchObject({ address: '127.0.0.1' });
    } finally {
      server.close();
    }
    expect(takeRefusals()).toEqual([]);
  });
});

/** What a process without the guard can reach, when it is started as the check starts the tests. */
function unguarded(prefix: readonly string[]): unknown {
  const script = `
    const { connect, createServer } = require('node:net');
    const tell = (far) => {
      const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1', () => {
        connect(server.address().port, '127.0.0.1').on('close', (failed) => {
          server.close();
          console.log(JSON.stringify({ far, near: !failed, uid: process.getuid(), gid: process.getgid(), options: process.env.NODE_OPTIONS ?? null }));
        });
      });
    };
    connect({ host: '${far}', port: 80, timeout: 5000 }, () => tell('reached')).on('error', ({ code }) => tell(code));`;
  const bare = ['env', '-u', 'NODE_OPTIONS', process.execPath, '-e', script];
  const [program, ...args] = [...prefix, ...bare];
  return JSON.parse(execFileSync(program!, args, { encoding: 'utf8' }));
}

describe('a network namespace', () => {
  const { uid, gid } = userInfo();
  const alone = { far: 'ENETUNREACH', near: true, uid, gid, options: null };

  it('contains the tests where the check says so', () => {
    const says = process.env[networkVariable];
    if (says === 'namespace') {
      expect(Object.keys(networkInterfaces())).toEqual(['lo']);
      expect(unguarded([])).toEqual(alone);
    } else {
      // Without a namespace only the guard works, and the check says why.
      expect([undefined, 'guard']).toContain(says);
    }
  });

  it.each(loopbackCommands)('can bring loopback up with: %s', (command) => {
    const { prefix, how } = takeNetworkAway([command]);
    if (prefix.length > 0) expect(unguarded(prefix)).toEqual(alone);
    else
      expect(how).toMatch(/^(?:unshare --.*: .*(?:not found|not permitted|denied|ENOENT|No such)|this system has no)/i);
  });

  it('is not used without loopback', () => {
    const { prefix, how } = takeNetworkAway(['false']);
    expect(prefix).toEqual([]);
    expect(how).toMatch(/^unshare --.*: |^this system has no/);
  });
});
