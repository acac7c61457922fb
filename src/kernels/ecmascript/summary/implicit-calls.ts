/** Methods that JavaScript calls by itself: the iterator of a loop, what a text needs, the end of a block. */
import { opArray, opEntity, opModule, opName, opPrimitive, opThis, siteImplicit } from '../generated/codes';
import { List } from '../generated/nodes';
import { ascii } from '../texts';
import { collectExpression } from './collector';
import { writer } from './writer';

/** Writes a site for a method of a value, unless the value cannot be an object with methods of a project. */
function runs(value: i32, method: string, offset: i32, scope: i32): void {
  if (value === 0) return;
  const op = writer.opOf(value);
  if (op === opPrimitive || op === opArray || op === opEntity || op === opModule) return;
  writer.site(siteImplicit, writer.member(value, ascii(method)), offset, scope);
}

/** `for (… of value)`, `[...value]`, `const [a] = value`. */
export function runsIterator(value: i32, isAsync: bool, offset: i32, scope: i32): void {
  runs(value, isAsync ? '[Symbol.asyncIterator]' : '[Symbol.iterator]', offset, scope);
}

/** `using name = value`. */
export function runsDispose(value: i32, isAsync: bool, offset: i32, scope: i32): void {
  runs(value, isAsync ? '[Symbol.asyncDispose]' : '[Symbol.dispose]', offset, scope);
}

/**
 * Collects the values in a template literal. Only plain variables and `this` get a site: most other values are texts and numbers, whose types would be
 * inferred for nothing.
 */
export function collectTexts(expressions: List, scope: i32): void {
  for (let index = 0; index < expressions.length; index++) {
    const expression = expressions.get(index);
    const value = collectExpression(expression, scope);
    const op = writer.opOf(value);
    if (op === opName || op === opThis) runs(value, 'toString', expression.start, scope);
  }
}
