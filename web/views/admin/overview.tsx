/** How the server as a whole is: numbers, nodes and workers. */
import type { VNode } from 'preact';
import type { AdminSummary, NodeOverview, WorkerOverview } from '../../../src/explorer/contract.ts';
import { Failure, Note } from '../../answer.tsx';
import { amount, bytes, counted, duration } from '../../amounts.ts';
import { Age, Empty, FactCard } from '../../parts.tsx';
import { link } from '../../route.ts';
import { useAdmin } from './ask.ts';
import { RepositoryName } from './cells.tsx';
import { Stale, Waiting } from './page.tsx';

/** A node or worker that was not heard of for this time is thought to be gone (ms). */
const silentMs = { node: 30_000, worker: 60_000 };

export function Overview(): VNode {
  const { answer, error } = useAdmin('admin/summary', {});
  if (answer === null) return error === null ? <Waiting what="the state of the server" /> : <Failure error={error} />;
  const { jobs, behind, oldestWaitingMs, lastSweep, versions } = answer;
  return (
    <>
      {error === null ? null : <Stale />}
      {answer.notes.map((note) => (
        <Note key={note} text={note} />
      ))}
      <dl class="fact-cards">
        <FactCard title="Repositories" value={amount(answer.repositories)}>
          {behind === 0 ? (
            'all branches indexed'
          ) : (
            <a href={link('admin', { part: 'repositories', filter: 'behind' })}>
              {counted(behind, 'branch', 'branches')} behind
            </a>
          )}
        </FactCard>
        <FactCard title="Jobs waiting" value={amount(jobs.waiting)}>
          {oldestWaitingMs === null ? 'none waits' : `the oldest for ${duration(oldestWaitingMs)}`}
          {jobs.taken === 0 ? '' : `, ${amount(jobs.taken)} in work`}
        </FactCard>
        <FactCard title="Jobs failed" value={amount(jobs.failed)}>
          {jobs.failed === 0 ? 'none' : <a href={link('admin', { part: 'jobs', state: 'failed' })}>see why</a>}
        </FactCard>
        <FactCard title="Snapshots" value={amount(answer.snapshots)}>
          {bytes(answer.snapshotBytes)} of indexes
          <br />
          {lastSweep === null ? (
            'never swept'
          ) : (
            <>
              swept <Age at={lastSweep.atMs} />
            </>
          )}
        </FactCard>
        <FactCard title="Indexed for" value={versions.length === 0 ? '–' : versions.join(', ')}>
          {versions.length === 0 ? 'no worker has been started yet' : 'version of Code Scout'}
        </FactCard>
      </dl>
      <div class="two">
        <Nodes nodes={answer.nodes} />
        <Workers workers={answer.workers} />
      </div>
    </>
  );
}

function More({ total, shown, what }: { total: number; shown: number; what: string }): VNode | null {
  return shown < total ? <p class="quiet more">{counted(total - shown, `more ${what}`)}</p> : null;
}

function Heard({ ms, silent }: { ms: number; silent: number }): VNode {
  return ms > silent ? <span class="bad">silent for {duration(ms)}</span> : <>just now</>;
}

function Nodes({ nodes: { total, shown } }: { nodes: AdminSummary['nodes'] }): VNode {
  return (
    <section>
      <h2>
        Nodes <span class="total">{amount(total)}</span>
      </h2>
      {total === 0 ? (
        <Empty>
          None was heard of within a day. A node that is alone says nothing of itself: <code>--node-url</code> makes it
          known.
        </Empty>
      ) : (
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">Node</th>
              <th scope="col">Heard of</th>
              <th scope="col">Holds</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((node: NodeOverview) => (
              <tr key={node.name}>
                <th scope="row" data-label="Node">
                  <bdi class="name">{node.name}</bdi>
                  <span class="second quiet">
                    {node.url}, version {node.version}
                  </span>
                </th>
                <td data-label="Heard of">
                  <Heard ms={node.seenMsAgo} silent={silentMs.node} />
                </td>
                <td data-label="Holds">
                  {node.held === null || node.heldBytes === null
                    ? `up to ${bytes(node.bytes)}`
                    : `${counted(node.held, 'repository', 'repositories')}, ${bytes(node.heldBytes)} of ${bytes(node.bytes)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <More total={total} shown={shown.length} what="node" />
    </section>
  );
}

function Workers({ workers: { total, shown } }: { workers: AdminSummary['workers'] }): VNode {
  return (
    <section>
      <h2>
        Workers <span class="total">{amount(total)}</span>
      </h2>
      {total === 0 ? (
        <Empty>
          None runs: nothing is indexed until <code>code-scout worker</code> is started.
        </Empty>
      ) : (
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">Worker</th>
              <th scope="col">Heard of</th>
              <th scope="col">Works on</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((worker: WorkerOverview) => (
              <tr key={`${worker.name} ${worker.startedMs}`}>
                <th scope="row" data-label="Worker">
                  <bdi class="name">{worker.name}</bdi>
                  <span class="second quiet">
                    version {worker.version}, started <Age at={worker.startedMs} />
                  </span>
                </th>
                <td data-label="Heard of">
                  <Heard ms={worker.seenMsAgo} silent={silentMs.worker} />
                </td>
                <td data-label="Works on">
                  {worker.job === null ? (
                    <span class="quiet">nothing</span>
                  ) : (
                    <>
                      <RepositoryName name={worker.job.name} />
                      <span class="second quiet">
                        <bdi>{worker.job.ref}</bdi>
                      </span>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <More total={total} shown={shown.length} what="worker" />
    </section>
  );
}
