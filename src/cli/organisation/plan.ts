/** What `code-scout organisation` was asked to do, checked as far as that is possible without writing anything. */
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { AppConfig } from '../../config/options.ts';
import { namedPlace } from '../../engine/worker/administration.ts';
import { AppError } from '../../model/error.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { numberOption } from '../global-options.ts';
import { loadProjectConfig } from '../project.ts';
import { readTls } from '../serving/http-server-options.ts';
import { listenFailure } from '../serving/started-http.ts';
import { askedRepositories, type AskedRepository } from './asked-repositories.ts';
import { OrganisationFolder, splitPassword } from './folder.ts';

export interface OrganisationOptions {
  folder?: string;
  repositories?: string;
  catalogue?: string;
  person?: string;
  workers?: string;
  nodes?: string;
  hooks?: boolean;
  prepare?: boolean;
  host?: string;
  port?: string;
  hooksPort?: string;
  poll?: string;
  tlsCert?: string;
  tlsKey?: string;
  url?: string;
}

export interface Plan {
  folder: OrganisationFolder;
  repositories: readonly AskedRepository[];
  /** With the password, where the URL that was given has one. */
  catalogue: string;
  password: string | null;
  config: AppConfig;
  person: string;
  workers: number;
  /** Of the nodes; 0: any that is free. Empty where the parts are only prepared. */
  ports: readonly number[];
  hooksPort: number | null;
  host: string;
  /** Handed on to all parts that listen, and to nodes. */
  serverArgs: readonly string[];
  nodeArgs: readonly string[];
  usesTls: boolean;
  /** Where others reach the first node; null: where it listens. */
  url: URL | null;
  pollArgs: readonly string[];
}

const usualPort = 3000;
const usualHooksPort = 8787;

/** Throws an `AppError`. */
export function readPlan(request: ProjectRequest, addresses: readonly string[], options: OrganisationOptions): Plan {
  const { terminal } = request;
  const { workingDirectory, environment } = terminal;
  if (options.folder === undefined)
    throw new AppError('ValidationError', '--folder is missing: where the catalogue, the keys and the snapshots are kept', {
      hint: 'Name a new folder: code-scout organisation --folder PATH ADDRESS…',
      details: { field: '--folder', expected: 'a path', received: null },
    }); // prettier-ignore
  const path = resolve(workingDirectory, options.folder);
  const { config } = loadProjectConfig(path, request);
  const absolute = (place: string): string => namedPlace(place, workingDirectory);
  const catalogue = options.catalogue ?? environment.team.catalogue;
  const folder = OrganisationFolder.at(path, {
    catalogue: catalogue === null ? null : absolute(catalogue),
    pages: config.team.url === '' ? null : absolute(config.team.url),
  });
  const usesTls = readTls(options, workingDirectory) !== null;
  const { host = '127.0.0.1' } = options;
  const url = options.url === undefined ? null : readUrl(options.url);
  if (url === null && (host === '0.0.0.0' || host === '::'))
    throw new AppError(
      'ValidationError',
      `--url is missing: by which name others reach a server that listens on ${host}`,
      {
        hint: 'For example --url https://code.example.org:3000. Requests for other names are refused.',
        details: { field: '--url', expected: 'https://HOST', received: null },
      },
    );
  const count = options.prepare === true ? 0 : numberOption('--nodes', options.nodes, 1, [1, 100]);
  const port = numberOption('--port', options.port, usualPort, [0, 65_536 - Math.max(1, count)]);
  const hooksPort = numberOption('--hooks-port', options.hooksPort, usualHooksPort, [0, 65_535]);
  const poll = numberOption('--poll', options.poll, 60, [0, 86_400]);
  return {
    ...{ folder, config, host, usesTls, url },
    repositories: askedRepositories(addresses, options.repositories ?? null, workingDirectory),
    catalogue: catalogue === null ? folder.places.catalogue : absolute(catalogue),
    password: catalogue === null ? null : splitPassword(catalogue).password,
    person: options.person ?? 'admin',
    workers: numberOption('--workers', options.workers, 1, [1, 100]),
    ports: Array.from({ length: count }, (_, at) => (port === 0 ? 0 : port + at)),
    hooksPort: options.hooks === true && count > 0 ? hooksPort : null,
    serverArgs: [
      ...['--host', host],
      ...(usesTls ? ['--tls-cert', options.tlsCert!, '--tls-key', options.tlsKey!] : []),
      ...(url === null ? [] : ['--allow-host', url.hostname]),
    ],
    nodeArgs: url === null ? [] : ['--allow-origin', url.origin],
    pollArgs: ['--poll', String(poll)],
  };
}

function readUrl(given: string): URL {
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search + url.hash === '')
    return url;
  throw new AppError('ValidationError', '--url must be the address of a server, without a path', {
    hint: 'For example https://code.example.org.',
    details: { field: '--url', expected: 'https://HOST', received: given },
  });
}

/** Rejects with a `ConfigurationError` where something else listens. A port may still be taken afterwards. */
export async function requireFreePorts({ host, ports, hooksPort }: Plan): Promise<void> {
  for (const port of [...ports, ...(hooksPort === null ? [] : [hooksPort])]) {
    const { promise, resolve: free, reject } = Promise.withResolvers<void>();
    const server = createServer().once('error', (error) => reject(listenFailure(error, { host, port })));
    server.listen({ host, port, exclusive: true }, () => server.close(() => free()));
    await promise;
  }
}
