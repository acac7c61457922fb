/**
 * The three questions that inference answers: the value of an expression (`nodeValue`), of an entity (`entityValue`), of a type (`typeValue`).
 * Answers are memoised. A question that comes up again while it is being answered has the answer null (unknown).
 * Invariants: every question ends on any file summary, because depth and steps are limited; answers do not depend on the order of questions.
 * This folder imports only `program/`. Higher folders compute values (`Solvers`), and ask one another for them through these questions.
 */
import { entityWidth } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { Memo, Slot } from '../program/memo.ts';
import type { Program } from '../program/program.ts';
import { type Answer, type Environment, Environments, type Known, type Value } from './values.ts';
import type { Target } from '../program/targets.ts';

/** How deep questions may be nested. */
const maxDepth = 60;

/** The maximum number of questions that one question of the linker leads to. Only very unusual types need more. */
const maxSteps = 20_000;

/** Memos of values: of expressions and types by their node, and of entities. */
const nodeAnswers = new Slot(({ nodes }) => new Memo<Answer>(nodes.length));
const entityAnswers = new Slot(({ entities }) => new Memo<Answer>(entities.length / entityWidth));

/** The functions that compute values. They call one another only through the questions. */
interface Solvers {
  node: (i: Inference, file: ProgramFile, node: number) => Value | null;
  entity: (i: Inference, file: ProgramFile, entity: number) => Value | null;
  type: (i: Inference, file: ProgramFile, node: number, environment: Environment | null) => Value | null;
}

/** A name with the scope that it is used in. */
export interface ScopedName {
  /** The name with its qualifier, as the language's collector writes it. */
  name: string;
  scope: number;
  /** One of `spaces`. */
  space: number;
}

export interface Inference {
  readonly program: Program;
  readonly environments: Environments;
  readonly solvers: Solvers;
  /** Whether a call may have an anonymous function as its target. If not, calls inside of such a function belong to the enclosing code. */
  everyFunction: boolean;
  /** The file for which a value is being computed: it depends on each file that is read meanwhile. */
  at: ProgramFile | null;
  /** The number of unfinished questions. */
  depth: number;
  /**
   * The least depth among the unfinished questions on which the present question depends; Infinity for none, -1 where a limit was exceeded. The
   * answer of a question that is deeper than `cut` is provisional.
   */
  cut: number;
  /** How many more questions may be asked. */
  steps: number;
  /** Provisional answers in the order of their questions; they are removed from the end. */
  readonly provisional: Provisional[];
  /** By depth: the state before each unfinished question, which its end restores. */
  readonly before: StateBefore[];
}

/**
 * An answer that depends on an unfinished question at depth `cut`. It is valid until that question is answered. Where `cut` is -1, the answer reached a
 * limit, and is valid until the linker's question is answered.
 */
interface Provisional {
  answers: Known;
  key: number;
  value: Value | null;
  cut: number;
}

/** The state of the inference when a question begins. */
interface StateBefore {
  at: ProgramFile | null;
  cut: number;
  /** The number of provisional answers. */
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
    before: Array.from({ length: maxDepth }, () => ({ at: null, cut: Infinity, provisional: 0 })),
  };
}

/** Resets the limits. The linker calls it before each of its questions about `file`, so that each starts with equal limits. */
export function renew(i: Inference, file: ProgramFile): void {
  i.at = file;
  i.depth = 0;
  i.cut = Infinity;
  i.steps = maxSteps;
  dropProvisional(i, 0);
}

/** Removes all provisional answers but the first `from`. */
export function dropProvisional(i: Inference, from: number): void {
  const { provisional } = i;
  while (provisional.length > from) {
    const { answers, key } = provisional.pop()!;
    answers.delete(key);
  }
}

/** Records a file as a dependency of the file for which a value is being computed. */
export function recordRead(i: Inference, file: ProgramFile): void {
  const asking = i.at;
  if (asking !== null && asking !== file) asking.addRead(file.index);
}

/**
 * Begins a question that has no answer yet under `key` in `answers`; `finish` ends it. False where the question exceeds a limit: its answer is
 * then unknown.
 */
function begin(i: Inference, file: ProgramFile, answers: Known, key: number): boolean {
  const { depth } = i;
  if (depth >= maxDepth || i.steps <= 0) {
    i.cut = -1;
    return false;
  }
  i.steps--;
  const before = i.before[depth]!;
  before.at = i.at;
  before.cut = i.cut;
  before.provisional = i.provisional.length;
  answers.set(key, depth);
  i.depth = depth + 1;
  i.cut = Infinity;
  i.at = file;
  return true;
}

/** The value for a number that a memo has in place of a final answer (`Answer`): null for an unfinished question, else the provisional answer. */
function provisionalValue(i: Inference, notFinal: number): Value | null {
  if (notFinal >= 0) {
    i.cut = Math.min(i.cut, notFinal);
    return null;
  }
  const { value, cut } = i.provisional[~notFinal]!;
  i.cut = Math.min(i.cut, cut);
  return value;
}

/**
 * Ends the innermost unfinished question. An answer that depends on another unfinished question could differ if it were asked alone. It is
 * therefore provisional until that question is answered, so that answers do not depend on the order of questions.
 */
function finish(i: Inference, answers: Known, key: number, value: Value | null): Value | null {
  const depth = i.depth - 1;
  const before = i.before[depth]!;
  i.at = before.at;
  i.depth = depth;
  if (i.cut < depth) {
    answers.set(key, ~i.provisional.length);
    i.provisional.push({ answers, key, value, cut: i.cut });
    if (before.cut < i.cut) i.cut = before.cut;
  } else {
    dropProvisional(i, before.provisional);
    answers.set(key, value);
    i.cut = before.cut;
  }
  return value;
}

/** The value of an expression node. */
export function nodeValue(i: Inference, file: ProgramFile, node: number): Value | null {
  if (node <= 0) return null;
  recordRead(i, file);
  const answer = file.memo(nodeAnswers).get(node);
  if (answer === undefined) return computeNodeValue(i, file, node);
  return typeof answer === 'number' ? provisionalValue(i, answer) : answer;
}

function computeNodeValue(i: Inference, file: ProgramFile, node: number): Value | null {
  const answers = file.memo(nodeAnswers);
  return begin(i, file, answers, node) ? finish(i, answers, node, i.solvers.node(i, file, node)) : null;
}

/** The value of an entity where code names it. */
export function entityValue(i: Inference, { file, entity }: Target): Value | null {
  recordRead(i, file);
  const answer = file.memo(entityAnswers).get(entity);
  if (answer === undefined) return computeEntityValue(i, file, entity);
  return typeof answer === 'number' ? provisionalValue(i, answer) : answer;
}

function computeEntityValue(i: Inference, file: ProgramFile, entity: number): Value | null {
  const answers = file.memo(entityAnswers);
  return begin(i, file, answers, entity) ? finish(i, answers, entity, i.solvers.entity(i, file, entity)) : null;
}

/** The value of a node of a file where entities of the file have given values: that of a macro's rule at one of its calls. */
export function nodeValueWith(
  i: Inference,
  file: ProgramFile,
  node: number,
  given: ReadonlyMap<number, Value>,
): Value | null {
  recordRead(i, file);
  return file.withOtherMemos(() => {
    const answers = file.memo(entityAnswers);
    for (const [entity, value] of given) answers.set(entity, value);
    return nodeValue(i, file, node);
  });
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
  const answers = environment === null ? file.memo(nodeAnswers) : typesOf(environment, file);
  const answer = answers.get(node);
  if (typeof answer === 'number') return provisionalValue(i, answer);
  if (answer !== undefined) return answer;
  return begin(i, file, answers, node) ? finish(i, answers, node, i.solvers.type(i, file, node, environment)) : null;
}

function typesOf(environment: Environment, file: ProgramFile): Known {
  let answers = environment.types.get(file);
  if (answers === undefined) environment.types.set(file, (answers = new Map<number, Answer>()));
  return answers;
}

/**
 * The answer to a further question that a language asks about a node of a file, as a part of one of the three questions. `unknown` is the answer where the
 * question comes up again while it is being answered. Only answers that depend on no unfinished question are memoised.
 */
export function partialAnswer<T>(
  i: Inference,
  file: ProgramFile,
  { answers, key, unknown, compute }: { answers: Map<number, T | null>; key: number; unknown: T; compute: () => T },
): T {
  recordRead(i, file);
  const known = answers.get(key);
  if (known === null) i.cut = -1;
  if (known !== undefined) return known ?? unknown;
  const { at, cut } = i;
  i.at = file;
  i.cut = Infinity;
  answers.set(key, null);
  const found = compute();
  if (i.cut === Infinity) answers.set(key, found);
  else answers.delete(key);
  i.at = at;
  i.cut = Math.min(cut, i.cut);
  return found;
}
