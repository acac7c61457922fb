/** The suite that every engine of a catalogue passes: `describeCatalogue('…', open)` in a test file. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { openSqlCatalogue } from '../sql/sql-catalogue.ts';
import { describeAccess } from './conformance-access.ts';
import { describeEndedJobs, describeTakenJobs } from './conformance-jobs.ts';
import { describeOperation, describeTables } from './conformance-operation.ts';
import { describeAdministrators, describePages } from './conformance-overview.ts';
import { describeEditions, describePushes, describeRepositories } from './conformance-pushes.ts';
import { describeScopes } from './conformance-scopes.ts';
import { describeSnapshots } from './conformance-snapshots.ts';
import { describeRemoval } from './conformance-removal.ts';
import { Subject, type CatalogueEngine } from './conformance-subject.ts';
import { describeUpkeep } from './conformance-upkeep.ts';
import { replay, steps } from './random-histories.ts';

export interface CatalogueTraits {
  /** Why the suite cannot run on this machine; null if it can. */
  missing: string | null;
  /** Connections that work at once. */
  atOnce: number;
  /** Random histories; more with CATALOGUE_HISTORIES. */
  histories: number;
}

export function describeCatalogue(name: string, open: () => Promise<CatalogueEngine>, traits: CatalogueTraits): void {
  const { missing, atOnce, histories } = traits;
  // Loud, because a suite that nobody runs proves nothing.
  if (missing !== null) console.warn(`SKIPPED: the suite of catalogues for ${name}: ${missing}`);
  describe.skipIf(missing !== null)(missing === null ? name : `${name} (${missing})`, () => {
    const subject = new Subject(atOnce);
    beforeAll(async () => {
      subject.engine = await open();
    });
    afterAll(() => subject.end());
    beforeEach(() => subject.begin());

    describeRepositories(subject);
    describePushes(subject);
    describeEditions(subject);
    describeTakenJobs(subject);
    describeEndedJobs(subject);
    describeSnapshots(subject);
    describeAccess(subject);
    describeScopes(subject);
    describeOperation(subject);
    describeTables(subject);
    describeUpkeep(subject);
    describeRemoval(subject);
    describeAdministrators(subject);
    describePages(subject);

    it('does what the model does, after random histories', { timeout: 600_000 }, async () => {
      const numRuns = Number(process.env['CATALOGUE_HISTORIES'] ?? histories);
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 60 }), async (history) => {
          subject.now = 1_000_000;
          const of = await openSqlCatalogue(await subject.engine.connect(), { tenant: Subject.newTenant(), creates: true, clock: () => subject.now }); // prettier-ignore
          try {
            await replay(of, history, (time) => (subject.now = time));
          } finally {
            await of.close();
          }
        }),
        { numRuns },
      );
    });
  });
}
