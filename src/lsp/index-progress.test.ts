/** What a client is told while an index is made: nothing of a short run, else a beginning, reports and an end. */
import type { ProtocolConnection } from 'vscode-languageserver/node';
import { expect, it } from 'vitest';
import type { Engine } from '../engine/types.ts';
import { showProgress } from './index-progress.ts';

/** An engine that is indexing, whose state gives the next count of files done each time it is read, and then is ready or closed. */
async function shown(counts: readonly number[], isClosed = false): Promise<string[]> {
  const told: string[] = [];
  const looks = [...counts];
  const engine = {
    status: () => {
      const filesDone = looks.shift();
      if (filesDone === undefined && isClosed) return Promise.reject(new Error('closed'));
      return Promise.resolve({
        status: filesDone === undefined ? 'ready' : 'indexing',
        freshness: { filesDone: filesDone ?? 10, filesKnown: filesDone === 0 ? 0 : 10 },
      });
    },
  } as unknown as Engine;
  const connection = {
    sendRequest: (method: string) => Promise.resolve(void told.push(method)),
    sendNotification: (_: string, { value }: { value: { kind: string; message?: string; percentage?: number } }) =>
      Promise.resolve(
        void told.push([value.kind, value.message, value.percentage].filter((part) => part !== undefined).join(' ')),
      ),
  } as unknown as ProtocolConnection;
  await showProgress(connection, { hasProgress: true }, engine);
  return told;
}

const begun = 'window/workDoneProgress/create';

it('shows a beginning, reports and an end', async () => {
  expect(await shown([0, 5])).toEqual([begun, 'begin looking for files 0', 'report 5 of 10 files 50', 'end']);
});

it('ends where the engine is closed meanwhile', async () => {
  expect(await shown([5], true)).toEqual([begun, 'begin 5 of 10 files 50', 'end']);
});

it('shows nothing of a run that is over at the first look', async () => {
  expect(await shown([])).toEqual([]);
});
