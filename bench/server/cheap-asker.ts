/** A thread that asks a server a cheap question again and again until it is told to end, and then says how long the answers took. */
import { parentPort, workerData } from 'node:worker_threads';
import { besideBy, send, type CheapQuestion } from './attacks.ts';

const { port, path, body, headers } = workerData as CheapQuestion;
const beside = besideBy(() => send(port, path, { body, headers }));
parentPort!.once('message', () => void beside.end().then((found) => parentPort!.postMessage(found)));
