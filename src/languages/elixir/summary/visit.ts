/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { siteKinds } from '../../../model/file-summary.ts';
import { reservedAttributes } from '../attributes.ts';
import {
  visitCapture,
  visitLocalCall,
  visitNamedFunctions,
  visitPipe,
  visitQuote,
  visitRemoteCall,
  visitTemplate,
  visitUnquote,
} from './calls.ts';
import { argumentsOf, partsOf, sideOf, withinBlock, type Collector } from './collector.ts';
import { visitAttribute, visitAttributeRead, visitFunction, visitRecord, visitTypes } from './functions.ts';
import {
  visitAlias,
  visitBehaviour,
  visitImplementation,
  visitImport,
  visitModule,
  visitModuleName,
  visitUse,
} from './modules.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

const visitParts: Visit = (c, node) => {
  for (const part of partsOf(node)) c.visit(part);
  return 0;
};

/** Visits a special form or a macro of the language: only its arguments are of interest. */
const visitForm: Visit = (c, call) => {
  c.piped = 0;
  for (const part of partsOf(call)) if (part.type !== 'identifier') c.visit(part);
  return 0;
};

const byTarget = new Map<string, Visit>([
  ['alias', visitAlias],
  ['require', visitAlias],
  ['import', visitImport],
  ['use', visitUse],
  ['defmodule', visitModule],
  ['defprotocol', visitModule],
  ['defimpl', visitImplementation],
  ['quote', visitQuote],
  ['unquote', visitUnquote],
  ['defrecord', visitRecord],
  ['defrecordp', visitRecord],
  ['unquote_splicing', visitUnquote],
  ...'def defp defmacro defmacrop defguard defguardp defdelegate defn defnp'
    .split(' ')
    .map((word) => [word, visitFunction] as const),
  ...'defstruct defexception defoverridable if unless case cond with for try receive super fn'
    .split(' ')
    .map((word) => [word, visitForm] as const),
]);

function visitCall(c: Collector, call: SyntaxNode): number {
  const target = call.childForFieldName('target');
  if (target?.type === 'dot') {
    const isRecord = /^Record\.defrecordp?$/.test(target.text);
    return isRecord ? visitRecord(c, call) : visitRemoteCall(c, call, target);
  }
  if (target?.type !== 'identifier') return visitForm(c, call);
  const visitSpecialForm = byTarget.get(target.text);
  if (visitSpecialForm !== undefined && !c.isInType) return visitSpecialForm(c, call);
  return visitLocalCall(c, call, target);
}

/** Attributes in which names mean types. */
const typeWords = /^(?:typep?|opaque|spec|(?:macro)?callback)$/;

/** `@attribute`, `&capture`. */
function visitUnary(c: Collector, node: SyntaxNode): number {
  const operand = sideOf(node, 'operand');
  const operator = node.childForFieldName('operator')?.text;
  if (operand === null) return 0;
  if (operator === '&' && visitCapture(c, operand)) return 0;
  if (operator !== '@') return c.visit(operand);
  if (operand.type === 'identifier') return visitAttributeRead(c, operand);
  const name = operand.type === 'call' ? (operand.childForFieldName('target')?.text ?? '') : '';
  if (typeWords.test(name)) return visitTypes(c, operand);
  if (name === 'behaviour' || name === 'behavior') return visitBehaviour(c, operand);
  if (name !== '' && !reservedAttributes.has(name)) return visitAttribute(c, operand);
  for (const arg of argumentsOf(operand)) c.visit(arg);
  return 0;
}

function visitBinary(c: Collector, node: SyntaxNode): number {
  const left = sideOf(node, 'left');
  const right = sideOf(node, 'right');
  const operator = node.childForFieldName('operator')?.text;
  if (operator === '|>' && left !== null && right !== null) return visitPipe(c, left, right);
  // A parameter's name in a type is no reference.
  if (c.isInType && operator === '::' && right !== null) return c.visit(right);
  return visitParts(c, node);
}

/** `%User{}`, `%__MODULE__{}`. */
function visitStruct(c: Collector, node: SyntaxNode): number {
  const [named] = partsOf(node);
  if (named !== undefined) visitModuleName(c, named, siteKinds.construct);
  return 0;
}

const visitors = new Map<string, Visit>([
  ['call', visitCall],
  ['alias', (c, node) => visitModuleName(c, node)],
  ['unary_operator', visitUnary],
  ['binary_operator', visitBinary],
  ['struct', visitStruct],
  [
    'tuple',
    (c, node) => {
      visitNamedFunctions(c, partsOf(node));
      return visitParts(c, node);
    },
  ],
  ['sigil', visitTemplate],
  // Inside of a type, a bare name is a type without parentheses; elsewhere it is most likely a variable.
  ['identifier', (c, node) => (c.isInType ? visitLocalCall(c, node, node) : 0)],
  ...'do_block stab_clause anonymous_function else_block rescue_block catch_block after_block block'.split(' ').map(
    (type) =>
      [
        type,
        (c: Collector, node: SyntaxNode) => {
          withinBlock(c, () => visitParts(c, node));
          return 0;
        },
      ] as const,
  ),
  ...'atom integer float char nil boolean comment quoted_content escape_sequence keyword'
    .split(' ')
    .map((type) => [type, () => 0] as const),
]);

export function visitNode(c: Collector, node: SyntaxNode): number {
  const visit = visitors.get(node.type);
  // The extra argument of a pipe is for the call directly after the pipe only.
  if (node.type !== 'call') c.piped = 0;
  return (visit ?? visitParts)(c, node);
}
