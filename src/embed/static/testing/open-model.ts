import { StaticModel } from '../static-model.ts';

/** The model of a file of weights. */
export function openModel(file: Buffer): StaticModel {
  return new StaticModel(file.length, (into) => into.set(file));
}
