/** The rules of pushes, jobs and heads, written down a second time as plainly as possible, for comparison with each engine after random histories. */
import { priorities, type Finish, type JobRow, type RefState, type TakenJob } from '../catalogue.ts';

interface ModelJob extends JobRow {
  madeAt: number;
  notBefore: number;
  leaseUntil: number;
}

interface ModelRef {
  repository: number;
  ref: string;
  heard: number;
  commit: string | null;
  heads: Map<string, { push: number; commit: string; tree: string; flavour: string }>;
}

/** @param defaultRef of all repositories */
export class ModelCatalogue {
  now = 0;
  readonly #defaultRef: string;
  readonly #refs: ModelRef[] = [];
  readonly #jobs: ModelJob[] = [];
  readonly #deliveries = new Set<string>();
  /** When a job of a repository was taken last. */
  readonly #served = new Map<number, number>();
  #editions: { name: string; askedAt: number }[] = [];

  constructor(defaultRef: string) {
    this.#defaultRef = defaultRef;
  }

  hear(repository: number, ref: string, commit: string | null, delivery: string | null): number | null {
    let known = this.#refs.find((one) => one.repository === repository && one.ref === ref);
    const isTwice = delivery !== null && this.#deliveries.has(`${repository} ${delivery}`);
    if (!isTwice) {
      if (known === undefined && commit !== null) {
        known = { repository, ref, heard: 1, commit, heads: new Map() };
        this.#refs.push(known);
      } else if (known !== undefined && known.commit !== commit) {
        known.heard++;
        known.commit = commit;
      }
    }
    if (delivery !== null) this.#deliveries.add(`${repository} ${delivery}`);
    if (known === undefined) return null;
    this.#makeJobs([known], this.#editions);
    for (const job of this.#jobsOf(known))
      if (job.state === 'waiting' && job.priority > priorities.asked && job.push < known.heard)
        job.state = 'superseded';
    return known.heard;
  }

  wantEdition(name: string): void {
    const others = this.#editions.filter((one) => one.name !== name);
    others.sort((a, b) => b.askedAt - a.askedAt || (a.name < b.name ? -1 : 1));
    this.#editions = [{ name, askedAt: this.now }, ...others.slice(0, 1)];
    for (const job of this.#jobs) {
      const isWanted = this.#editions.some((one) => one.name === job.edition);
      if (job.state === 'waiting' && !isWanted) job.state = 'superseded';
      const isLast = this.#refOf(job).heard === job.push;
      if (job.state === 'superseded' && job.edition === name && isLast) job.state = 'waiting';
    }
    this.#makeJobs(this.#refs, [{ name }]);
  }

  takeJob(worker: string, edition: string, leaseMs: number, maxStrikes: number): TakenJob | null {
    const isOver = (job: ModelJob): boolean => job.state === 'taken' && job.leaseUntil < this.now;
    for (const job of this.#jobs.filter((one) => one.edition === edition && isOver(one) && one.strikes >= maxStrikes)) {
      job.state = 'failed';
      job.error = `The worker that had it ended without a word, ${job.strikes} times`;
    }
    const [job] = this.#jobs
      .filter((one) => one.edition === edition && one.notBefore <= this.now && (one.state === 'waiting' || isOver(one)))
      .toSorted((a, b) => a.priority - b.priority || this.#servedAt(a) - this.#servedAt(b) || a.madeAt - b.madeAt || (a.job < b.job ? -1 : 1)); // prettier-ignore
    if (job === undefined) return null;
    this.#served.set(job.repository, this.now);
    Object.assign(job, { state: 'taken', worker, attempt: job.attempt + 1, strikes: job.strikes + 1, error: null });
    job.leaseUntil = this.now + leaseMs;
    return { job: job.job, worker, attempt: job.attempt };
  }

  heartbeat(taken: TakenJob, leaseMs: number): boolean {
    const job = this.#held(taken);
    if (job !== null) job.leaseUntil = this.now + leaseMs;
    return job !== null;
  }

  finishJob(taken: TakenJob, { commit, tree, flavour }: { commit: string; tree: string; flavour: string }): Finish {
    const job = this.#held(taken);
    if (job === null) return 'lost';
    const { heads } = this.#refOf(job);
    if ((heads.get(job.edition)?.push ?? 0) < job.push)
      heads.set(job.edition, { push: job.push, commit, tree, flavour });
    Object.assign(job, { state: 'done', error: null });
    return 'done';
  }

  failJob(taken: TakenJob, error: string, retryMs: number | null): boolean {
    const job = this.#held(taken);
    if (job === null) return false;
    job.error = error;
    if (retryMs === null) job.state = 'failed';
    else {
      this.#waitAgain(job);
      job.notBefore = this.now + retryMs;
    }
    return true;
  }

  releaseJob(taken: TakenJob): boolean {
    const job = this.#held(taken);
    if (job === null) return false;
    this.#waitAgain(job);
    job.strikes--;
    return true;
  }

  askForJob(repository: number, ref: string): boolean {
    const known = this.#refs.find((one) => one.repository === repository && one.ref === ref);
    if (known === undefined || known.commit === null || this.#editions.length === 0) return false;
    for (const { name } of this.#editions) {
      let job = this.#jobs.find((one) => one.job === jobId(known, name));
      if (job === undefined) this.#jobs.push((job = this.#newJob(known, name, priorities.asked)));
      Object.assign(job, { priority: priorities.asked, notBefore: this.now });
      if (job.state !== 'taken') Object.assign(job, { state: 'waiting', strikes: 0 });
    }
    return true;
  }

  /** In the order of their ids. */
  jobs(): JobRow[] {
    return this.#jobs
      .map(({ madeAt: _, notBefore: __, leaseUntil: ___, ...row }) => row)
      .toSorted((a, b) => (a.job < b.job ? -1 : 1));
  }

  refs(repository: number): RefState[] {
    return this.#refs
      .filter((one) => one.repository === repository)
      .map(({ ref, heard, commit, heads }) => ({
        ...{ ref, heard, commit },
        heads: [...heads]
          .map(([edition, head]) => ({ edition, ...head }))
          .toSorted((a, b) => (a.edition < b.edition ? -1 : 1)),
      }))
      .toSorted((a, b) => (a.ref < b.ref ? -1 : 1));
  }

  #servedAt({ repository }: ModelJob): number {
    return this.#served.get(repository) ?? 0;
  }

  #refOf(job: ModelJob): ModelRef {
    return this.#refs.find((one) => one.repository === job.repository && one.ref === job.ref)!;
  }

  #jobsOf({ repository, ref }: ModelRef): ModelJob[] {
    return this.#jobs.filter((one) => one.repository === repository && one.ref === ref);
  }

  #held({ job, worker, attempt }: TakenJob): ModelJob | null {
    const isHeld = (one: ModelJob): boolean => one.job === job && one.worker === worker && one.attempt === attempt && one.state === 'taken'; // prettier-ignore
    return this.#jobs.find(isHeld) ?? null;
  }

  #waitAgain(job: ModelJob): void {
    job.state = job.priority > priorities.asked && job.push < this.#refOf(job).heard ? 'superseded' : 'waiting';
  }

  #makeJobs(refs: readonly ModelRef[], editions: readonly { name: string }[]): void {
    for (const ref of refs)
      for (const { name } of editions) {
        if (ref.commit === null || this.#jobs.some((one) => one.job === jobId(ref, name))) continue;
        const own = ref.heads.get(name);
        if (own !== undefined && own.push >= ref.heard) continue;
        const isRebuild = own === undefined && ref.heads.size > 0;
        const usual = ref.ref === this.#defaultRef ? priorities.defaultRef : priorities.otherRef;
        this.#jobs.push(this.#newJob(ref, name, isRebuild ? priorities.rebuild : usual));
      }
  }

  #newJob(ref: ModelRef, edition: string, priority: number): ModelJob {
    return {
      ...{ job: jobId(ref, edition), repository: ref.repository, ref: ref.ref, push: ref.heard, commit: ref.commit! },
      ...{ edition, priority, state: 'waiting', worker: null, attempt: 0, strikes: 0, error: null },
      ...{ madeAt: this.now, notBefore: this.now, leaseUntil: 0 },
    };
  }
}

const jobId = ({ repository, heard, ref }: ModelRef, edition: string): string =>
  `${repository}/${heard}/${edition}/${ref}`;
