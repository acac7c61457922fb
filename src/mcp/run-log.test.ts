import { expect, it } from 'vitest';
import { AppError } from '../model/error.ts';
import { createLogger, type LogLevel } from '../util/json-log.ts';
import { runLog } from './run-log.ts';
import type { LogLine } from './server-feed.ts';

const defect = { root: '/p', durationMs: 1.6, error: new AppError('InternalError', 'Unexpected token in secret') };

it.each<[LogLevel, Parameters<ReturnType<typeof runLog>>[0], object | null]>([
  ['info', { root: '/p', durationMs: 1.6, indexed: 0, removed: 0 }, null],
  [
    'info',
    { root: '/p', durationMs: 1.6, indexed: 0, removed: 2 },
    { level: 'info', duration: 2, read: 0, removed: 2 },
  ],
  ['warn', { root: '/p', durationMs: 1.6, indexed: 3, removed: 0 }, null],
  ['silent', defect, null],
  [
    'error',
    { ...defect, error: new AppError('DatabaseError', 'x'.repeat(9000)) },
    { level: 'error', duration: 2, error: 'DatabaseError', message: 'x'.repeat(500) },
  ],
  ['debug', defect, { level: 'error', duration: 2, error: 'InternalError', message: 'Unexpected token in secret' }],
  [
    'info',
    defect,
    {
      level: 'error',
      duration: 2,
      error: 'InternalError',
      message: 'Indexing failed because of a defect; --verbose shows the message',
    },
  ],
])('at %s a run is told as it should be: %j', (level, run, line) => {
  const lines: string[] = [];
  const heard: LogLine[] = [];
  runLog(
    createLogger(level, (text) => lines.push(text)),
    { log: (one) => heard.push(one) },
  )(run);
  // Clients choose for themselves what they hear.
  const isNews = 'error' in run || run.indexed + run.removed > 0;
  expect(heard.map((one) => one.logger)).toEqual(isNews ? ['Index'] : []);
  const told = lines.map((text) => JSON.parse(text) as object);
  const timestamp = expect.any(String) as unknown;
  expect(told).toEqual(line === null ? [] : [{ timestamp, component: 'Index', project: '/p', ...line }]);
});
