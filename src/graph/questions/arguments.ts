/** The arguments of a call, by which one of several functions is chosen. */
import type { ProgramFile } from '../program/program-file.ts';
import type { Member, Value } from './values.ts';

/** The arguments of a call. */
export interface Arguments {
  file: ProgramFile;
  /** The list node of the arguments; -1 for a function that is named without a call. */
  list: number;
  /** The node that is called; absent where it does not matter. */
  callee?: number;
  /** The node of an argument before the list: the receiver. */
  receiver?: number;
}

/** Extensions that are called without a receiver, on an implicit one. */
export interface ImplicitReceiverExtensions {
  /** Extensions that are known to match an implicit receiver of the call. */
  suiting: Member[];
  /** Extensions that may match, in a lambda whose receiver is unknown. The call means them only where no function has the name. */
  others: Member[];
}

/** An argument that is to be compared with parameters. */
export interface Argument {
  file: ProgramFile;
  node: number;
  /** The name of the argument's declared type; null for none. */
  type: string | null;
  /** The name of a named argument. */
  name?: string;
  value: Value | null;
}
