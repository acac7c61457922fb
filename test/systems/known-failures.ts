/** Failures on other systems that are not the product's. Each must fail there: one that passes is an error of its list. */
import type { KnownFailure } from '../windows/judge.ts';

export const emulatedFailures: readonly KnownFailure[] = [];

export const nodeFailures: readonly KnownFailure[] = [];

export const insensitiveFailures: readonly KnownFailure[] = [];

export const muslFailures: readonly KnownFailure[] = [];
