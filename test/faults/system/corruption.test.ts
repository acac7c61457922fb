/** The short form of `npm run bench -- faults --only corruption`: no crash, and the next runs make the index good. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { corrupt, makePatient } from './corruption.ts';
import { pageKinds } from './page-kinds.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-corruption-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

it('a damaged page of each kind is survived, and made good by the next runs', async () => {
  const random = seededRandom(Date.now() & 0xffff);
  const patient = await makePatient(work, 16, random);
  expect([...patient.pages.keys()].toSorted()).toEqual(pageKinds.filter((kind) => !kind.startsWith('log')).toSorted());
  for (const kind of pageKinds) {
    const result = await corrupt(patient, kind, random);
    expect(result?.problems ?? []).toEqual([]);
    // SQLite has a checksum for each part of the log.
    if (kind.startsWith('log')) expect([null, 'harmless', 'earlier', 'refused']).toContain(result?.outcome ?? null);
  }
});
