import type { KnownFailure } from './judge.ts';

export const knownFailures: readonly KnownFailure[] = [];
