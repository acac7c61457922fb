/** `GET /metrics` of the server that hears git hosts: what waits to be indexed, and what came of it. No label has the name of a repository. */
import type { Catalogue, CatalogueCounts } from '../engine/hooks/hooks.ts';
import type { HttpHandler } from '../util/http-message.ts';
import type { FinishedRequest } from './listener.ts';
import { addProcessGauges, addRequestMetrics } from './metrics.ts';
import { createMetricsRegistry, metricsReply, type Sample } from './prometheus.ts';

export interface QueueMetrics {
  observeRequest: (request: FinishedRequest) => void;
  handle: HttpHandler;
}

export function createQueueMetrics(catalogue: Pick<Catalogue, 'counts'>): QueueMetrics {
  const registry = createMetricsRegistry();
  const observeRequest = addRequestMetrics(registry);
  /** Read once for all gauges of an answer; null where the catalogue is away. */
  let counts: Promise<CatalogueCounts | null> = Promise.resolve(null);
  const add = (
    name: string,
    help: string,
    read: (of: CatalogueCounts) => readonly Sample[],
    labels: readonly string[] = [],
  ): void =>
    registry.gauge({
      ...{ name, help, labels },
      read: async () => {
        const of = await counts;
        return of === null ? [] : read(of);
      },
    });
  const one = (value: number): readonly Sample[] => [{ value }];
  registry.gauge({
    name: 'code_scout_catalogue_up',
    help: '1 when the catalogue can be asked; the next metrics are missing when it cannot.',
    read: async () => one((await counts) === null ? 0 : 1),
  });
  add('code_scout_jobs', 'Jobs of indexing, by state; those that ended are forgotten after 30 days.', ({ jobs }) => Object.entries(jobs).map(([state, value]) => ({ values: [state], value })), ['state']); // prettier-ignore
  add('code_scout_oldest_waiting_job_seconds', 'How long the job has waited that waits longest of those that might be done now; 0 when none waits.', ({ oldestWaitingMs }) => one((oldestWaitingMs ?? 0) / 1000)); // prettier-ignore
  add('code_scout_branches_behind', 'Branches whose last push is not indexed.', ({ behind }) => one(behind));
  add('code_scout_repositories', 'Repositories in the catalogue.', ({ repositories }) => one(repositories));
  add('code_scout_snapshots', 'Snapshots in the page store.', ({ snapshots }) => one(snapshots));
  add('code_scout_snapshot_bytes', 'Size of the indexes of all snapshots; pages that they share count for each.', ({ snapshotBytes }) => one(snapshotBytes)); // prettier-ignore
  addProcessGauges(registry);
  return {
    observeRequest,
    async handle() {
      counts = catalogue.counts().catch(() => null);
      return metricsReply(registry);
    },
  };
}
