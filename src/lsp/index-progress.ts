/** Shows the progress of an index that is being made. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProtocolConnection } from 'vscode-languageserver/node';
import type { Engine } from '../engine/types.ts';
import type { ClientState } from './capabilities.ts';

/** A shorter run is not shown (ms). */
const firstMs = 500;
/** How often the progress is looked at (ms). */
const everyMs = 400;

let lastToken = 0;

/** Reports while the index of an engine is made or brought up to date. Resolves when it is; never rejects. */
export async function showProgress(
  connection: ProtocolConnection,
  { hasProgress }: Pick<ClientState, 'hasProgress'>,
  engine: Engine,
): Promise<void> {
  if (!hasProgress) return;
  const token = `code-scout-${++lastToken}`;
  const report = (value: object): Promise<void> => connection.sendNotification('$/progress', { token, value });
  let isShown = false;
  try {
    for (await sleep(firstMs); ; await sleep(everyMs)) {
      const { freshness, status } = await engine.status();
      if (status !== 'indexing') break;
      const { filesDone: done, filesKnown: total } = freshness;
      const message = total > 0 ? `${done} of ${total} files` : 'looking for files';
      const percentage = total > 0 ? Math.floor((100 * done) / total) : 0;
      if (!isShown) {
        await connection.sendRequest('window/workDoneProgress/create', { token });
        isShown = true;
        await report({ kind: 'begin', title: 'Code Scout: indexing', cancellable: false, message, percentage });
      } else await report({ kind: 'report', message, percentage });
    }
  } catch {
    // The client refused the progress, or the engine was closed.
  }
  if (isShown) await report({ kind: 'end' }).catch(() => {});
}
