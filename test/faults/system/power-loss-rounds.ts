/** Power losses in all kinds of recorded runs, one after another. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../random.ts';
import { losePower, type Next, type PowerLoss } from './power-loss.ts';
import { record, recordedKinds, type RecordedKind } from './recording.ts';

export interface PowerLossOptions {
  /** An empty folder. */
  folder: string;
  random: Random;
  files: number;
  entry: string;
  /** How many power losses of each run are tried. */
  perRun: number;
  kinds?: readonly RecordedKind[];
  next: (round: number) => Next;
}

/** Ends when each kind of run was recorded once. */
export async function* powerLosses(options: PowerLossOptions): AsyncGenerator<PowerLoss> {
  const { folder, random, files, entry, perRun, kinds = recordedKinds, next } = options;
  for (const kind of kinds) {
    const own = join(folder, kind);
    mkdirSync(own);
    const recording = await record({ folder: own, kind, random, files, entry });
    for (let round = 0; round < perRun; round++) yield losePower(recording, random, next(round));
  }
}
