/** Who may see what: people, robots and groups, their tokens, and what was changed. */
import type { VNode } from 'preact';
import type { AuditNote, PrincipalKind, PrincipalOverview, TokenOverview } from '../../../src/explorer/contract.ts';
import { amount, counted, duration } from '../../amounts.ts';
import { Age } from '../../parts.tsx';
import { link } from '../../route.ts';
import type { ViewProps } from '../../view.ts';
import { useAct, useAdmin } from './ask.ts';
import { ConfirmedButton, Written } from './cells.tsx';
import { Choice, chosenOf, PagedTable, pageOf, TextFilter } from './page.tsx';

type Props = Pick<ViewProps, 'parameters'>;

const kinds: readonly (readonly [PrincipalKind | 'all', string])[] = [
  ['all', 'All'],
  ['person', 'People'],
  ['robot', 'Robots'],
  ['group', 'Groups'],
];

export function People({ parameters }: Props): VNode {
  const kind = chosenOf(kinds, parameters['kind']);
  const asked = useAdmin('admin/people', { ...pageOf(parameters), kind });
  return (
    <>
      <div class="toolbar">
        <TextFilter parameters={parameters} label="Filter by name" />
        <Choice parameters={parameters} name="kind" label="Kind" choices={kinds} chosen={kind} />
      </div>
      <PagedTable
        parameters={parameters}
        asked={asked}
        what="the people"
        columns={['Who', 'May see', 'Groups and members', 'Tokens']}
        empty={
          <>
            There is nobody like that. <code>code-scout catalogue person add NAME</code> makes somebody known.
          </>
        }
      >
        {(row) => <PersonRow key={row.id} row={row} />}
      </PagedTable>
    </>
  );
}

function PersonRow({ row }: { row: PrincipalOverview }): VNode {
  const { kind, name, administers, grants, of, tokens } = row;
  return (
    <tr>
      <th scope="row" data-label="Who">
        <Written kind={kind} name={name} /> {administers ? <span class="tag">administrator</span> : null}
      </th>
      <td data-label="May see" class="wide">
        {grants.total === 0 ? <span class="quiet">nothing of its own</span> : null}
        {grants.rows.map(({ repository, may }, at) => (
          <span key={`${repository} ${may}`}>
            {at === 0 ? '' : ', '}
            {may === 'index' ? <span class="quiet">index </span> : null}
            {repository === null ? 'all repositories' : <bdi>{repository}</bdi>}
          </span>
        ))}
        {grants.total > grants.rows.length ? (
          <span class="quiet"> and {amount(grants.total - grants.rows.length)} more</span>
        ) : null}
      </td>
      <td data-label={kind === 'group' ? 'Members' : 'Groups'}>
        {of.total === 0 ? <span class="quiet">–</span> : null}
        {of.rows.map((one, at) => (
          <span key={`${one.kind}:${one.name}`}>
            {at === 0 ? '' : ', '}
            <Written {...one} />
          </span>
        ))}
        {of.total > of.rows.length ? <span class="quiet"> and {amount(of.total - of.rows.length)} more</span> : null}
      </td>
      <td data-label="Tokens">
        {tokens === 0 ? (
          <span class="quiet">–</span>
        ) : (
          <a href={link('admin', { part: 'tokens', q: name })}>{counted(tokens, 'token')}</a>
        )}
      </td>
    </tr>
  );
}

const tokenStates: readonly (readonly [TokenOverview['state'] | 'all', string])[] = [
  ['valid', 'Valid'],
  ['expired', 'Expired'],
  ['revoked', 'Revoked'],
  ['all', 'All'],
];

export function Tokens({ parameters }: Props): VNode {
  const state = chosenOf(tokenStates, parameters['state']);
  const asked = useAdmin('admin/tokens', { ...pageOf(parameters), state });
  const act = useAct(asked.again);
  return (
    <>
      <div class="toolbar">
        <TextFilter parameters={parameters} label="Filter by holder or id" />
        <Choice parameters={parameters} name="state" label="State" choices={tokenStates} chosen={state} />
      </div>
      <PagedTable
        parameters={parameters}
        asked={asked}
        what="the tokens"
        columns={['Holder', 'For', 'May', 'State', 'Id', '']}
        empty="There is none."
      >
        {(row) => (
          <TokenRow
            key={row.id}
            row={row}
            revoke={() => act('revoke-token', { id: row.id }, `The token ${row.id.slice(0, 12)} is revoked`)}
          />
        )}
      </PagedTable>
    </>
  );
}

function mayOf({ may, administers, repositories }: TokenOverview): string {
  if (administers) return 'administer, index, read';
  const what = may === 'index' ? 'index, read' : 'read';
  return repositories === null ? what : `${what} ${counted(repositories, 'repository', 'repositories')}`;
}

function TokenRow({ row, revoke }: { row: TokenOverview; revoke: () => void }): VNode {
  const { id, holder, name, state, validMs } = row;
  return (
    <tr>
      <th scope="row" data-label="Holder">
        {holder === null ? <span class="quiet">somebody who was removed</span> : <Written {...holder} />}
      </th>
      <td data-label="For">{name === '' ? <span class="quiet">–</span> : <bdi>{name}</bdi>}</td>
      <td data-label="May">{mayOf(row)}</td>
      <td data-label="State">{state === 'valid' ? `valid for ${duration(validMs)}` : state}</td>
      <td data-label="Id">
        <code title={id}>{id.slice(0, 12)}</code>
      </td>
      <td class="act">
        {state === 'valid' ? (
          <ConfirmedButton label="Revoke" name={`the token ${id.slice(0, 12)}`} act={revoke} />
        ) : null}
      </td>
    </tr>
  );
}

export function Audit({ parameters }: Props): VNode {
  const asked = useAdmin('admin/audit', pageOf(parameters));
  return (
    <>
      <div class="toolbar">
        <TextFilter parameters={parameters} label="Filter by what was done" />
      </div>
      <PagedTable
        parameters={parameters}
        asked={asked}
        what="the audit"
        columns={['When', 'Who', 'What', 'Detail']}
        empty="Nothing of that kind was noted."
      >
        {(row) => <AuditRow key={`${row.atMs} ${row.what} ${row.words}`} row={row} />}
      </PagedTable>
    </>
  );
}

function AuditRow({ row: { atMs, who, what, words } }: { row: AuditNote }): VNode {
  return (
    <tr>
      <th scope="row" data-label="When">
        <Age at={atMs} />
      </th>
      <td data-label="Who">
        {who === null ? (
          <span class="quiet">command line or worker</span>
        ) : who.kind === null || who.name === null ? (
          <span class="quiet">number {who.id}, removed</span>
        ) : (
          <Written kind={who.kind} name={who.name} />
        )}
      </td>
      <td data-label="What">{what}</td>
      <td data-label="Detail" class="wide">
        <bdi>{words}</bdi>
      </td>
    </tr>
  );
}
