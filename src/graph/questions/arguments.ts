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

/** Extensions that are called by name alone: their receiver is an implicit one, that of an enclosing class or function. */
export interface ImplicitReceiverExtensions {
  /** Extensions that are known to match an implicit receiver of the call. */
  suiting: Member[];
  /** Extensions that may match, for a call in a lambda whose receiver is not known. They are meant where no function has the name. */
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
