/** Entry of the thread that updates single files. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { toAppError } from '../../model/error.ts';
import type { IndexJob } from '../indexing/index-job.ts';
import { usePlugins } from '../indexing/plugin-languages.ts';
import type { UpdateAnswer, UpdateMessage } from './update-thread.ts';
import { Updater } from './updater.ts';

/** Not at the module's top level: V8 ends the whole process if a thread ends during a top-level `await`. */
async function serve(port: MessagePort): Promise<void> {
  const job = workerData as IndexJob;
  await usePlugins(job.data.plugins ?? []);
  const updater = new Updater(job);
  const send = (answer: UpdateAnswer): void => port.postMessage(answer);
  const work = async (message: UpdateMessage): Promise<void> => {
    const { id } = message;
    try {
      if ('task' in message) {
        send({ id, type: 'analysed', outcome: await updater.analyse(message.task) });
        return;
      }
      if ('shown' in message) {
        send({ id, type: 'shown', state: await updater.show(message.shown) });
        return;
      }
      const { files } = message;
      send({ id, type: 'written', report: await updater.write(files) });
      await updater.link();
      send({ id, type: 'linked' });
    } catch (error) {
      const { code, message } = toAppError(error);
      send({ id, type: 'failed', code, message });
    }
  };
  port.on('message', (message: UpdateMessage) => {
    void work(message).then(() => {
      // A parser that failed cannot be used again, and this thread has no other.
      if (updater.failed) process.exit(1);
    });
  });
}

if (parentPort !== null) void serve(parentPort);
