/** Entry of a parse worker thread: analyses batches of files and hands the rows back. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { ExtractedFile, FileOutcome } from '../indexer/file-outcome.ts';
import type { ParseRequest, ParseResponse, ParseWorkerData, TextToExtract } from '../indexer/parse-pool.ts';
import type { AnalyseTask } from '../indexer/read-file.ts';
import { ExtractionSender, type SentExtractions } from '../indexer/sent-extractions.ts';
import { TextSender, type OnePiece, type SentOutcomes } from '../indexer/sent-outcomes.ts';
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
  const [outcomes, extractions] = [new TextSender(), new ExtractionSender()];
  /** Ending is the only cure; with other files in the batch they are tried again one by one, each where parsers are whole. */
  const checkParsers = (files: readonly unknown[]): void => {
    if (analyser.failed && files.length > 1) process.exit(1);
  };
  const analyse = async (tasks: readonly AnalyseTask[], withTexts: boolean): Promise<SentOutcomes> => {
    const analysed: FileOutcome[] = [];
    for (const task of tasks) {
      analysed.push(sendable(await analyser.analyse(task), withTexts));
      checkParsers(tasks);
    }
    return outcomes.pack(analysed);
  };
  const extract = async (texts: readonly TextToExtract[]): Promise<SentExtractions> => {
    const extracted: ExtractedFile[] = [];
    for (const text of texts) {
      extracted.push(await analyser.extract(text));
      checkParsers(texts);
    }
    return extractions.pack(extracted);
  };
  const serve = async (request: ParseRequest): Promise<void> => {
    const { job } = request;
    if ('texts' in request) {
      const extracted = await extract(request.texts);
      send({ job, extracted, last: analyser.failed }, extracted);
    } else {
      const sent = await analyse(request.tasks, request.withTexts);
      send({ job, sent, last: analyser.failed }, sent);
    }
    if (analyser.failed) process.exit(1);
  };
  const send = (response: ParseResponse, { memory }: OnePiece): void => port.postMessage(response, [memory]);
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
