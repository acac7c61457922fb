/** Entry of the thread that takes a pulled index as a project's own. */
import { parentPort, workerData } from 'node:worker_threads';
import { adoptIndex, type AdoptOptions } from '../../store/sealing.ts';

parentPort?.postMessage(adoptIndex(workerData as AdoptOptions));
