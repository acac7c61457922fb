/** Failures on other systems that are not the product's. Each must fail there: one that passes is an error of its list. */
import type { KnownFailure } from '../windows/judge.ts';

const slow = { sometimes: true } as const;
const emulated = 'emulated, what it waits for takes longer than its limit allows';

export const emulatedFailures: readonly KnownFailure[] = [
  {
    file: 'test/e2e/cli.test.ts',
    test: 'Ctrl-C ends the run and keeps what was done, and the next run does the rest',
    reason: `${emulated}: cancelled work has five seconds to stop, after which the process ends without a word`,
    ...slow,
  },
  ...[
    'over the protocol answers from the current state of the disk',
    'on the command line ["callers","openHarbour"]',
    'on the command line ["callers","main","--file","main.ts","--max-chars","1000"]',
    'on the command line ["path","main","Harbour.berth","--from-file","src/main.ts"]',
  ].map((test) => ({
    file: 'test/e2e/graph.test.ts',
    test,
    reason: `${emulated}: an answer that does not wait for a change says that it has not seen it. The others follow from the first`,
    ...slow,
  })),
];

export const nodeFailures: readonly KnownFailure[] = [];

const noBytes = 'it makes names that are not UTF-8, which this file system refuses, as APFS does';

export const insensitiveFailures: readonly KnownFailure[] = [
  { file: 'src/source/read/read-source.test.ts', test: 'names of any bytes', reason: noBytes },
  { file: 'src/source/watch/watch.test.ts', test: 'by handles on folders reports odd names', reason: noBytes },
  { file: 'src/source/watch/watch.test.ts', test: 'by polling reports odd names', reason: noBytes },
  { file: 'src/source/ignore/ignore.test.ts', test: 'random files at every level decide like git', reason: noBytes },
  {
    file: 'test/index/untrusted-index.test.ts',
    test: 'an index that moves together with its project is kept',
    reason: 'this file system has no birth times, which macOS has: an index is then known by its path as well',
  },
  ...['git', 'our own walk'].flatMap((way) => [
    { file: 'src/source/walk/walk.test.ts', test: `${way} keeps names that are not UTF-8`, reason: noBytes },
    {
      file: 'src/source/walk/walk.test.ts',
      test: `${way} keeps odd names unchanged`,
      reason: 'some of its names are one there: they differ in case or composition only',
    },
  ]),
];

/** By the system that it is. */
export const hereFailures: readonly (KnownFailure & { platform: NodeJS.Platform })[] = [];
