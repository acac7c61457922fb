/** The processes of an organisation's server on one machine, each as the command that an administrator would type. */
import { hostname } from 'node:os';
import type { HookEvent } from '../../engine/hooks/hooks.ts';
import { isLoopback } from '../../http/access.ts';
import type { WorkerEvent } from '../../engine/worker/administration.ts';
import type { Environment } from '../../config/environment.ts';
import {
  catalogueVariable,
  embeddingKeyVariable,
  hookSecretVariable,
  httpTokenVariable,
  teamTokenVariable,
} from '../../config/environment.ts';
import { describeHookEvent } from '../commands/receive-hooks.ts';
import { describeWorkerEvent } from '../commands/run-worker.ts';
import type { Plan } from './plan.ts';
import { keyFileOf } from './prepare.ts';
import type { OwnProgram } from './own-program.ts';
import type { Part } from './supervisor.ts';

/** The environment of the commands: where the catalogue and the page store are, and of the secrets those that all may have. */
export function commonEnvironment({ folder, password }: Plan, { forGit, team, embeddingKey }: Environment): Record<string, string> {
  return {
    ...forGit,
    [catalogueVariable]: folder.places.catalogue,
    CODE_SCOUT_TEAM_URL: folder.places.pages,
    // A command line can be read by other users of the machine.
    ...(password === null ? {} : { PGPASSWORD: password }),
    ...(team.token === null ? {} : { [teamTokenVariable]: team.token }),
    ...(embeddingKey === null ? {} : { [embeddingKeyVariable]: embeddingKey }),
  };
} // prettier-ignore

export function workerPart(plan: Plan, own: OwnProgram, at: number): Part {
  const { folder, pollArgs } = plan;
  const name = `worker-${at}`;
  return {
    ...{ name, own },
    args: () => ['worker', '--name', `${hostname()}-${name}`, '--key', keyFileOf(folder), '--folder', folder.in(name), ...pollArgs], // prettier-ignore
    hear: (said) => describeWorkerEvent(said as unknown as WorkerEvent),
  };
}

export interface NodePlace {
  url: string;
  mcp: string;
}

/** @param key the public key of the workers. @param onReady called whenever it listens */
export function nodePart(
  plan: Plan,
  own: OwnProgram,
  { at, key, onReady }: { at: number; key: string; onReady: (place: NodePlace) => void },
): Part {
  const { folder, host, usesTls, serverArgs, nodeArgs, config } = plan;
  const name = `node-${at}`;
  let port = plan.ports[at - 1]!;
  const keys = [...new Set([key, ...config.team.keys])].join(',');
  return {
    name,
    own: { ...own, environment: { ...own.environment, CODE_SCOUT_TEAM_KEYS: keys } },
    args: () => [
      ...['serve', '--catalogue', folder.places.catalogue, '--folder', folder.in(name), '--port', String(port)],
      ...serverArgs,
      ...nodeArgs,
      // The other nodes of this machine do not need the address that others have for it.
      ...(isLoopback(host) || usesTls || port === 0 ? [] : ['--node-url', `http://127.0.0.1:${port}`]),
    ],
    hear: (said) => {
      const place = said as unknown as NodePlace & { repositories: number };
      if (typeof place.mcp !== 'string') return JSON.stringify(said);
      // One that took any free port keeps it.
      port = Number(new URL(place.url).port);
      onReady(place);
      return `answers at ${place.mcp}`;
    },
  };
}

export function hooksPart(plan: Plan, own: OwnProgram, { environment, secretFile }: { environment: Environment; secretFile: string | null }): Part {
  const { httpToken, team } = environment;
  const more = {
    ...(httpToken === null ? {} : { [httpTokenVariable]: httpToken }),
    ...(secretFile === null ? { [hookSecretVariable]: team.hookSecret! } : {}),
  };
  return {
    name: 'hooks',
    own: { ...own, environment: { ...own.environment, ...more } },
    args: () => ['hooks', '--port', String(plan.hooksPort), ...(secretFile === null ? [] : ['--secret-file', secretFile]), ...plan.serverArgs],
    hear: (said) => {
      if ('event' in said) return describeHookEvent(said as unknown as HookEvent);
      const { url, token } = said as { url: string; token?: string };
      return `hears git hosts at ${url}/hooks/github, /hooks/gitlab and /hooks/gitea${token === undefined ? '' : `; /metrics needs the token ${token}`}`;
    },
  };
} // prettier-ignore
