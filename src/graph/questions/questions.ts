/**
 * The three questions that inference answers: what an expression, an entity, a type can be. Answers are memoised per entity and expression. A
 * question that comes up again while it is being answered is unknown.
 * Invariants: terminates on any file summary, because depth and steps are limited; answers do not depend on the order of questions.
 * This room imports `program/` alone. Higher rooms compute values (`Solvers`), and ask one another for them through these questions.
 */
import { entityWidth } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { Memo, Slot } from '../program/memo.ts';
import type { Program } from '../program/program.ts';
import { type Answer, type Environment, Environments, type Known, type Value } from './values.ts';
import type { Target } from '../program/targets.ts';

const maxDepth = 60;

/** How many questions one question may lead to; only the strangest types need more. */
const maxSteps = 20_000;

/** Values of expressions and types, by their node, and of entities. */
const nodeAnswers = new Slot(({ nodes }) => new Memo<Answer>(nodes.length));
const entityAnswers = new Slot(({ entities }) => new Memo<Answer>(entities.length / entityWidth));

/** The functions that compute values; they know one another only through the questions. */
interface Solvers {
  node: (i: Inference, file: ProgramFile, node: number) => Value | null;
  entity: (i: Inference, file: ProgramFile, entity: number) => Value | null;
  type: (i: Inference, file: ProgramFile, node: number, environment: Environment | null) => Value | null;
}

/** A name at its place. */
export interface ScopedName {
  /** With its qualifier, as the language's collector writes it. */
  name: string;
  scope: number;
  /** One of `spaces`. */
  space: number;
}

export interface Inference {
  readonly program: Program;
  readonly environments: Environments;
  readonly solvers: Solvers;
  /** Whether anonymous functions count as what a call runs. Otherwise the calls inside them belong to the enclosing code. */
  everyFunction: boolean;
  /** The file for which something is being computed. */
  at: ProgramFile | null;
  depth: number;
  /** The least depth of an unfinished question that the present one depends on; nothing between the two may be memoised. */
  cut: number;
  steps: number;
  /** Provisional answers, which are removed again from the end. */
  readonly provisional: Provisional[];
  /** By depth: the state before each question in progress. */
  readonly outer: Outer[];
}

/** An answer that depends on an unfinished question at depth `cut`: valid until that one is answered. */
interface Provisional {
  known: Known;
  key: number;
  value: Value | null;
  cut: number;
}

/** The state that a question in progress interrupts. */
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

/** To be called before each question about `file`, so that every question starts with the same limits. */
export function renew(i: Inference, file: ProgramFile): void {
  i.at = file;
  i.depth = 0;
  i.cut = Infinity;
  i.steps = maxSteps;
  dropProvisional(i, 0);
}

/** Removes provisional answers, except for the first `from`. */
export function dropProvisional(i: Inference, from: number): void {
  const { provisional } = i;
  while (provisional.length > from) {
    const { known, key } = provisional.pop()!;
    known.delete(key);
  }
}

/** Records a file as a dependency of the one for which something is being computed. */
export function recordRead(i: Inference, file: ProgramFile): void {
  const asking = i.at;
  if (asking !== null && asking !== file) asking.addRead(file.index);
}

/**
 * Begins to compute an answer that `known` does not have under a key; `finish` ends it. False where the question is too deep: its answer is
 * then unknown.
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

/** The value for a number in place of an answer: unknown for a question in progress, else the provisional answer. */
function provisionalValue(i: Inference, before: number): Value | null {
  if (before >= 0) {
    i.cut = Math.min(i.cut, before);
    return null;
  }
  const { value, cut } = i.provisional[~before]!;
  i.cut = Math.min(i.cut, cut);
  return value;
}

/**
 * Ends the question that was asked last. An answer that depends on an unfinished question could differ if it were asked on its own. It is
 * therefore kept only until that question is answered, so that answers do not depend on the order of questions.
 */
function finish(i: Inference, known: Known, key: number, value: Value | null): Value | null {
  const depth = i.depth - 1;
  const outer = i.outer[depth]!;
  i.at = outer.at;
  i.depth = depth;
  if (i.cut < depth) {
    known.set(key, ~i.provisional.length);
    i.provisional.push({ known, key, value, cut: i.cut });
    if (outer.cut < i.cut) i.cut = outer.cut;
  } else {
    dropProvisional(i, outer.provisional);
    known.set(key, value);
    i.cut = outer.cut;
  }
  return value;
}

/** The value of an expression node. */
export function nodeValue(i: Inference, file: ProgramFile, node: number): Value | null {
  if (node <= 0) return null;
  recordRead(i, file);
  const before = file.memo(nodeAnswers).get(node);
  if (before === undefined) return newNodeValue(i, file, node);
  return typeof before === 'number' ? provisionalValue(i, before) : before;
}

function newNodeValue(i: Inference, file: ProgramFile, node: number): Value | null {
  const known = file.memo(nodeAnswers);
  return begin(i, file, known, node) ? finish(i, known, node, i.solvers.node(i, file, node)) : null;
}

/** The value of an entity where it is named. */
export function entityValue(i: Inference, { file, entity }: Target): Value | null {
  recordRead(i, file);
  const before = file.memo(entityAnswers).get(entity);
  if (before === undefined) return newEntityValue(i, file, entity);
  return typeof before === 'number' ? provisionalValue(i, before) : before;
}

function newEntityValue(i: Inference, file: ProgramFile, entity: number): Value | null {
  const known = file.memo(entityAnswers);
  return begin(i, file, known, entity) ? finish(i, known, entity, i.solvers.entity(i, file, entity)) : null;
}

/** The value of a declared type. */
export function typeValue(
  i: Inference,
  file: ProgramFile,
  node: number,
  environment: Environment | null,
): Value | null {
  if (node <= 0) return null;
  recordRead(i, file);
  const known = environment === null ? file.memo(nodeAnswers) : typesOf(environment, file);
  const before = known.get(node);
  if (typeof before === 'number') return provisionalValue(i, before);
  if (before !== undefined) return before;
  return begin(i, file, known, node) ? finish(i, known, node, i.solvers.type(i, file, node, environment)) : null;
}

function typesOf(environment: Environment, file: ProgramFile): Known {
  let known = environment.types.get(file);
  if (known === undefined) environment.types.set(file, (known = new Map<number, Answer>()));
  return known;
}
