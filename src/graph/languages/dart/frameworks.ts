/**
 * Dart: values of state frameworks (Riverpod, Bloc, Refena) whose type the project gives: the state of a notifier, and the value that is read from a
 * provider. Invariant: these rules apply only where the extended class, or the receiver, is external.
 */
import { entityFields, heritage, ops } from '../../../model/file-summary.ts';
import type { ScriptCall } from '../../infer/builtins.ts';
import { functionResult } from '../../infer/callables.ts';
import { type Inference, recordRead, nodeValue, typeValue } from '../../questions/questions.ts';
import { alternatives, type Typed, type Value } from '../../questions/values.ts';
import { ancestors } from '../../heritage/heritage.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { spaces } from '../../program/spaces.ts';
import { starImport } from '../../resolve/names.ts';
import type { Target } from '../../program/targets.ts';

/** Names of classes that have a state, with the position of the state's type among the class's type arguments. */
const statePositions: readonly (readonly [RegExp, number])[] = [
  [/^(?!Value|\w*(?:Async|Stream))\w*Notifier$|Cubit$/, 0],
  [/Bloc$|ReduxAction(?:WithResult)?$/, 1],
];

/** How many bases are followed to a framework's class. */
const maxBases = 8;

/** The value of `state` in a class that inherits `state` from a framework's class; null for anything else. */
export function inheritedState(i: Inference, value: Typed, name: string, depth = 0): Value | null {
  if (name !== 'state' || depth > maxBases) return null;
  const { file, entity, environment } = value;
  const [relation, base = 0] = file.list(file.get(entity, entityFields.listA));
  if (relation !== heritage.extends || file.op(base) !== ops.named) return null;
  const [projectBase] = ancestors(i, value, heritage.extends);
  if (projectBase !== undefined) return inheritedState(i, projectBase, name, depth + 1);
  const baseName = file.text(file.list(file.operand(base, 0)).at(-1)!);
  const position = statePositions.find(([pattern]) => pattern.test(baseName))?.[1];
  const type = position === undefined ? undefined : file.list(file.operand(base, 2))[position];
  return type === undefined ? null : typeValue(i, file, type, environment);
}

/** Names of the frameworks' provider classes. */
const providers = /^(?:AutoDispose)?(?:Notifier|StateNotifier|ChangeNotifier|Redux|State|View)?Provider$/;

/** The result of `ref.read(provider)`, `ref.notifier(provider)`, `context.read<T>()` or `Provider.of<T>(context)`; null for anything else. */
export function readFromProvider(
  i: Inference,
  file: ProgramFile,
  { node, call }: { node: number; call: ScriptCall },
): Value | null {
  const reader = readers.get(call.name);
  if (reader === undefined) return null;
  if (alternatives(nodeValue(i, file, call.receiver)).some(({ kind }) => kind !== 'external')) return null;
  const args = file.list(call.args);
  const [type, ...types] = file.list(file.operand(node, 2));
  const isTyped = type !== undefined && types.length === 0;
  if (reader.receiverName !== undefined && isTyped && reader.receiverName.test(nameOf(file, call.receiver)))
    return typeValue(i, file, type, null);
  const [argument] = args;
  if (argument === undefined || args.length > 1) return null;
  const isMember = file.op(argument) === ops.member && file.text(file.operand(argument, 1)) === 'notifier';
  const variable = declaredBy(i, file, isMember ? file.operand(argument, 0) : argument);
  return variable === null ? null : provided(i, variable, reader.isNotifier || isMember);
}

interface Reader {
  /** Whether the call returns the notifier, not its state. */
  isNotifier: boolean;
  /** Names of receivers on which the call takes the wanted type as a type argument. */
  receiverName?: RegExp;
}

const readers: ReadonlyMap<string, Reader> = new Map([
  ['read', { isNotifier: false, receiverName: /context$/i }],
  ['watch', { isNotifier: false, receiverName: /context$/i }],
  ['of', { isNotifier: false, receiverName: /^(?:Bloc|Repository)?Provider$/ }],
  ['notifier', { isNotifier: true }],
]);

function nameOf(file: ProgramFile, node: number): string {
  const name = nameNode(file, node);
  return name === 0 ? '' : file.text(file.operand(name, 0));
}

/** The `name` node of a name without a receiver; 0 for none. A name that may be inherited is in an `either` node. */
function nameNode(file: ProgramFile, node: number): number {
  const [first = 0] = file.op(node) === ops.either ? file.list(file.operand(node, 0)) : [node];
  return file.op(first) === ops.name ? first : 0;
}

/** The variable that a name means. */
function declaredBy(i: Inference, file: ProgramFile, node: number): Target | null {
  const named = nameNode(file, node);
  if (named === 0) return null;
  const name = file.operand(named, 0);
  const found = file.lookUp(file.operand(named, 1), name, spaces.any, false);
  const meant = found.length > 0 ? i.program.followEntities(file, found, spaces.any) : starImport(i, file, name);
  if (meant?.kind !== 'entities' || meant.entities.length !== 1) return null;
  recordRead(i, meant.file);
  return { file: meant.file, entity: meant.entities[0]! };
}

/** The value of a provider: `NotifierProvider<Notifier, State>(…)`, `Provider<Value>(…)`, `Provider((ref) => value)`. */
function provided(i: Inference, { file, entity }: Target, isNotifier: boolean): Value | null {
  const construction = file.get(entity, entityFields.value);
  if (construction <= 0 || file.op(construction) !== ops.construct) return null;
  const callee = file.operand(construction, 0);
  if (!providers.test(nameOf(file, callee)) || nodeValue(i, file, callee)?.kind !== 'external') return null;
  const types = file.list(file.operand(construction, 2));
  const type = isNotifier ? types[0] : types.at(-1);
  if (type !== undefined) return typeValue(i, file, type, null);
  const [make = 0] = file.list(file.operand(construction, 1));
  return functionResult(i, nodeValue(i, file, make));
}

/** Widgets whose builder gets a value of one of their type arguments, with the position of that argument. */
const builders: ReadonlyMap<string, number> = new Map([
  ['Consumer', 0],
  ['ValueListenableBuilder', 0],
  ['BlocBuilder', 1],
  ['BlocConsumer', 1],
  ['BlocListener', 1],
]);

/** What an external widget passes to its builder: the context, and a value of its type argument. @param node the construction of the widget */
export function givenToBuilder(i: Inference, file: ProgramFile, node: number): Value | undefined {
  if (file.op(node) !== ops.construct) return undefined;
  const callee = file.operand(node, 0);
  const position = builders.get(nameOf(file, callee));
  const type = position === undefined ? undefined : file.list(file.operand(node, 2))[position];
  if (type === undefined || nodeValue(i, file, callee)?.kind !== 'external') return undefined;
  return { kind: 'callback', parameters: [null, typeValue(i, file, type, null), null] };
}
