/** Jobs: what waits, who has what, and what has failed. */
import type { VNode } from 'preact';
import type { JobFilter, JobOverview } from '../../../src/explorer/contract.ts';
import type { ViewProps } from '../../view.ts';
import { useAct, useAdmin } from './ask.ts';
import { JobError, JobState, RepositoryName } from './cells.tsx';
import { Choice, chosenOf, PagedTable, pageOf, TextFilter } from './page.tsx';

const states: readonly (readonly [JobFilter, string])[] = [
  ['open', 'Open'],
  ['waiting', 'Waiting'],
  ['taken', 'In work'],
  ['failed', 'Failed'],
  ['done', 'Done'],
];

const nothing: Readonly<Record<string, string>> = {
  open: 'Nothing waits, nothing is in work, and nothing has failed.',
  failed: 'No job has failed.',
};

export function Jobs({ parameters }: Pick<ViewProps, 'parameters'>): VNode {
  const state = chosenOf(states, parameters['state']);
  const asked = useAdmin('admin/jobs', { ...pageOf(parameters), state });
  const act = useAct(asked.again);
  return (
    <>
      <div class="toolbar">
        <TextFilter parameters={parameters} label="Filter by repository" />
        <Choice parameters={parameters} name="state" label="State" choices={states} chosen={state} />
      </div>
      <PagedTable
        parameters={parameters}
        asked={asked}
        what="the jobs"
        columns={['Repository', 'Commit', 'State', 'Worker', '']}
        empty={(parameters['q'] === undefined ? nothing[state] : undefined) ?? 'There is none.'}
      >
        {(row) => (
          <Row
            key={row.job}
            row={row}
            ask={() =>
              act(
                'ask-index',
                { repository: row.repository, ref: row.ref },
                `${row.name} ${row.ref} is indexed before all others`,
              )
            }
          />
        )}
      </PagedTable>
    </>
  );
}

function Row({ row, ask }: { row: JobOverview; ask: () => void }): VNode {
  const label = row.state === 'waiting' ? 'Index first' : 'Index again';
  return (
    <tr>
      <th scope="row" data-label="Repository">
        <RepositoryName name={row.name} />
        <span class="second quiet">
          <bdi>{row.ref}</bdi>
        </span>
      </th>
      <td data-label="Commit">
        <code>{row.commit.slice(0, 10)}</code>
      </td>
      <td data-label="State" class="wide">
        <JobState job={row} />
        <JobError error={row.state === 'done' ? null : row.error} />
      </td>
      <td data-label="Worker">
        {row.worker === null ? <span class="quiet">–</span> : <bdi class="name">{row.worker}</bdi>}
      </td>
      <td class="act">
        {row.state === 'taken' ? null : (
          <button type="button" class="small" aria-label={`${label}: ${row.name} ${row.ref}`} onClick={ask}>
            {label}
          </button>
        )}
      </td>
    </tr>
  );
}
