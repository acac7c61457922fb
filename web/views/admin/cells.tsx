/** Cells that several lists of the administration have. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { JobOverview, PrincipalKind } from '../../../src/explorer/contract.ts';
import { duration } from '../../amounts.ts';
import { Age } from '../../parts.tsx';

const stateWords: Readonly<Record<JobOverview['state'], string>> = {
  waiting: 'waiting',
  taken: 'in work',
  done: 'done',
  failed: 'failed',
  superseded: 'superseded',
};

export function JobState({ job }: { job: JobOverview }): VNode {
  const { state, endedMs, madeMs, restMs, attempt } = job;
  return (
    <>
      <span class={`tag state-${state}`}>{stateWords[state]}</span>{' '}
      <span class="quiet">
        {restMs > 0 ? `again in ${duration(restMs)}` : <Age at={endedMs ?? madeMs} />}
        {attempt > 1 && state !== 'done' ? `, attempt ${attempt}` : ''}
      </span>
    </>
  );
}

/** Why a job has failed, whole on demand. */
export function JobError({ error }: { error: string | null }): VNode | null {
  if (error === null) return null;
  const [first = ''] = error.split('\n', 1);
  if (error.length <= 120) return <span class="second failure-text">{error}</span>;
  return (
    <details class="second failure-text">
      <summary>{first.slice(0, 110)}…</summary>
      <pre>{error}</pre>
    </details>
  );
}

/** The name of a repository, which may be broken between its parts. */
export function RepositoryName({ name }: { name: string }): VNode {
  return (
    <bdi class="name">
      {name.split(/(?<=\/)/).map((part, at) => (
        <span key={at}>
          {at === 0 ? null : <wbr />}
          {part}
        </span>
      ))}
    </bdi>
  );
}

/** How a principal is written on the command line. */
export function Written({ kind, name }: { kind: PrincipalKind; name: string }): VNode {
  return (
    <>
      {kind === 'person' ? null : <span class="quiet">{kind}:</span>}
      <bdi>{name}</bdi>
    </>
  );
}

/** How long the second click has time (ms). */
const confirmMs = 6000;

/** A button that asks once more before it does what cannot be taken back. */
export function ConfirmedButton({ label, name, act }: { label: string; name: string; act: () => void }): VNode {
  const [isAsked, ask] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => ask(false), confirmMs);
    return () => clearTimeout(timer);
  }, [isAsked]);
  return (
    <button
      type="button"
      class={`small ${isAsked ? 'danger' : ''}`}
      aria-label={isAsked ? `Confirm: ${label} ${name}` : `${label} ${name}`}
      onBlur={() => ask(false)}
      onClick={() => {
        ask(!isAsked);
        if (isAsked) act();
      }}
    >
      {isAsked ? 'Confirm' : label}
    </button>
  );
}
