/** Entry of the thread that brings single files up to date. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { toAppError } from '../../model/error.ts';
import type { IndexJob } from '../indexing/index-job.ts';
import { usePlugins } from '../indexing/plugin-languages.ts';
import type { UpdateAnswer, UpdateMessage } from './update-thread.ts';
import { Updater } from './updater.ts';

/** Not at the module's top level: V8 ends the process where a thread is ended while a module there waits. */
async function serve(port: MessagePort): Promise<void> {
  const job = workerData as IndexJob;
  await usePlugins(job.data.plugins ?? []);
  const updater = new Updater(job);
  const say = (answer: UpdateAnswer): void => port.postMessage(answer);
  const work = async (message: UpdateMessage): Promise<void> => {
    const { id } = message;
    try {
      if ('task' in message) {
        say({ id, type: 'analysed', outcome: await updater.analyse(message.task) });
        return;
      }
      const { files } = message;
      say({ id, type: 'written', report: await updater.write(files) });
      await updater.link();
      say({ id, type: 'linked' });
    } catch (error) {
      const { code, message } = toAppError(error);
      say({ id, type: 'failed', code, message });
    }
  };
  port.on('message', (message: UpdateMessage) => {
    void work(message).then(() => {
      // Parsers that failed are no good any more, and this thread has no others.
      if (updater.failed) process.exit(1);
    });
  });
}

if (parentPort !== null) void serve(parentPort);
