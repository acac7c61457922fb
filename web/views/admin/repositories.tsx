/** Repositories: what is indexed of each, and what became of its last job. */
import type { VNode } from 'preact';
import type { RepositoryFilter, RepositoryOverview } from '../../../src/explorer/contract.ts';
import { amount, bytes, counted } from '../../amounts.ts';
import { Age } from '../../parts.tsx';
import type { ViewProps } from '../../view.ts';
import { useAct, useAdmin } from './ask.ts';
import { JobError, JobState, RepositoryName } from './cells.tsx';
import { Choice, chosenOf, PagedTable, pageOf, TextFilter } from './page.tsx';

const filters: readonly (readonly [RepositoryFilter, string])[] = [
  ['all', 'All'],
  ['behind', 'Behind'],
  ['failed', 'Failed'],
  ['new', 'Not indexed'],
];

const columns = ['Repository', 'Indexed', 'Branches', 'Size', 'Provides', 'Last job', ''];

export function Repositories({ parameters }: Pick<ViewProps, 'parameters'>): VNode {
  const filter = chosenOf(filters, parameters['filter']);
  const asked = useAdmin('admin/repositories', { ...pageOf(parameters), filter });
  const act = useAct(asked.again);
  const isNarrowed = filter !== 'all' || parameters['q'] !== undefined;
  return (
    <>
      <div class="toolbar">
        <TextFilter parameters={parameters} label="Filter by name" />
        <Choice parameters={parameters} name="filter" label="State" choices={filters} chosen={filter} />
      </div>
      <PagedTable
        parameters={parameters}
        asked={asked}
        what="the repositories"
        columns={columns}
        empty={
          isNarrowed ? (
            'No repository is like that.'
          ) : (
            <>
              There is none yet: <code>code-scout catalogue add URL</code>.
            </>
          )
        }
      >
        {(row) => (
          <Row
            key={row.id}
            row={row}
            ask={() =>
              act('ask-index', { repository: row.id, ref: row.defaultRef }, `${row.name} is indexed before all others`)
            }
          />
        )}
      </PagedTable>
    </>
  );
}

function Row({ row, ask }: { row: RepositoryOverview; ask: () => void }): VNode {
  const { name, state, defaultRef, index, packages, lastJob, branches, branchesBehind } = row;
  return (
    <tr>
      <th scope="row" data-label="Repository">
        <RepositoryName name={name} />
        <span class="second quiet">
          <bdi>{defaultRef}</bdi>
          {state === 'active' ? '' : `, ${state}`}
        </span>
      </th>
      <td data-label="Indexed">
        <Indexed row={row} />
      </td>
      <td data-label="Branches">
        {amount(branches)}
        {branchesBehind === 0 ? null : <span class="second quiet">{amount(branchesBehind)} behind</span>}
      </td>
      <td data-label="Size">
        {index === null ? (
          <span class="quiet">–</span>
        ) : (
          <>
            {bytes(index.bytes)}
            <span class="second quiet">
              {counted(index.files, 'file')}, {counted(index.lines, 'line')}
            </span>
          </>
        )}
      </td>
      <td data-label="Provides">
        {packages.total === 0 ? (
          <span class="quiet">–</span>
        ) : (
          <>
            <bdi>{packages.rows.map((one) => one.package).join(', ')}</bdi>
            {packages.total > packages.rows.length ? (
              <span class="quiet"> and {amount(packages.total - packages.rows.length)} more</span>
            ) : null}
          </>
        )}
      </td>
      <td data-label="Last job">
        {lastJob === null ? (
          <span class="quiet">none</span>
        ) : (
          <>
            <JobState job={lastJob} />
            {lastJob.ref === defaultRef ? null : <span class="second quiet">{lastJob.ref}</span>}
            <JobError error={lastJob.state === 'done' ? null : lastJob.error} />
          </>
        )}
      </td>
      <td class="act">
        {state === 'active' && row.heard !== null ? (
          <button type="button" class="small" aria-label={`Index again: ${name}`} onClick={ask}>
            Index again
          </button>
        ) : null}
      </td>
    </tr>
  );
}

function Indexed({ row: { heard, head } }: { row: RepositoryOverview }): VNode {
  if (heard === null) return <span class="quiet">no push is known</span>;
  const behind = heard.push - (head?.push ?? 0);
  return (
    <>
      {head === null ? <span class="bad">nothing yet</span> : <code>{head.commit.slice(0, 10)}</code>}
      <span class="second quiet">
        {heard.commit === null ? (
          'the branch was deleted'
        ) : head !== null && behind <= 0 ? (
          <>
            pushed <Age at={heard.atMs} />
          </>
        ) : (
          <>
            {counted(behind, 'push', 'pushes')} behind <code>{heard.commit.slice(0, 10)}</code>, <Age at={heard.atMs} />
          </>
        )}
      </span>
    </>
  );
}
