/** Entry of a parse worker thread: analyses batches of files and sends back the rows. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { FileOutcome } from '../../indexer/file-outcome.ts';
import type { ParseRequest, ParseResponse, ParseWorkerData } from '../../indexer/parse-pool.ts';
import { OutcomeSender } from '../../indexer/sent-outcomes.ts';
import { createAnalyser } from './analyser.ts';
import { usePlugins } from './plugin-languages.ts';

/** Not at the module's top level: V8 ends the whole process if a thread ends during a top-level `await`. */
async function begin(port: MessagePort): Promise<void> {
  const data = workerData as ParseWorkerData;
  await usePlugins(data.plugins ?? []);
  const analyser = createAnalyser(data);
  const sender = new OutcomeSender();
  const serve = async ({ job, tasks, ...parts }: ParseRequest): Promise<void> => {
    const outcomes: FileOutcome[] = [];
    for (const task of tasks) {
      outcomes.push(await analyser.analyse(task));
      // A failed parser cannot be repaired, so the worker ends. The files of this batch are then tried one by one in other workers.
      if (analyser.failed && tasks.length > 1) process.exit(1);
    }
    const sent = sender.pack(outcomes, parts);
    port.postMessage({ job, sent, last: analyser.failed } satisfies ParseResponse, [sent.memory]);
    if (analyser.failed) process.exit(1);
  };
  // One after the other: by this order the pool knows which job a worker was doing when it ended.
  let turn = Promise.resolve();
  port.on('message', (request: ParseRequest) => {
    turn = turn.then(() => serve(request));
  });
  port.postMessage('ready' satisfies ParseResponse);
}

if (parentPort !== null) void begin(parentPort);
