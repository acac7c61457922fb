/** The counts of several indexes together. */
import type { LeftOutReason } from '../../model/file.ts';
import type { LanguageStatistics, Statistics } from '../store.ts';

const sums = [
  'files',
  'bytes',
  'lines',
  'definitions',
  'imports',
  'references',
  'terms',
  'filesWithIssues',
  'filesCutShort',
  'indexBytes',
] as const;

export function sumOfStatistics(all: readonly Statistics[], generation: number): Statistics {
  const sumOf = (key: (typeof sums)[number]): number => all.reduce((sum, one) => sum + one[key], 0);
  const leftOut: Partial<Record<LeftOutReason, number>> = {};
  for (const one of all)
    for (const [reason, count] of Object.entries(one.leftOut) as [LeftOutReason, number][])
      leftOut[reason] = (leftOut[reason] ?? 0) + count;
  const ends = all.map(({ lastIndexedMs }) => lastIndexedMs);
  return {
    ...(Object.fromEntries(sums.map((key) => [key, sumOf(key)])) as Pick<Statistics, (typeof sums)[number]>),
    generation,
    languages: languagesOf(all),
    leftOut,
    schemaVersion: Math.max(0, ...all.map(({ schemaVersion }) => schemaVersion)),
    // The oldest: everything is at least as new.
    lastIndexedMs: ends.length === 0 || ends.includes(null) ? null : Math.min(...ends.map(Number)),
  };
}

function languagesOf(all: readonly Statistics[]): LanguageStatistics[] {
  const byLanguage = new Map<string, LanguageStatistics>();
  for (const one of all.flatMap(({ languages }) => languages)) {
    const sum = byLanguage.get(one.language) ?? {
      language: one.language,
      ...{ files: 0, bytes: 0, lines: 0, unexpandedMacros: 0 },
    };
    byLanguage.set(one.language, {
      ...sum,
      files: sum.files + one.files,
      bytes: sum.bytes + one.bytes,
      lines: sum.lines + one.lines,
      unexpandedMacros: sum.unexpandedMacros + one.unexpandedMacros,
    });
  }
  return [...byLanguage.values()].sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1));
}
