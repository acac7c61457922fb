/** What a call gives to one of several functions, and what they are chosen from. */
import type { ProgramFile } from '../program/program-file.ts';
import type { Member, Value } from './values.ts';

/** The arguments of a call. */
export interface Arguments {
  file: ProgramFile;
  /** A list node; -1 for a reference. */
  list: number;
  /** Node of what stands before the list's first. */
  receiver?: number;
}

/** Extensions that are called by their names alone, on what stands around the call. */
export interface ExtensionsAround {
  /** Those that something around is known to be taken by. */
  suiting: Member[];
  /** Those that may be meant where no function of that name is: in a lambda, of which nothing may be known. */
  others: Member[];
}

/** What is known of an argument before it meets a parameter. */
export interface Argument {
  file: ProgramFile;
  node: number;
  /** Name of its type as declared; null when nobody wrote one. */
  type: string | null;
  value: Value | null;
}
