/** Statements that branch, bind names or return values. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, ops, siteKinds } from '../../../model/file-summary.ts';
import { visitClass } from './classes.ts';
import { nameText, type Collector } from './collector.ts';
import { applyDecorators, visitDecorator, type Decoration } from './decorators.ts';
import { resolveName } from './frames.ts';
import { visitFunction } from './functions.ts';
import { runsIteration, runsTruth } from './implicit-calls.ts';
import { visitParts } from './literals.ts';
import { visitCallee } from './names.ts';
import { enterNarrowed, narrowings, instanceOf, type Narrowing } from './narrowing.ts';
import { codeOf, codes, partsOf, withoutComments } from './node-codes.ts';
import { bindingStatements, enterRebound } from './rebinding.ts';
import { declareSpecially } from './special-assignments.ts';
import { assignAttribute, assignTo } from './targets.ts';
import { typeFromComment } from './type-comments.ts';
import { typeOfNode } from './types.ts';

/** Limit of assertions and early exits per block, because each of them opens a scope around everything that follows. */
const maxTests = 20;

/** Visits the statements of a block. What an `assert` or an early exit proves about a variable holds for the rest of the block. */
export function visitBlock(c: Collector, node: SyntaxNode): void {
  const bindings = bindingStatements(c, node);
  if (!c.mayNarrow && bindings === null) return visitParts(c, node);
  const outer = c.scope;
  // Read only if it is needed, because the end of a node is slow to read.
  let blockEnd = -1;
  let testCount = 0;
  for (const statement of partsOf(node)) {
    const bound = bindings?.get(statement.startIndex);
    const valueCount = bound?.binding.values.length ?? 0;
    c.visit(statement);
    if (bound !== undefined) enterRebound(c, bound, { from: statement.endIndex, valueCount });
    if (testCount >= maxTests) continue;
    const tests = testsAfter(c, statement);
    if (tests.length === 0) continue;
    testCount++;
    if (blockEnd === -1) blockEnd = node.endIndex;
    enterNarrowed(c, tests, statement.endIndex, blockEnd);
  }
  c.scope = outer;
}

/** What holds after a statement: the test of an `assert`, or the opposite of an `if` whose block always exits. */
function testsAfter(c: Collector, statement: SyntaxNode): readonly Narrowing[] {
  const code = codeOf(statement);
  if (code === codes.assert_statement) {
    const test = partsOf(statement)[0];
    return test === undefined ? [] : narrowings(c, test, true);
  }
  if (code !== codes.if_statement) return [];
  const parts = partsOf(statement);
  const block = parts[1];
  if (parts.length !== 2 || block === undefined || codeOf(block) !== codes.block) return [];
  const last = partsOf(block).at(-1);
  const lastCode = last === undefined ? 0 : codeOf(last);
  const isExit =
    lastCode === codes.return_statement ||
    lastCode === codes.raise_statement ||
    lastCode === codes.continue_statement ||
    lastCode === codes.break_statement;
  return isExit ? narrowings(c, parts[0]!, false) : [];
}

/** `if`, `elif` and `while`: the condition holds in the block, and its opposite in the clauses after the block. */
export function visitBranch(c: Collector, node: SyntaxNode): void {
  const [condition, ...rest] = partsOf(node);
  if (condition === undefined) return;
  runsTruth(c, condition, c.visit(condition));
  if (!c.mayNarrow) {
    for (const part of rest) c.visit(part);
    return;
  }
  const outer = c.scope;
  const tests = narrowings(c, condition, true);
  let failedTests = narrowings(c, condition, false);
  let scopeOfClauses = outer;
  for (const part of rest) {
    const isBlock = codeOf(part) === codes.block;
    if (!isBlock) c.scope = scopeOfClauses;
    enterNarrowed(c, isBlock ? tests : failedTests, part.startIndex, isBlock ? part.endIndex : node.endIndex);
    if (!isBlock) scopeOfClauses = c.scope;
    c.visit(part);
    // In the clauses after an `elif`, its condition is false too.
    const next = codeOf(part) === codes.elif_clause ? partsOf(part)[0] : undefined;
    if (!isBlock) failedTests = next === undefined ? [] : narrowings(c, next, false);
    c.scope = outer;
  }
}

export function visitFor(c: Collector, node: SyntaxNode): void {
  const parts = partsOf(node);
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (right !== null) {
    const iterable = c.visit(right);
    const isAsync = c.source.startsWith('async', node.startIndex);
    runsIteration(c, iterable, { node: right, target: left, isAsync });
    if (left !== null) assignTo(c, left, iterable === 0 ? 0 : c.writer.node(ops.element, iterable));
  }
  for (const part of parts) {
    if (part.startIndex !== left?.startIndex && part.startIndex !== right?.startIndex) c.visit(part);
  }
}

export function visitExcept(c: Collector, node: SyntaxNode): void {
  for (const part of partsOf(node)) {
    const code = codeOf(part);
    if (code === codes.block) {
      c.visit(part);
      continue;
    }
    const hasAlias = code === codes.as_pattern;
    const parts = hasAlias ? partsOf(part) : [part];
    const classes = parts[0];
    if (classes === undefined) continue;
    visitClasses(c, classes);
    const target = parts.at(-1);
    if (!hasAlias || target === undefined || target === classes) continue;
    const value = c.writer.withoutSites(() => instanceOf(c, classes));
    assignTo(c, target, value);
  }
}

/** The exception classes after `except`: one, or a tuple. */
function visitClasses(c: Collector, node: SyntaxNode): void {
  const code = codeOf(node);
  if (code === codes.tuple || code === codes.parenthesized_expression)
    for (const part of partsOf(node)) visitClasses(c, part);
  else if (code === codes.identifier || code === codes.attribute) visitCallee(c, node, siteKinds.type);
  else c.visit(node);
}

export function visitReturn(c: Collector, node: SyntaxNode): void {
  const parts = withoutComments(partsOf(node));
  for (let at = 0; at < parts.length; at++) {
    const value = c.visit(parts[at]!);
    if (c.frame.kind === 'function') c.frame.returns.push(value);
  }
}

/** `raise E`: if `E` is written like a class, the statement constructs an instance. */
export function visitRaise(c: Collector, node: SyntaxNode): void {
  const [raised, ...rest] = partsOf(node);
  if (raised === undefined) return;
  const code = codeOf(raised);
  const last = code === codes.attribute ? partsOf(raised).at(-1) : raised;
  const isNamed = (code === codes.identifier || code === codes.attribute) && last !== undefined;
  if (isNamed) {
    const isClass = /^_*\p{Lu}/u.test(nameText(c, last));
    visitCallee(c, raised, isClass ? siteKinds.construct : siteKinds.read);
  } else {
    c.visit(raised);
  }
  for (const part of rest) c.visit(part);
}

export function visitDecorated(c: Collector, node: SyntaxNode): void {
  const decoration: Decoration = {
    flags: 0,
    isProperty: false,
    isContextManager: false,
    isOverload: false,
    wrappers: [],
    parameters: new Map(),
  };
  for (const part of partsOf(node)) {
    const code = codeOf(part);
    if (code === codes.decorator) visitDecorator(c, part, decoration);
    else if (code === codes.function_definition) visitFunction(c, part, decoration);
    else if (code === codes.class_definition) visitClass(c, part, decoration);
    else c.visit(part);
    const entity = decoration.wrappers.length > 0 ? c.declared.get(part.startIndex) : undefined;
    if (entity !== undefined) applyDecorators(c, decoration, entity);
  }
}

/** An assignment, with its annotation if it has one. Returns the assigned value. */
export function visitAssignment(c: Collector, node: SyntaxNode): number {
  const parts = withoutComments(partsOf(node));
  const left = parts[0];
  const second = parts[1];
  if (left === undefined || second === undefined) {
    visitParts(c, node);
    return 0;
  }
  const isTyped = codeOf(second) === codes.type;
  const right = isTyped ? parts[2] : second;
  const leftCode = codeOf(left);
  const isInFileOrClass = c.frame.kind === 'file' || c.frame.kind === 'class';
  if (
    isInFileOrClass &&
    leftCode === codes.identifier &&
    right !== undefined &&
    declareSpecially(c, left, right, isTyped ? second : null)
  )
    return 0;
  const type = isTyped ? typeOfNode(c, second) : typeFromComment(c, node);
  const value = right === undefined ? 0 : c.visit(right);
  if (leftCode === codes.attribute || leftCode === codes.subscript) c.writer.handOn([value]);
  if (type !== 0 && leftCode === codes.attribute) {
    assignAttribute(c, left, { value, type });
    return value;
  }
  assignTo(c, left, value);
  if (type !== 0 && leftCode === codes.identifier) {
    const variable = resolveName(c.frame, nameText(c, left))?.variable ?? -1;
    if (variable !== -1 && c.writer.get(variable, entityFields.type) === 0)
      c.writer.set(variable, entityFields.type, type);
  }
  return value;
}

export function visitTypeAlias(c: Collector, node: SyntaxNode): void {
  const right = partsOf(node).at(-1);
  const entity = c.declared.get(node.startIndex);
  if (right === undefined) return;
  const type = typeOfNode(c, right);
  if (entity !== undefined) c.writer.set(entity, entityFields.type, type);
}
