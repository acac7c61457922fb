/** Random histories of pushes and jobs, done with a catalogue and with the model. */
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Catalogue, TakenJob } from '../catalogue.ts';
import { everyState } from './conformance-subject.ts';
import { ModelCatalogue } from './model-catalogue.ts';

type Step =
  | { do: 'hear'; repository: number; ref: string; commit: string | null; delivery: string | null }
  | { do: 'want'; edition: string }
  | { do: 'take'; worker: string; edition: string }
  | { do: 'wait'; ms: number }
  /** `which`: of the jobs that were ever taken, counted from the last. */
  | { do: 'heartbeat' | 'release'; which: number }
  | { do: 'finish'; which: number; tree: string }
  | { do: 'fail'; which: number; retryMs: number | null }
  | { do: 'ask'; repository: number; ref: string };

const oneOf = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const [repository, ref, edition] = [oneOf(1, 2), oneOf('main', 'feature'), oneOf('e1', 'e1', 'e2', 'e3')];
const which = fc.nat({ max: 4 });
export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: oneOf('hear' as const), repository, ref, commit: oneOf('a', 'b', 'c', null), delivery: oneOf(null, null, 'd1', 'd2', 'd3') }) }, // prettier-ignore
  { weight: 1, arbitrary: fc.record({ do: oneOf('want' as const), edition }) },
  { weight: 5, arbitrary: fc.record({ do: oneOf('take' as const), worker: oneOf('w1', 'w2'), edition }) },
  { weight: 2, arbitrary: fc.record({ do: oneOf('wait' as const), ms: oneOf(1, 500, 1000, 1001) }) },
  { weight: 2, arbitrary: fc.record({ do: oneOf('heartbeat' as const, 'release' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: oneOf('finish' as const), which, tree: oneOf('t1', 't2', 't3') }) },
  { weight: 2, arbitrary: fc.record({ do: oneOf('fail' as const), which, retryMs: oneOf(null, 0, 1000) }) },
  { weight: 1, arbitrary: fc.record({ do: oneOf('ask' as const), repository, ref }) },
);

/** Does each step with the catalogue and with the model, and compares what they say. */
export async function replay(
  catalogue: Catalogue,
  history: readonly Step[],
  setTime: (now: number) => void,
): Promise<void> {
  const model = new ModelCatalogue('main');
  model.now = 1_000_000;
  for (const name of ['a', 'b']) await catalogue.addRepository({ name, url: 'u', defaultRef: 'main', forkOf: null });
  await catalogue.wantEdition('e1', 'e1');
  model.wantEdition('e1');
  const taken: (TakenJob & { commit: string })[] = [];
  for (const step of history) {
    if (step.do === 'wait') {
      model.now += step.ms;
      setTime(model.now);
      continue;
    }
    const [real, expected] = await both(step, { catalogue, model, taken });
    expect(real, JSON.stringify(step)).toEqual(expected);
  }
  const jobs = await catalogue.listJobs({ states: everyState, limit: 1000 });
  expect(jobs.toSorted((a, b) => (a.job < b.job ? -1 : 1))).toEqual(model.jobs());
  for (const id of [1, 2]) expect(await catalogue.listRefs(id)).toEqual(model.refs(id));
}

interface Sides {
  catalogue: Catalogue;
  model: ModelCatalogue;
  /** All that were ever taken. */
  taken: (TakenJob & { commit: string })[];
}

async function both(
  step: Exclude<Step, { do: 'wait' }>,
  { catalogue, model, taken }: Sides,
): Promise<[unknown, unknown]> {
  const leaseMs = 1000;
  switch (step.do) {
    case 'hear':
      return [await catalogue.hear(step), model.hear(step.repository, step.ref, step.commit, step.delivery)];
    case 'want':
      return [await catalogue.wantEdition(step.edition, step.edition), model.wantEdition(step.edition)];
    case 'ask':
      return [await catalogue.askForJob(step.repository, step.ref), model.askForJob(step.repository, step.ref)];
    case 'take': {
      const claimed = await catalogue.takeJob({ worker: step.worker, edition: step.edition, leaseMs, maxStrikes: 3 });
      const expected = model.takeJob(step.worker, step.edition, leaseMs, 3);
      if (claimed !== null)
        taken.push({ job: claimed.job, worker: claimed.worker, attempt: claimed.attempt, commit: claimed.commit });
      return [
        claimed === null ? null : { job: claimed.job, worker: claimed.worker, attempt: claimed.attempt },
        expected,
      ];
    }
    default:
  }
  const job = taken.at(-1 - step.which);
  if (job === undefined) return [null, null];
  switch (step.do) {
    case 'heartbeat':
      return [await catalogue.heartbeat(job, leaseMs), model.heartbeat(job, leaseMs)];
    case 'release':
      return [await catalogue.releaseJob(job), model.releaseJob(job)];
    case 'fail':
      return [
        await catalogue.failJob(job, { error: 'failed', retryMs: step.retryMs }),
        model.failJob(job, 'failed', step.retryMs),
      ];
    case 'finish': {
      const of = { commit: job.commit, tree: step.tree, flavour: 'f1' };
      const rest = { bytes: 1, files: 1, lines: 1, packages: null };
      return [
        await catalogue.finishJob({ job: job.job, worker: job.worker, attempt: job.attempt, ...of, ...rest }),
        model.finishJob(job, of),
      ];
    }
  }
}
