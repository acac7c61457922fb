/** The arguments of a call, and the functions from which they choose. */
import type { ProgramFile } from '../program/program-file.ts';
import type { Member, Value } from './values.ts';

/** The arguments of a call. */
export interface Arguments {
  file: ProgramFile;
  /** A list node; -1 for a reference. */
  list: number;
  /** The node of an argument before the list: the receiver. */
  receiver?: number;
}

/** Extensions that are called by name alone, on a receiver around the call. */
export interface ExtensionsAround {
  /** Extensions that are known to match a receiver around the call. */
  suiting: Member[];
  /** Extensions that may be meant where there is no function of that name: in a lambda whose receiver is not known. */
  others: Member[];
}

/** What is known of an argument before it is compared with a parameter. */
export interface Argument {
  file: ProgramFile;
  node: number;
  /** The name of its declared type; null where none is written. */
  type: string | null;
  value: Value | null;
}
