/**
 * Preloaded into every Node process and thread of the tests (vitest.config.ts). Refuses connections, datagrams and DNS
 * queries that leave this machine's loopback, and records each for setup.ts, which fails the test even if the error was
 * caught.
 * Invariant: child processes of a guarded process are guarded too, also with another environment.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import workerThreads from 'node:worker_threads';
import { logVariable, type Refusal } from './refusals.ts';

type Environment = Record<string, string | undefined>;
type Callable = (this: unknown, ...args: unknown[]) => unknown;

/** The path of this file as it was built. */
const guard = fileURLToPath(import.meta.url);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLoopback(host: unknown): boolean {
  if (typeof host !== 'string' || host === '') return true;
  const name = host.toLowerCase();
  if (net.isIPv4(name)) return name.startsWith('127.') || name === '0.0.0.0';
  if (net.isIPv6(name)) return ['::1', '::'].includes(name) || name.startsWith('::ffff:127.');
  return name === 'localhost' || name.endsWith('.localhost');
}

function refusal(what: string): Error {
  const error = Object.assign(new Error(`The tests run offline: ${what} is refused`), { code: 'ENETUNREACH' });
  const log = process.env[logVariable];
  if (log !== undefined) {
    const place = (error.stack ?? '').split('\n').slice(2, 8).join('\n');
    const refusal: Refusal = { what, program: process.argv.slice(1).join(' '), place };
    appendFileSync(log, `${JSON.stringify(refusal)}\n`);
  }
  return error;
}

/** Passes the error to the callback later, as Node does; false where there is no callback. */
function passToCallback(args: readonly unknown[], error: Error): boolean {
  const callback = args.findLast((arg): arg is (error: Error) => void => typeof arg === 'function');
  if (callback !== undefined) process.nextTick(callback, error);
  return callback !== undefined;
}

/** Replaces a method by a function that gets the original method and the arguments. */
function replace(
  owner: object,
  name: string,
  replacement: (original: Callable, self: unknown, args: unknown[]) => unknown,
): void {
  const original = Reflect.get(owner, name) as Callable;
  Reflect.set(owner, name, function guarded(this: unknown, ...args: unknown[]) {
    return replacement(original, this, args);
  });
}

replace(net.Socket.prototype, 'connect', (original, self, args) => {
  // `net.connect` passes all its arguments as one list.
  const first: unknown = Array.isArray(args[0]) ? args[0][0] : args[0];
  const options = isObject(first) ? first : null;
  // A path is a socket of this machine.
  const isPath =
    options === null ? typeof first === 'string' && Number.isNaN(Number(first)) : (options['path'] ?? '') !== '';
  const host = options === null ? args[1] : options['host'];
  if (isPath || isLoopback(host)) return original.apply(self, args);
  const error = refusal(`a connection to ${String(host)}:${String(options === null ? first : options['port'])}`);
  if (self instanceof net.Socket) process.nextTick(() => self.destroy(error));
  return self;
});

for (const method of ['connect', 'send']) {
  replace(dgram.Socket.prototype, method, (original, self, args) => {
    const host = args.find((arg, at) => at > 0 && typeof arg === 'string');
    if (isLoopback(host)) return original.apply(self, args);
    const error = refusal(`a datagram to ${String(host)}`);
    if (!passToCallback(args, error) && self instanceof dgram.Socket) process.nextTick(() => self.emit('error', error));
    return undefined;
  });
}

/** Whether a function of `node:dns` needs no server for this host. */
function needsNoServer(name: string, host: unknown): boolean {
  return name.startsWith('lookup') && (isLoopback(host) || (name === 'lookup' && net.isIP(String(host)) !== 0));
}

for (const owner of [dns, dns.Resolver.prototype, Object.getPrototypeOf(dns.Resolver.prototype) as object]) {
  guardQuestions(owner, false);
}
for (const owner of [dns.promises, dns.promises.Resolver.prototype]) guardQuestions(owner, true);

function guardQuestions(owner: object, returnsPromise: boolean): void {
  for (const name of Object.getOwnPropertyNames(owner)) {
    if (!/^(?:lookup|resolve|reverse)/.test(name) || typeof Reflect.get(owner, name) !== 'function') continue;
    replace(owner, name, (original, self, args) => {
      if (needsNoServer(name, args[0])) return original.apply(self, args);
      const error = refusal(`the DNS question ${name}(${String(args[0])})`);
      if (returnsPromise) return Promise.reject(error);
      if (!passToCallback(args, error)) throw error;
      return undefined;
    });
  }
}

/** The guard's variables that an environment lacks. */
function missingVariables(env: Environment): Record<string, string> {
  const added: Record<string, string> = {};
  const options = env['NODE_OPTIONS'] ?? '';
  if (!options.includes(guard)) added['NODE_OPTIONS'] = `--require ${JSON.stringify(guard)} ${options}`.trim();
  const log = process.env[logVariable];
  if (env[logVariable] === undefined && log !== undefined) added[logVariable] = log;
  return added;
}

/** All ways to start a process asynchronously end here; the environment is a list of `NAME=value`. */
replace(childProcess.ChildProcess.prototype, 'spawn', (original, self, [options]) => {
  const { envPairs = [] } = options as { envPairs?: string[] };
  const split = envPairs.map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  const env = { ...Object.fromEntries(split), ...missingVariables(Object.fromEntries(split)) };
  const guarded = { ...(options as object), envPairs: Object.entries(env).map((pair) => pair.join('=')) };
  return original.call(self, guarded);
});

for (const method of ['spawnSync', 'execFileSync', 'execSync']) {
  replace(childProcess, method, (original, self, args) => {
    const at = args.findIndex((arg, place) => place > 0 && isObject(arg));
    const options = at === -1 ? {} : (args[at] as { env?: Environment });
    const env = options.env ?? process.env;
    const guarded = { ...options, env: { ...env, ...missingVariables(env) } };
    const given = args.filter((arg) => arg !== undefined);
    return original.apply(self, at === -1 ? [...given, guarded] : args.with(at, guarded));
  });
}

/** A thread with its own environment reads its options from there. */
class GuardedWorker extends workerThreads.Worker {
  constructor(file: string | URL, options: workerThreads.WorkerOptions = {}) {
    const { env } = options;
    super(file, isObject(env) ? { ...options, env: { ...env, ...missingVariables(env) } } : options);
  }
}
Reflect.set(workerThreads, 'Worker', GuardedWorker);

syncBuiltinESMExports();
