/** `code-scout worker`: indexes what the catalogue asks for, until a signal ends it. */
import { resolve } from 'node:path';
import { formatBytes } from '../../config/values.ts';
import type { WorkerEvent } from '../../engine/worker/administration.ts';
import { AppError } from '../../model/error.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { exitCode, type ExitCode } from '../exit-codes.ts';
import { loadProjectConfig } from '../project.ts';
import { sendTraces } from '../serving/traces.ts';
import { foldText } from '../terminal/fold.ts';
import { printable } from '../terminal/printable.ts';
import { formatDuration, plural } from '../terminal/quantities.ts';
import { numberOption } from '../global-options.ts';
import {
  operationLines,
  operationPlace,
  startOperation,
  type OperationFlags,
  type StartedOperation,
} from '../serving/operation.ts';
import { createLogger } from '../../util/json-log.ts';

export interface WorkerOptions extends OperationFlags {
  catalogue?: string;
  tenant?: string;
  to?: string;
  key?: string;
  folder?: string;
  name?: string;
  poll?: string;
  once?: boolean;
  maxTime?: string;
  maxMemory?: string;
  maxClone?: string;
  maxCheckout?: string;
  maxFiles?: string;
  attempts?: string;
  lease?: string;
  sweep?: boolean;
  keep?: string;
}

const megabyte = 2 ** 20;

export async function runWorkerCommand(request: ProjectRequest, options: WorkerOptions): Promise<ExitCode> {
  const { terminal } = request;
  const { workingDirectory } = terminal;
  const team = await import('../../engine/worker/administration.ts');
  const folder = options.folder === undefined ? team.usualWorkerFolder() : resolve(workingDirectory, options.folder);
  if (folder === null)
    throw new AppError('ConfigurationError', 'There is no folder for mirrors and checkouts', { hint: 'Name one with --folder.' }); // prettier-ignore
  // Only the settings of this user count: there is no project here.
  const { config } = loadProjectConfig(folder, { terminal, options: {} });
  const store = options.to ?? config.team?.url ?? '';
  if (store === '')
    throw new AppError('ConfigurationError', 'No page store is named', { hint: 'Name it with --to, or set `team.url` in your own settings.' }); // prettier-ignore
  const number = (name: keyof WorkerOptions, usual: number, range: [number, number]): number =>
    numberOption(`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, options[name] as string | undefined, usual, range); // prettier-ignore
  const pollMs = number('poll', 60, [0, 86_400]) * 1000;
  const limits = {
    timeMs: number('maxTime', 1800, [1, 86_400]) * 1000,
    memoryBytes: number('maxMemory', 4096, [64, 1_000_000]) * megabyte,
    checkoutBytes: number('maxCheckout', 8192, [1, 1_000_000]) * megabyte,
    mirrorBytes: number('maxClone', 16_384, [1, 10_000_000]) * megabyte,
    checkoutFiles: number('maxFiles', 1_000_000, [1, 100_000_000]),
    attempts: number('attempts', 5, [1, 100]),
  };
  const metricsPlace = operationPlace(options);
  const signal = terminal.cancellation();
  const { catalogue: location = null, tenant = 'main' } = options;
  const catalogue = await team.openCatalogueAt({ location, tenant, creates: false, workingDirectory, config });
  const { createWorkerMetrics } = await import('../../http/worker-metrics.ts');
  const isCatalogueUp = (): Promise<boolean> => catalogue.accessVersion().then(() => true, () => false); // prettier-ignore
  const metrics = createWorkerMetrics({ isCatalogueUp, mirrorBytes: () => team.mirrorBytes(folder) });
  const logger = createLogger(config.logging?.level ?? 'warn', terminal.errRaw);
  const isJson = request.options.json === true;
  const namesRepositories = config.traces?.repositories ?? false;
  const endTraces = await sendTraces(terminal.environment, { service: 'code-scout-worker', namesRepositories, logger });
  let operation: StartedOperation | null = null;
  try {
    const onDefect = (error: unknown): void => logger.write('error', 'HTTP', { message: String(error).slice(0, 2000) });
    operation =
      metricsPlace && (await startOperation(terminal, metricsPlace, { metrics: metrics.handle, tls: null, onDefect }));
    if (operation !== null) {
      const { url, newToken } = operation;
      if (isJson)
        terminal.out(JSON.stringify({ event: 'serving', url, ...(newToken === null ? {} : { token: newToken }) })); // prettier-ignore
      else for (const line of operationLines(operation)) terminal.err(line);
    }
    await team.startWorker({
      ...{ catalogue, store, workingDirectory, folder, config, limits, signal },
      keyFile: options.key === undefined ? null : resolve(workingDirectory, options.key),
      name: options.name ?? null,
      program: thisProgram(),
      leaseMs: number('lease', 60, [2, 3600]) * 1000,
      pollMs: pollMs === 0 ? null : pollMs,
      sweep: options.sweep === false ? null : { keepDays: number('keep', 30, [0, 36_500]) },
      once: options.once === true,
      log: (event) => {
        metrics.observe(event);
        terminal.out(isJson ? JSON.stringify(event) : foldText(printable(describeWorkerEvent(event)), terminal.width));
      },
    });
    return exitCode.ok;
  } finally {
    await endTraces();
    await operation?.close();
    await catalogue.close();
  }
}

/** How this program is started once more. The executable is started by its own path. */
export function thisProgram(): { path: string; args: readonly string[] } {
  const isExecutable = process.getBuiltinModule('node:sea').isSea();
  return { path: process.execPath, args: isExecutable ? [] : [...process.execArgv, process.argv[1]!] };
}

function describeSweep({
  snapshots,
  packs,
  freedBytes,
  waiting,
  missing,
}: Extract<WorkerEvent, { event: 'swept' }>): string {
  const parts = [
    `Swept: ${plural(snapshots, 'snapshot')} and ${plural(packs, 'pack')} (${formatBytes(freedBytes)}) deleted`,
    ...(waiting === 0 ? [] : [`${plural(waiting, 'pack')} to be deleted later`]),
    ...(missing === 0
      ? []
      : [`${plural(missing, 'snapshot')} missing, which ${missing === 1 ? 'is' : 'are'} made again`]),
  ];
  return parts.join('; ');
}

export function describeWorkerEvent(event: WorkerEvent): string {
  if (event.event === 'trouble') return `Trouble: ${event.error}`;
  if (event.event === 'polled') return `${event.repository}: ${event.pushes} new`;
  if (event.event === 'mended')
    return `${event.repository}: ${plural(event.snapshots, 'snapshot')} in the page store cannot be used, and ${event.snapshots === 1 ? 'is' : 'are'} made again`;
  if (event.event === 'erased')
    return `${event.repository}: removed; ${event.objects === null ? 'the page store cannot list its objects' : `${plural(event.objects, 'object')} deleted`}${event.isErased ? ', nothing is known of it any more' : ''}`;
  if (event.event === 'swept') return describeSweep(event);
  const what = `${event.repository} ${event.ref} ${event.commit.slice(0, 12)}`;
  switch (event.event) {
    case 'taken':
      return `${what}: begins${event.attempt > 1 ? `, attempt ${event.attempt}` : ''}`;
    case 'indexed':
      return `${what}: ${event.wasThere ? 'was there already' : `${event.newPages} new pages (${formatBytes(event.newPages * 8192)})`}, ${formatDuration(event.ms)}`;
    case 'failed':
      return `${what}: failed${event.isTriedAgain ? ', is tried again' : ''}: ${event.error}`;
    case 'lost':
      return `${what}: another worker has it`;
    case 'released':
      return `${what}: given back`;
    case 'gone':
      return `${what}: a sweep has deleted the snapshot meanwhile; it is made again`;
  }
}
