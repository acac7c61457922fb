/** Entry of a parse worker thread: analyses batches of files and hands the rows back. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { FileOutcome } from '../indexer/file-outcome.ts';
import type { ParseRequest, ParseResponse, ParseWorkerData } from '../indexer/parse-pool.ts';
import { ExtractionSender } from '../indexer/sent-extractions.ts';
import { TextSender } from '../indexer/sent-outcomes.ts';
import { getsVectors } from '../model/file.ts';
import { createAnalyser } from './analyser.ts';
import { usePlugins } from './plugin-languages.ts';

/** Not at the module's top level: V8 ends the process where a thread is ended while a module there waits. */
async function begin(port: MessagePort): Promise<void> {
  const data = workerData as ParseWorkerData;
  await usePlugins(data.plugins ?? []);
  const analyser = createAnalyser(data);
  const [outcomes, extractions] = [new TextSender(), new ExtractionSender()];
  const eachOf = async <T, R>(files: readonly T[], work: (file: T) => Promise<R>): Promise<R[]> => {
    const results: R[] = [];
    for (const file of files) {
      results.push(await work(file));
      // Ending is the only cure; with other files in the batch they are tried again one by one, each where parsers are whole.
      if (analyser.failed && files.length > 1) process.exit(1);
    }
    return results;
  };
  const serve = async (request: ParseRequest): Promise<void> => {
    const { job } = request;
    if ('texts' in request) {
      const extracted = extractions.pack(await eachOf(request.texts, (text) => analyser.extract(text)));
      send({ job, extracted, last: analyser.failed }, [extracted.memory, extracted.facts]);
    } else {
      const { tasks, withTexts } = request;
      const sent = outcomes.pack(
        await eachOf(tasks, async (task) => sendable(await analyser.analyse(task), withTexts)),
      );
      send({ job, sent, last: analyser.failed }, [sent.memory]);
    }
    if (analyser.failed) process.exit(1);
  };
  const send = (response: ParseResponse, moved: ArrayBuffer[]): void => port.postMessage(response, moved);
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
