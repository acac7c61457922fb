/** Ruby's `private`, `protected` and `public`: at the start of a section, before a `def`, or with the names of earlier methods. */
import type { DefinitionContext, SyntaxNode } from '../language.ts';

interface Body {
  /** Statements in a private or protected section, by node id. */
  hidden: Set<number>;
  /** Names that a later call makes private: methods as they are, class methods with a leading `.`, constants with a leading `::`. */
  names: Set<string>;
}

/** Cached bodies: by the root of a file, then by the id of the body's node. */
const bodies = new WeakMap<SyntaxNode, Map<number, Body>>();

/** Words that begin a section of a body, and whether they hide the methods of the section. */
const sections = new Map([
  ['private', true],
  ['protected', true],
  ['public', false],
  ['module_function', false],
]);

/** Whether a definition is public. Constants, classes and modules are, except for those that `private_constant` names. */
export function isPublic({ node, root, name, kind }: DefinitionContext): boolean {
  let statement = node;
  for (let parent = node.parent; parent !== null && !isBody(parent); parent = parent.parent) {
    if (parent.type === 'call') {
      const word = parent.childForFieldName('method')?.text ?? '';
      if (word === 'private' || word === 'protected' || word === 'private_class_method') return false;
      if (word === 'public') return true;
    }
    statement = parent;
  }
  if (name.startsWith('@@')) return false;
  const bodyNode = statement.parent;
  if (bodyNode === null || bodyNode.type === 'program') return true;
  let fileBodies = bodies.get(root);
  if (fileBodies === undefined) bodies.set(root, (fileBodies = new Map<number, Body>()));
  let body = fileBodies.get(bodyNode.id);
  if (body === undefined) fileBodies.set(bodyNode.id, (body = readBody(bodyNode)));
  const isConstant = node.type === 'assignment' || kind === 'class' || kind === 'module';
  if (isConstant) return !body.names.has(`::${name}`);
  if (node.type === 'singleton_method') return !body.names.has(`.${name}`);
  return !body.hidden.has(statement.id) && !body.names.has(name);
}

function isBody(node: SyntaxNode): boolean {
  return node.type === 'body_statement' || node.type === 'program';
}

function readBody(node: SyntaxNode): Body {
  const body: Body = { hidden: new Set(), names: new Set() };
  let isHidden = false;
  for (const statement of node.namedChildren) {
    if (statement === null) continue;
    if (statement.type === 'identifier') isHidden = sections.get(statement.text) ?? isHidden;
    else if (statement.type === 'call') addNames(body, statement);
    if (isHidden) body.hidden.add(statement.id);
  }
  return body;
}

/** Adds the names of `private :a, :b` and similar calls. */
function addNames(body: Body, call: SyntaxNode): void {
  const method = call.childForFieldName('method')?.text ?? '';
  const prefix = { private: '', protected: '', private_class_method: '.', private_constant: '::' }[method];
  if (prefix === undefined) return;
  for (const argument of call.childForFieldName('arguments')?.namedChildren ?? []) {
    if (argument?.type === 'simple_symbol') body.names.add(prefix + argument.text.slice(1));
  }
}
