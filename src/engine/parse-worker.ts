/** Entry of a parse worker thread: analyses batches of files and hands the rows back. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { FileOutcome } from '../indexer/analyse-file.ts';
import type { ParseRequest, ParseResponse, ParseWorkerData } from '../indexer/parse-pool.ts';
import { TextSender } from '../indexer/sent-outcomes.ts';
import { getsVectors } from '../model/file.ts';
import { applySettings } from '../util/v8-settings.ts';
import { createAnalyser } from './analyser.ts';
import { usePlugins } from './plugin-languages.ts';

/** Not at the module's top level: V8 ends the process where a thread is ended while a module there waits. */
async function begin(port: MessagePort): Promise<void> {
  const data = workerData as ParseWorkerData;
  await usePlugins(data.plugins ?? []);
  // Before the first parser, which might come before the thread that has the pool sets them.
  applySettings(data.settings ?? []);
  const analyser = createAnalyser(data);
  const sender = new TextSender();
  const serve = async (request: ParseRequest): Promise<void> => {
    const outcomes: FileOutcome[] = [];
    for (const task of request.tasks) {
      outcomes.push(sendable(await analyser.analyse(task), request.withTexts));
      // Ending is the only cure; with other files in the batch they are tried again one by one, each where parsers are whole.
      if (analyser.failed && request.tasks.length > 1) process.exit(1);
    }
    const response: ParseResponse = { job: request.job, sent: sender.pack(outcomes), last: analyser.failed };
    port.postMessage(response, [response.sent.memory]);
    if (analyser.failed) process.exit(1);
  };
  // In the order in which they come: the pool knows by it which job a worker was at when it ended.
  let turn = Promise.resolve();
  port.on('message', (request: ParseRequest) => {
    turn = turn.then(() => serve(request));
  });
  port.postMessage('ready' satisfies ParseResponse);
}

if (parentPort !== null) void begin(parentPort);

/** Without a text that nobody needs. */
function sendable(outcome: FileOutcome, withTexts: boolean): FileOutcome {
  if (outcome.kind !== 'indexed' || (withTexts && getsVectors(outcome.file))) return outcome;
  return { ...outcome, text: null };
}
