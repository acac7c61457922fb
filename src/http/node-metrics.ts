/** `GET /metrics` of a query node. No label has the name of a repository or of a sender, or a part of a question. */
import type { NodeEvent, NodeState } from '../engine/node/query-node.ts';
import type { CallObserver } from '../tools/call-log.ts';
import type { HttpHandler } from '../util/http-message.ts';
import type { FinishedRequest } from './listener.ts';
import { addProcessGauges, addRequestMetrics, addToolMetrics } from './metrics.ts';
import { createMetricsRegistry, metricsReply } from './prometheus.ts';

/** Who has answered a question that belongs to another node: the first choice, another one after it failed or was silent, or this node because none did. */
export type PassedTo = 'first' | 'other' | 'own';

type ServedState = NodeState & { runningRequests: number };

export interface NodeMetrics {
  observeCall: CallObserver;
  observeRequest: (request: FinishedRequest) => void;
  observeEvent: (event: NodeEvent) => void;
  observePassed: (to: PassedTo) => void;
  handle: HttpHandler;
}

/** From a small repository to the longest that one may take (s). */
const fetchBounds = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** @param state null while the node is being started */
export function createNodeMetrics(state: () => ServedState | null): NodeMetrics {
  const registry = createMetricsRegistry();
  const observeCall = addToolMetrics(registry);
  const observeRequest = addRequestMetrics(registry);
  const counter = (name: string, help: string, labels: readonly string[] = []): ReturnType<typeof registry.counter> =>
    registry.counter({ name: `code_scout_node_${name}`, help, labels });
  const passed = counter('passed_total', 'Questions that belong to another node, by who has answered: the first choice, another (failed over), or this node itself (own).', ['to']); // prettier-ignore
  const fetched = registry.histogram({ name: 'code_scout_node_fetch_seconds', help: 'How long it took to fetch the snapshot of a repository with its files.', bounds: fetchBounds }); // prettier-ignore
  const fetchedBytes = counter('fetched_bytes_total', 'What fetched snapshots and files took on the disk.');
  const evicted = counter('evicted_total', 'Snapshots that were removed to make room.');
  const differed = counter('differed_total', 'Snapshots that were not of their files: alert on any.');
  const troubles = counter('troubles_total', 'Failures to ask the catalogue, or to fetch a newer snapshot.');
  const gauge = (name: string, help: string, read: (of: ServedState) => number): void =>
    registry.gauge({
      ...{ name, help },
      read: () => {
        const of = state();
        return of === null ? [] : [{ value: read(of) }];
      },
    });
  gauge('code_scout_catalogue_up', '1 when the catalogue answered last time.', (of) => (of.isCatalogueUp ? 1 : 0));
  gauge('code_scout_node_cache_bytes', 'What snapshots and mirrors take on the disk.', (of) => of.cacheBytes);
  gauge('code_scout_node_cache_max_bytes', 'What they may take (--cache).', (of) => of.maxCacheBytes);
  gauge('code_scout_repositories', 'Repositories in the catalogue.', (of) => of.repositories.known);
  gauge('code_scout_node_held_repositories', 'Repositories with a snapshot here.', (of) => of.repositories.held);
  gauge('code_scout_node_open_repositories', 'Repositories whose index is open.', (of) => of.repositories.open);
  gauge('code_scout_http_requests_at_work', 'Requests being served.', (of) => of.runningRequests);
  addProcessGauges(registry);
  return {
    observeCall,
    observeRequest,
    observePassed: (to) => passed.add([to]),
    observeEvent(event) {
      switch (event.event) {
        case 'fetched':
          fetched.observe([], event.ms / 1000);
          fetchedBytes.add([], event.bytes);
          return;
        case 'evicted':
          evicted.add([]);
          return;
        case 'differed':
          differed.add([]);
          return;
        case 'trouble':
          troubles.add([]);
      }
    },
    handle: () => metricsReply(registry),
  };
}
