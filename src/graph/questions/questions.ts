/**
 * The three questions that inference answers: what an expression, an entity, a type can be. Answers are remembered per entity and
 * expression; what is asked for while it is being worked out is unknown.
 * Invariants: terminates on any facts, since depth and steps are bounded; answers do not depend on the order of questions.
 * The room stands on `program/` alone: those above work out values (`Solvers`), and ask each other for them by these questions.
 */
import { entityWidth } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { Memo, Slot } from '../program/memo.ts';
import type { Program } from '../program/program.ts';
import { type Answer, type Environment, Environments, type Known, type Value } from './values.ts';
import type { Target } from '../program/targets.ts';

const maxDepth = 60;

/** What one question may ask in turn; only the strangest types need more. */
const maxSteps = 20_000;

/** Values of expressions and types, by their node, and of entities. */
const nodeAnswers = new Slot(({ nodes }) => new Memo<Answer>(nodes.length));
const entityAnswers = new Slot(({ entities }) => new Memo<Answer>(entities.length / entityWidth));

/** How values are worked out; the parts know each other by the questions alone. */
interface Solvers {
  node: (i: Inference, file: ProgramFile, node: number) => Value | null;
  entity: (i: Inference, file: ProgramFile, entity: number) => Value | null;
  type: (i: Inference, file: ProgramFile, node: number, environment: Environment | null) => Value | null;
}

/** A name where it stands. */
export interface ScopedName {
  /** With what stands before it, as the language's collector writes it. */
  name: string;
  scope: number;
  /** One of `spaces`. */
  space: number;
}

export interface Inference {
  readonly program: Program;
  readonly environments: Environments;
  readonly solvers: Solvers;
  /** Functions without a name can be what a call runs; otherwise what they call is theirs who hold them. */
  everyFunction: boolean;
  /** The file of which something is being worked out. */
  at: ProgramFile | null;
  depth: number;
  /** The least depth of an unfinished question that the present one ran into; nothing between the two may be remembered. */
  cut: number;
  steps: number;
  /** Answers for the time being, to be taken back from where they stand. */
  readonly provisional: Provisional[];
  /** Of the questions that are being worked out, by depth: what was true before each. */
  readonly outer: Outer[];
}

/** An answer that leans on an unfinished question at depth `cut`: good until that one is answered. */
interface Provisional {
  known: Known;
  key: number;
  value: Value | null;
  cut: number;
}

/** What a question that is being worked out interrupts. */
interface Outer {
  at: ProgramFile | null;
  cut: number;
  provisional: number;
}

export function newInference(program: Program, solvers: Solvers): Inference {
  return {
    program,
    environments: new Environments(),
    solvers,
    everyFunction: false,
    at: null,
    depth: 0,
    cut: Infinity,
    steps: maxSteps,
    provisional: [],
    outer: Array.from({ length: maxDepth }, () => ({ at: null, cut: Infinity, provisional: 0 })),
  };
}

/** To be called before each question, which is one of `file`, so that no question takes from another. */
export function renew(i: Inference, file: ProgramFile): void {
  i.at = file;
  i.depth = 0;
  i.cut = Infinity;
  i.steps = maxSteps;
  takeBack(i, 0);
}

/** Forgets answers for the time being, but for the first `from`. */
export function takeBack(i: Inference, from: number): void {
  const { provisional } = i;
  while (provisional.length > from) {
    const { known, key } = provisional.pop()!;
    known.delete(key);
  }
}

/** What is asked of another file than the one of which something is being worked out, that one leans on. */
export function leanOn(i: Inference, file: ProgramFile): void {
  const asking = i.at;
  if (asking !== null && asking !== file) asking.leanOn(file.index);
}

/**
 * Begins to work out what `known` has nothing of under a key, which `settle` then ends; false for what lies too deep, which is unknown.
 */
function begin(i: Inference, file: ProgramFile, known: Known, key: number): boolean {
  const { depth } = i;
  if (depth >= maxDepth || i.steps <= 0) {
    i.cut = -1;
    return false;
  }
  i.steps--;
  const outer = i.outer[depth]!;
  outer.at = i.at;
  outer.cut = i.cut;
  outer.provisional = i.provisional.length;
  known.set(key, depth);
  i.depth = depth + 1;
  i.cut = Infinity;
  i.at = file;
  return true;
}

/** What a number says of an answer: that it is being worked out, which makes it unknown, or where it is for the time being. */
function unsettled(i: Inference, before: number): Value | null {
  if (before >= 0) {
    i.cut = Math.min(i.cut, before);
    return null;
  }
  const { value, cut } = i.provisional[~before]!;
  i.cut = Math.min(i.cut, cut);
  return value;
}

/**
 * Ends the question that was asked last. An answer that leans on an unfinished question would be another one if asked on its own, so it is
 * remembered only until that question is answered: answers do not depend on the order of questions.
 */
function settle(i: Inference, known: Known, key: number, value: Value | null): Value | null {
  const depth = i.depth - 1;
  const outer = i.outer[depth]!;
  i.at = outer.at;
  i.depth = depth;
  if (i.cut < depth) {
    known.set(key, ~i.provisional.length);
    i.provisional.push({ known, key, value, cut: i.cut });
    if (outer.cut < i.cut) i.cut = outer.cut;
  } else {
    takeBack(i, outer.provisional);
    known.set(key, value);
    i.cut = outer.cut;
  }
  return value;
}

/** The value of an expression node. */
export function nodeValue(i: Inference, file: ProgramFile, node: number): Value | null {
  if (node <= 0) return null;
  leanOn(i, file);
  const before = file.memo(nodeAnswers).get(node);
  if (before === undefined) return newNodeValue(i, file, node);
  return typeof before === 'number' ? unsettled(i, before) : before;
}

function newNodeValue(i: Inference, file: ProgramFile, node: number): Value | null {
  const known = file.memo(nodeAnswers);
  return begin(i, file, known, node) ? settle(i, known, node, i.solvers.node(i, file, node)) : null;
}

/** The value that an entity stands for where it is named. */
export function entityValue(i: Inference, { file, entity }: Target): Value | null {
  leanOn(i, file);
  const before = file.memo(entityAnswers).get(entity);
  if (before === undefined) return newEntityValue(i, file, entity);
  return typeof before === 'number' ? unsettled(i, before) : before;
}

function newEntityValue(i: Inference, file: ProgramFile, entity: number): Value | null {
  const known = file.memo(entityAnswers);
  return begin(i, file, known, entity) ? settle(i, known, entity, i.solvers.entity(i, file, entity)) : null;
}

/** The value that a declared type gives. */
export function typeValue(
  i: Inference,
  file: ProgramFile,
  node: number,
  environment: Environment | null,
): Value | null {
  if (node <= 0) return null;
  leanOn(i, file);
  const known = environment === null ? file.memo(nodeAnswers) : typesOf(environment, file);
  const before = known.get(node);
  if (typeof before === 'number') return unsettled(i, before);
  if (before !== undefined) return before;
  return begin(i, file, known, node) ? settle(i, known, node, i.solvers.type(i, file, node, environment)) : null;
}

function typesOf(environment: Environment, file: ProgramFile): Known {
  let known = environment.types.get(file);
  if (known === undefined) environment.types.set(file, (known = new Map<number, Answer>()));
  return known;
}
