/**
 * Finds tests that compare a clock with a constant or another clock: such a test measures how busy the machine is. It
 * reports a comparison or an `expect(…).toBeLessThan(…)` (or similar) that has a reading of a clock or of a process's
 * CPU time on either side, also through variables and functions of the same file.
 */
import { isTree, memberName, visit, type SyntaxTree } from './syntax-visit.ts';

const clocks = new Set(['performance.now', 'Date.now', 'process.hrtime', 'process.cpuUsage', 'process.threadCpuUsage']);
const relations = new Set(['<', '<=', '>', '>=']);
const matchers = /^toBe(?:Less|Greater)Than(?:OrEqual)?$|^toBeCloseTo$/;

export const clockProblem =
  'a test compares a clock: count steps, calls or reads, compare growth (src/util/testing/growth.ts), or wait with `until`';

/** By type of expression: the fields from whose values the value of the expression is computed. */
const valueFields: Readonly<Record<string, readonly string[]>> = {
  BinaryExpression: ['left', 'right'],
  LogicalExpression: ['left', 'right'],
  ConditionalExpression: ['consequent', 'alternate'],
  UnaryExpression: ['argument'],
  AwaitExpression: ['argument'],
  SpreadElement: ['argument'],
  MemberExpression: ['object'],
  ChainExpression: ['expression'],
  ParenthesizedExpression: ['expression'],
  TSNonNullExpression: ['expression'],
  TSAsExpression: ['expression'],
  ArrayExpression: ['elements'],
  ObjectExpression: ['properties'],
  Property: ['value'],
};

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function children(value: unknown): SyntaxTree[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isTree);
}

function nameOf(tree: SyntaxTree | undefined): string | null {
  return tree?.type === 'Identifier' ? String(tree['name']) : null;
}

/** The names in a pattern. */
function boundNames(pattern: SyntaxTree): string[] {
  const names: string[] = [];
  visit(pattern, (tree) => {
    const name = nameOf(tree);
    if (name !== null) names.push(name);
  });
  return names;
}

/** The values that a function itself returns, without nested functions. */
function returnedValues(tree: SyntaxTree): SyntaxTree[] {
  const [body] = children(tree['body']);
  if (body === undefined || body.type !== 'BlockStatement') return body === undefined ? [] : [body];
  const found: SyntaxTree[] = [];
  visit(body, (inner) => {
    if (inner.type === 'ReturnStatement') found.push(...children(inner['argument']));
  });
  return found;
}

class ClockReadings {
  /** Variables that contain a reading, and functions that return one. */
  readonly #names = new Set<string>();

  constructor(program: SyntaxTree) {
    // Repeats, because a name may be used before its assignment: a function further down, a variable that is set later.
    for (let sizeBefore = -1; sizeBefore !== this.#names.size;) {
      sizeBefore = this.#names.size;
      visit(program, (tree) => this.#recordNames(tree));
    }
  }

  #recordNames(tree: SyntaxTree): void {
    if (tree.type === 'VariableDeclarator') this.#bind(children(tree['id'])[0], children(tree['init'])[0]);
    if (tree.type === 'AssignmentExpression') this.#bind(children(tree['left'])[0], children(tree['right'])[0]);
    if (tree.type === 'Property' || tree.type === 'MethodDefinition')
      this.#bind(children(tree['key'])[0], children(tree['value'])[0], true);
    if (tree.type === 'FunctionDeclaration') this.#bind(children(tree['id'])[0], tree);
    if (tree.type !== 'CallExpression') return;
    const [callee] = children(tree['callee']);
    if (callee?.type === 'MemberExpression' && nameOf(children(callee['property'])[0]) === 'push')
      for (const argument of children(tree['arguments'])) this.#bind(children(callee['object'])[0], argument);
  }

  #bind(target: SyntaxTree | undefined, value: SyntaxTree | undefined, onlyFunctions = false): void {
    if (target === undefined || value === undefined) return;
    const isFunction = functions.has(value.type);
    if (onlyFunctions && !isFunction) return;
    const isReading = isFunction ? returnedValues(value).some((one) => this.isReading(one)) : this.isReading(value);
    if (isReading) for (const name of boundNames(target)) this.#names.add(name);
  }

  /** Whether the value of an expression is a reading, or computed from one. */
  isReading(tree: SyntaxTree): boolean {
    if (tree.type === 'Identifier') return this.#names.has(String(tree['name']));
    if (tree.type === 'CallExpression') return this.#inCall(tree);
    if (tree.type === 'BinaryExpression' && relations.has(String(tree['operator']))) return false;
    return (valueFields[tree.type] ?? []).some((field) => children(tree[field]).some((one) => this.isReading(one)));
  }

  #inCall(tree: SyntaxTree): boolean {
    const [callee] = children(tree['callee']);
    if (callee === undefined) return false;
    if (isClock(callee)) return true;
    const passesArguments = /^(?:Math\.\w+|Number)$/.test(memberName(callee) ?? nameOf(callee) ?? '');
    if (passesArguments && children(tree['arguments']).some((one) => this.isReading(one))) return true;
    const calleeName = callee.type === 'MemberExpression' ? nameOf(children(callee['property'])[0]) : nameOf(callee);
    if (calleeName !== null && this.#names.has(calleeName)) return true;
    return callee.type === 'MemberExpression' && children(callee['object']).some((one) => this.isReading(one));
  }
}

function isClock(callee: SyntaxTree): boolean {
  if (nameOf(callee) === 'clockMs') return true;
  const name = memberName(callee);
  if (name !== null) return clocks.has(name);
  return (
    callee.type === 'MemberExpression' && children(callee['object']).some((one) => memberName(one) === 'process.hrtime')
  );
}

/** The argument of `expect`, and that of the matcher. */
function comparedByMatcher(tree: SyntaxTree): SyntaxTree[] | null {
  const [callee] = children(tree['callee']);
  if (callee?.type !== 'MemberExpression' || !matchers.test(nameOf(children(callee['property'])[0]) ?? '')) return null;
  const compared = children(tree['arguments']);
  visit(children(callee['object'])[0]!, (inner) => {
    if (inner.type === 'CallExpression' && nameOf(children(inner['callee'])[0]) === 'expect')
      compared.push(...children(inner['arguments']));
  });
  return compared;
}

/** The expressions that compare a clock. */
export function clockComparisons(program: SyntaxTree): SyntaxTree[] {
  const readings = new ClockReadings(program);
  const found: SyntaxTree[] = [];
  visit(program, (tree) => {
    const isRelation = tree.type === 'BinaryExpression' && relations.has(String(tree['operator']));
    const compared = isRelation
      ? [...children(tree['left']), ...children(tree['right'])]
      : tree.type === 'CallExpression'
        ? comparedByMatcher(tree)
        : null;
    if (compared?.some((one) => readings.isReading(one)) === true) found.push(tree);
  });
  return found;
}
