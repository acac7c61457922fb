/** `GET /metrics` of a worker: what became of its jobs. No label has the name of a repository. */
import type { WorkerEvent } from '../engine/worker/administration.ts';
import type { HttpHandler } from '../util/http-message.ts';
import { addProcessGauges } from './metrics.ts';
import { createMetricsRegistry, metricsReply } from './prometheus.ts';

export interface WorkerMetricsSources {
  /** Whether the catalogue can be asked. */
  isCatalogueUp: () => Promise<boolean>;
  /** What its mirrors take on the disk (bytes). */
  mirrorBytes: () => Promise<number>;
}

export interface WorkerMetrics {
  observe: (event: WorkerEvent) => void;
  handle: HttpHandler;
}

/** From a snapshot that was there to the usual limit of an index (s). */
const jobBounds = [1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800];

export function createWorkerMetrics({ isCatalogueUp, mirrorBytes }: WorkerMetricsSources): WorkerMetrics {
  const registry = createMetricsRegistry();
  const counter = (name: string, help: string, labels: readonly string[] = []): ReturnType<typeof registry.counter> =>
    registry.counter({ name: `code_scout_worker_${name}`, help, labels });
  const jobs = counter('jobs_total', 'Jobs by result: indexed, known (the snapshot was there), retried, failed, lost (another worker had it), released (the worker ended).', ['result']); // prettier-ignore
  const seconds = registry.histogram({ name: 'code_scout_worker_job_seconds', help: 'How long jobs took that ended with a snapshot.', bounds: jobBounds }); // prettier-ignore
  const pushed = counter('pushed_bytes_total', 'Sent to the page store.');
  const pushes = counter('pushes_total', 'Pushes that polls have found.');
  const troubles = counter(
    'troubles_total',
    'Failures that are of no job: the catalogue or a git host did not answer.',
  );
  const mended = counter(
    'mended_snapshots_total',
    'Snapshots that were missing or damaged in the page store, and are made again.',
  );
  const freed = counter('swept_bytes_total', 'Deleted from the page store because nobody needs it.');
  let isBusy = 0;
  registry.gauge({ name: 'code_scout_worker_busy', help: '1 while it works on a job.', read: () => [{ value: isBusy }] }); // prettier-ignore
  registry.gauge({ name: 'code_scout_worker_mirror_bytes', help: 'What its mirrors of repositories take on the disk.', read: async () => [{ value: await mirrorBytes() }] }); // prettier-ignore
  registry.gauge({ name: 'code_scout_catalogue_up', help: '1 when the catalogue can be asked.', read: async () => [{ value: (await isCatalogueUp()) ? 1 : 0 }] }); // prettier-ignore
  addProcessGauges(registry);
  return {
    observe(event) {
      switch (event.event) {
        case 'taken':
          isBusy = 1;
          return;
        case 'polled':
          pushes.add([], event.pushes);
          return;
        case 'trouble':
          troubles.add([]);
          return;
        case 'mended':
          mended.add([], event.snapshots);
          return;
        case 'swept':
          mended.add([], event.missing);
          freed.add([], event.freedBytes);
          return;
        case 'gone':
        case 'erased':
          return;
        case 'indexed':
          jobs.add([event.wasThere ? 'known' : 'indexed']);
          seconds.observe([], event.ms / 1000);
          pushed.add([], event.sentBytes);
          break;
        case 'failed':
          jobs.add([event.isTriedAgain ? 'retried' : 'failed']);
          break;
        case 'lost':
        case 'released':
          jobs.add([event.event]);
      }
      isBusy = 0;
    },
    handle: () => metricsReply(registry),
  };
}
