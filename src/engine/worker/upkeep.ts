/** What workers do besides jobs: one of all of them sweeps once a day, and deletes what is left of removed repositories; each tidies its own mirrors. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../team/catalogue/catalogue.ts';
import { eraseRemoved, rulesOf, sweepPages, sweepSnapshots, usualGraceMs } from './sweeps.ts';
import type { WorkerSettings } from './worker-settings.ts';
import { uniqueName } from '../../util/unique-name.ts';

const minute = 60_000;
const sweepEveryMs = 24 * 60 * minute;
const eraseEveryMs = 10 * minute;
/** A worker that was killed in the middle is replaced after this time (ms). */
const leaseMs = 60 * minute;
const retryMs = 10 * minute;

/** Does what is due and no other worker does. Rejects where catalogue or store are away: another try is due ten minutes later. */
export async function doDuties(settings: WorkerSettings): Promise<void> {
  const { sweep, log } = settings;
  if (sweep === null) return;
  const rules = rulesOf(sweep.keepDays);
  await ifDue(settings, 'erase', eraseEveryMs, async () => {
    for (const { repository, objects, isErased } of await eraseRemoved(settings, usualGraceMs))
      if (isErased || (objects ?? 0) > 0) log({ event: 'erased', repository, objects, isErased });
  });
  await ifDue(settings, 'sweep', sweepEveryMs, async () => {
    const snapshots = await sweepSnapshots(settings, rules);
    log({ event: 'swept', snapshots, ...(await sweepPages(settings, usualGraceMs)) });
  });
}

async function ifDue(
  { catalogue, name: worker }: WorkerSettings,
  name: string,
  everyMs: number,
  work: () => Promise<void>,
): Promise<void> {
  // Workers of two machines may have one name.
  const duty = { name, holder: `${worker} ${uniqueName()}` };
  if (!(await catalogue.takeDuty(duty, leaseMs))) return;
  let againMs = retryMs;
  const beat = setInterval(() => void catalogue.keepDuty(duty, leaseMs).catch(() => {}), leaseMs / 4);
  try {
    await work();
    againMs = everyMs;
  } finally {
    clearInterval(beat);
    // Where the catalogue is away, the lease ends.
    await catalogue.endDuty(duty, againMs).catch(() => {});
  }
}

/** The mirror of the repositories of a family. */
export const mirrorOf = (folder: string, { tenant }: Pick<Catalogue, 'tenant'>, family: number): string =>
  join(folder, 'mirrors', `${tenant}-${family}.git`);

/**
 * Deletes the mirrors of repositories that the catalogue does not have any more, also those that others of their family share: such a one is fetched anew.
 * Nobody may use one meanwhile.
 */
export async function tidyMirrors({ catalogue, folder }: Pick<WorkerSettings, 'catalogue' | 'folder'>): Promise<void> {
  const mirrors = join(folder, 'mirrors');
  const own = existsSync(mirrors) ? readdirSync(mirrors).filter((name) => name.startsWith(`${catalogue.tenant}-`) && /-\d+\.git$/.test(name)) : []; // prettier-ignore
  if (own.length === 0) return;
  const repositories = await catalogue.listRepositories();
  const [ids, needed] = [new Set(repositories.map(({ id }) => String(id))), new Set(repositories.map(({ family }) => mirrorOf(folder, catalogue, family)))]; // prettier-ignore
  for (const name of own) {
    const mirror = join(mirrors, name);
    if (needed.has(mirror) && namespacesOf(mirror).every((id) => ids.has(id))) continue;
    rmSync(mirror, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The repositories whose branches a mirror has: see `FetchRequest.namespace`. */
function namespacesOf(mirror: string): string[] {
  const loose = join(mirror, 'refs', 'mirrored');
  const packed = join(mirror, 'packed-refs');
  const named = existsSync(packed) ? [...readFileSync(packed, 'utf8').matchAll(/ refs\/mirrored\/(\d+)\//g)].map(([, id = '']) => id) : []; // prettier-ignore
  return [...(existsSync(loose) ? readdirSync(loose) : []), ...named];
}
