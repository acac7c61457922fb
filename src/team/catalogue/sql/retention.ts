/** What is forgotten with time, so that a catalogue does not grow for ever; and which limits its tenant has set. */
import { usualLimits, type LimitName, type RetentionRules } from '../catalogue.ts';
import type { Sql } from './sql-database.ts';

const dayMs = 86_400_000;
/** How long it counts how often a snapshot was missing (ms). */
const missingMs = 7 * dayMs;

/** The limit that is set, or the usual one. @param usual SQL */
const limitOf = (name: LimitName, usual: number | string): string =>
  `COALESCE((SELECT l.most FROM limits l WHERE l.tenant = :tenant AND l.name = '${name}'), ${usual})`;

/** That one repository more may be added. */
export const hasRoomForRepository = `${limitOf('repositories', Number.MAX_SAFE_INTEGER)} >
  (SELECT COUNT(*) FROM repositories WHERE tenant = :tenant AND state <> 'forgotten')`;

export const storedBytes = `COALESCE((SELECT SUM(u.stored_bytes) FROM repositories u WHERE u.tenant = :tenant), 0)`;
/** That the page store may take more. */
export const hasRoomInStore = `${limitOf('store', Number.MAX_SAFE_INTEGER)} > ${storedBytes}`;

/** The time before which something is too old. */
const before = (name: 'audit' | 'tokens' | 'history'): string =>
  `:now - ${dayMs} * ${limitOf(name, usualLimits[name])}`;

/** A branch that was deleted long ago. */
const isGone = (
  repository: string,
  ref: string,
): string => `EXISTS (SELECT 1 FROM refs f WHERE f.tenant = :tenant AND f.repository = ${repository}
  AND f.name = ${ref} AND f.commit_id IS NULL AND f.heard_at < ${before('history')})`;

export function forgetOld({ lastOfDefault }: Pick<RetentionRules, 'lastOfDefault'>): Sql[] {
  const all = (text: string, values: Sql['values'] = {}): Sql => ({ text, values });
  return [
    all(`DELETE FROM deliveries WHERE tenant = :tenant AND heard_at < ${before('history')}`),
    all(`DELETE FROM jobs WHERE tenant = :tenant AND state IN ('done', 'superseded', 'failed') AND ended_at < ${before('history')}
      AND push < (SELECT f.heard FROM refs f WHERE f.tenant = :tenant AND f.repository = jobs.repository AND f.name = jobs.ref)`),
    all(
      `DELETE FROM pushes WHERE tenant = :tenant AND heard_at < ${before('history')} AND push <= (SELECT f.heard FROM refs f
        WHERE f.tenant = :tenant AND f.repository = pushes.repository AND f.name = pushes.ref) - :lastOfDefault`,
      { lastOfDefault },
    ),
    // Of a deleted branch all goes at once: where it comes back, its pushes are counted from the beginning.
    all(`DELETE FROM jobs WHERE tenant = :tenant AND state <> 'taken' AND ${isGone('jobs.repository', 'jobs.ref')}`),
    all(`DELETE FROM heads WHERE tenant = :tenant AND ${isGone('heads.repository', 'heads.ref')}`),
    all(`DELETE FROM pushes WHERE tenant = :tenant AND ${isGone('pushes.repository', 'pushes.ref')}`),
    all(`DELETE FROM refs WHERE tenant = :tenant AND commit_id IS NULL AND heard_at < ${before('history')}
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.tenant = :tenant AND j.repository = refs.repository AND j.ref = refs.name)`),
    // The last number that was given to somebody is known by the tokens alone where that one was removed.
    all(`DELETE FROM tokens WHERE tenant = :tenant AND COALESCE(revoked_at, expires_at) < ${before('tokens')}
      AND principal <= (SELECT MAX(p.id) FROM principals p WHERE p.tenant = :tenant)`),
    all(`DELETE FROM audit WHERE tenant = :tenant AND noted_at < ${before('audit')}`),
    all(`DELETE FROM nodes WHERE tenant = :tenant AND seen_at < ${before('history')}`),
    all(`DELETE FROM missing WHERE tenant = :tenant AND asked_at < :now - ${missingMs}`),
  ];
}
