/** The catalogue under test, as one tenant of an engine sees it. */
import type { Catalogue, ClaimedJob, Finish, FinishedJob, JobState, Repository, TakenJob } from '../catalogue.ts';
import { openSqlCatalogue } from '../sql/sql-catalogue.ts';
import type { SqlDatabase } from '../sql/sql-database.ts';

export interface CatalogueEngine {
  /** A connection of its own to one database, as another process has it. */
  connect(): Promise<SqlDatabase>;
  /** A connection to a new, empty database. */
  connectEmpty(): Promise<SqlDatabase>;
  close(): Promise<void>;
}

export const everyState: readonly JobState[] = ['waiting', 'taken', 'done', 'failed', 'superseded'];
export const hour = 3_600_000;

export class Subject {
  engine!: CatalogueEngine;
  catalogue!: Catalogue;
  tenant = '';
  /** The time of the catalogue (ms). */
  now = 0;
  /** Connections that work at once. */
  readonly atOnce: number;
  readonly #opened: Catalogue[] = [];
  static #made = 0;

  constructor(atOnce: number) {
    this.atOnce = atOnce;
  }

  /** Each test has its own tenant: a database is not emptied between them. */
  async begin(): Promise<void> {
    this.tenant = Subject.newTenant();
    this.now = 1_000_000;
    this.catalogue = await this.connect();
  }

  static newTenant(): string {
    return `suite${++Subject.#made}`;
  }

  async end(): Promise<void> {
    for (const one of this.#opened) await one.close();
    await this.engine.close();
  }

  /** A connection of its own, which is closed at the end. @param clock null: the database's */
  async connect(of = this.tenant, clock: (() => number) | null = () => this.now): Promise<Catalogue> {
    const one = await openSqlCatalogue(await this.engine.connect(), { tenant: of, creates: true, clock });
    this.#opened.push(one);
    return one;
  }

  add(repository = 'example.org/team/shop'): Promise<Repository> {
    return this.catalogue.addRepository({ name: repository, url: `https://${repository}`, defaultRef: 'main', forkOf: null }); // prettier-ignore
  }

  /** Several, one after another. */
  async addAll<T extends readonly string[]>(...names: T): Promise<{ [K in keyof T]: Repository }> {
    const added: Repository[] = [];
    for (const name of names) added.push(await this.add(name));
    return added as { [K in keyof T]: Repository };
  }

  hear(
    { id }: Repository,
    commit: string | null,
    ref = 'main',
    delivery: string | null = null,
  ): Promise<number | null> {
    return this.catalogue.hear({ repository: id, ref, commit, delivery });
  }

  take(worker = 'w1', of = this.catalogue): Promise<ClaimedJob | null> {
    return of.takeJob({ worker, edition: 'e1', leaseMs: 60_000, maxStrikes: 3 });
  }

  finished(job: TakenJob & { commit: string }, more: Partial<FinishedJob> = {}): FinishedJob {
    return {
      ...{ job: job.job, worker: job.worker, attempt: job.attempt, commit: job.commit },
      ...{ tree: `tree of ${job.commit}`, flavour: 'f1', bytes: 8192, files: 3, lines: 40, packages: null, ...more },
    };
  }

  finish(job: ClaimedJob, more: Partial<FinishedJob> = {}): Promise<Finish> {
    return this.catalogue.finishJob(this.finished(job, more));
  }

  async states(): Promise<string[]> {
    const jobs = await this.catalogue.listJobs({ states: everyState, limit: 1000 });
    return jobs.map(({ commit, state }) => `${commit} ${state}`).toSorted();
  }

  async headOf({ id }: Repository, ref = 'main'): Promise<string | undefined> {
    return (await this.catalogue.listRefs(id)).find((one) => one.ref === ref)?.heads[0]?.commit;
  }
}
