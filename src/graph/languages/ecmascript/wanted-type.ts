/** The type that an argument has to have. */
import type { ProgramFile } from '../../program/program-file.ts';
import type { Environment } from '../../questions/values.ts';

/** A type node, with what its type parameters mean. */
export interface WantedType {
  file: ProgramFile;
  type: number;
  environment: Environment | null;
  bindings: Bindings | null;
  /** It is a part of an intersection: a value may have members that the part does not name. */
  isPart: boolean;
}

/** The type parameters of a declaration, and the types that are written for them. One without a written type is inferred from the arguments. */
export interface Bindings {
  file: ProgramFile;
  parameters: readonly number[];
  given: readonly WantedType[];
}
