/**
 * Mixins: `include`, `prepend` and `extend` in a class body or, for every object, at the top level. Also the hooks of a module,
 * such as `included`, which extend the classes that mix in the module.
 */
import type { SyntaxNode } from '../../language.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  heritage,
  scopeKinds,
  siteKinds,
} from '../../../model/file-summary.ts';
import { mainObject } from '../../../model/languages/ruby-summary.ts';
import { nameless, visitClassBody, placeOf, senders, textOf, type Collector } from './collector.ts';
import { visitConstant } from './constants.ts';

/** Calls that mix in modules, with the heritage relation that they create. */
const mixers: ReadonlyMap<string, number> = new Map([
  ['include', heritage.mixesIn],
  ['prepend', heritage.mixesIn],
  ['extend', heritage.implements],
]);

/** Writes the heritage of `include A, B` in a class body or at the top level; returns false for other calls. */
export function mixByCall(c: Collector, name: string, args: readonly SyntaxNode[]): boolean {
  const relation = mixers.get(name);
  if (relation === undefined) return false;
  if (c.owner === -1) {
    // Inside a method or block, an `include` does not apply to every object.
    if (relation !== heritage.mixesIn || c.method !== '' || c.group.parent !== null) return false;
    mix(c, { relation, args, target: mainEntity(c, args) });
    return true;
  }
  // `extend`, and `include` in `class << self`, add to the class object (`implements`). In a block that runs in each including class, they
  // add to the class objects of those classes (`gives`).
  const isExtending = c.isStatic || relation === heritage.implements;
  const finalRelation = isExtending && c.isForIncluders ? heritage.gives : isExtending ? heritage.implements : relation;
  mix(c, { relation: finalRelation, args, target: c.owner });
  return true;
}

/** This file's entity for the class that stands for every object. */
function mainEntity(c: Collector, [first]: readonly SyntaxNode[]): number {
  if (c.main === -1) {
    const place = first === undefined ? { line: 1, column: 1 } : placeOf(first);
    const flags = entityFlags.implemented | entityFlags.global;
    c.main = c.writer.entity({ name: mainObject, kind: entityKinds.class, flags, ...place, scope: 0 });
  }
  return c.main;
}

/**
 * `config.include A` in `RSpec.configure`: each test gets the members of A.
 * @param argumentNodes the syntax nodes of the arguments
 * @param args the arguments' nodes in the summary
 */
export function mixIntoTests(
  c: Collector,
  { name, argumentNodes, args }: { name: string; argumentNodes: readonly SyntaxNode[]; args: readonly number[] },
): void {
  const relation = mixers.get(name);
  if (!c.isConfiguring || relation === undefined) return;
  const mixed = args.filter(
    (node, at) => node !== 0 && /^(?:constant|scope_resolution)$/.test(argumentNodes[at]!.type),
  );
  if (mixed.length === 0) return;
  if (c.exampleGroup === -1) c.exampleGroup = declareExamples(c, argumentNodes[0]!);
  addHeritage(
    c,
    c.exampleGroup,
    mixed.flatMap((node) => [relation, node]),
  );
}

/** Declares RSpec's class of tests in this file. The linker merges it with other declarations of that class. */
function declareExamples({ writer }: Collector, at: SyntaxNode): number {
  const place = placeOf(at);
  const module = writer.entity({
    name: 'RSpec::Core',
    kind: entityKinds.namespace,
    ...place,
    scope: 0,
    parent: nameless,
  });
  const scope = writer.scope(0, scopeKinds.namespace, module);
  const flags = entityFlags.implemented | entityFlags.global;
  return writer.entity({ name: 'ExampleGroup', kind: entityKinds.class, flags, ...place, scope });
}

/** Adds what the arguments name to the heritage of `target`. */
function mix(
  c: Collector,
  { relation, args, target }: { relation: number; args: readonly SyntaxNode[]; target: number },
): void {
  const pairs: number[] = [];
  for (const arg of args) {
    const isConstant = arg.type === 'constant' || arg.type === 'scope_resolution';
    const mixed =
      arg.type === 'self'
        ? c.writer.entityNode(target)
        : isConstant
          ? visitConstant(c, arg, siteKinds.extends)
          : c.visit(arg);
    if (mixed !== 0) pairs.push(relation, mixed);
  }
  addHeritage(c, target, pairs);
}

function addHeritage({ writer }: Collector, entity: number, pairs: readonly number[]): void {
  const existing = writer.items(writer.get(entity, entityFields.listA));
  if (pairs.length > 0) writer.set(entity, entityFields.listA, writer.list([...existing, ...pairs]));
}

/**
 * `base.extend A` or `base.send(:extend, A)` in a module's `included(base)`: the classes that mix in the module get A.
 * @param argumentNodes the syntax nodes of the arguments
 * @param args the arguments' nodes in the summary
 */
export function mixIntoIncluders(
  c: Collector,
  receiver: SyntaxNode,
  { name, argumentNodes, args }: { name: string; argumentNodes: readonly SyntaxNode[]; args: readonly number[] },
): void {
  if (c.includer === '' || c.owner === -1 || receiver.type !== 'identifier') return;
  if (textOf(c, receiver) !== c.includer) return;
  const isSent = senders.has(name) && argumentNodes.length > 1;
  const relation = mixers.get(isSent ? textOf(c, argumentNodes[0]!).replace(/^:/, '') : name);
  if (relation === undefined) return;
  const includerRelation = relation === heritage.implements ? heritage.gives : relation;
  const mixed = args.slice(isSent ? 1 : 0).filter((node) => node !== 0);
  addHeritage(
    c,
    c.owner,
    mixed.flatMap((node) => [includerRelation, node]),
  );
}

/** By convention, a nested module with this name extends the classes that mix in the surrounding module. */
const classMethodsName = 'ClassMethods';

/** Adds a nested module `ClassMethods` to the heritage of the surrounding module. */
export function addClassMethods(c: Collector, name: string, entity: number): void {
  if (name === classMethodsName && c.owner !== -1)
    addHeritage(c, c.owner, [heritage.gives, c.writer.entityNode(entity)]);
}

/** Visits the block of `class_methods do … end` or `included do … end` in a module; returns false for other calls. */
export function visitForIncluders(c: Collector, name: string, block: SyntaxNode): boolean {
  const isInBody = c.owner !== -1 && c.writer.scopeKind(c.scope) === scopeKinds.class;
  if (!isInBody || (name !== 'class_methods' && name !== 'included')) return false;
  const { isForIncluders } = c;
  c.isForIncluders = true;
  if (name === 'included') c.visit(block);
  else visitClassMethods(c, block);
  c.isForIncluders = isForIncluders;
  return true;
}

/** The block of `class_methods`: a class that no name refers to, whose members the class objects of the including classes get. */
function visitClassMethods(c: Collector, block: SyntaxNode): void {
  const { writer, scope, owner, isStatic, locals, method, selfIsClass } = c;
  const draft = { name: classMethodsName, kind: entityKinds.class, flags: entityFlags.implemented, ...placeOf(block) };
  const entity = writer.entity({ ...draft, scope, parent: nameless });
  addHeritage(c, owner, [heritage.gives, writer.entityNode(entity)]);
  visitClassBody(c, { body: block.childForFieldName('body'), entity });
  Object.assign(c, { scope, owner, isStatic, locals, method, selfIsClass });
}
