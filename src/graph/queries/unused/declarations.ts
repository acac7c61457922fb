/** Which declarations `unused` asks about, and what a declaration itself says against its being unused. */
import type { LeftOffReason } from '../../../model/graph.ts';
import { symbolKey, withoutDuplicateMarks } from '../../../model/link.ts';
import type { OutlineEntry } from '../../../store/outline.ts';
import type { FileSymbols } from '../index/file-symbols.ts';

const checkedKinds: ReadonlySet<string> = new Set([
  'class',
  'interface',
  'typeAlias',
  'enum',
  'function',
  'method',
  'property',
  'variable',
  'component',
  'macro',
]);

/** Functions at which a program, a module or a library begins. */
const entryPoints: ReadonlySet<string> = new Set(['main', 'Main', 'init', 'wmain', 'WinMain', 'wWinMain', 'DllMain']);

/** Methods that a language or its standard library calls by itself. Names with two underscores in front are such methods too. */
const implicitMethods: ReadonlySet<string> = new Set(
  (
    'constructor new initialize init deinit finalize destroy toString toJSON valueOf inspect then next return throw equals hashCode compareTo compare ' +
    'iterator asyncIterator clone close dispose Dispose DisposeAsync GetEnumerator MoveNext Equals GetHashCode ToString CompareTo Deconstruct ' +
    'drop deref deref_mut fmt eq ne cmp partial_cmp hash clone_from default from into index index_mut add sub mul div neg not ' +
    'to_s to_str to_a to_h to_proc each coerce method_missing respond_to_missing? inherited included extended prepended method_added ' +
    'invoke getValue setValue provideDelegate contains rangeTo component1 component2 component3 plus minus times unaryMinus ' +
    'apply unapply update foreach map flatMap withFilter filter dynamicallyCall callAsFunction wrappedValue projectedValue description ' +
    'call noSuchMethod readObject writeObject readResolve writeReplace String Error MarshalJSON UnmarshalJSON'
  ).split(' '),
);

/** An identifier, perhaps with a mark of its language around it. */
const plainName = /^[#@$]{0,3}[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u;

/** Kinds of declarations whose members are asked about; members of other declarations give a value its form. */
const classKinds: ReadonlySet<string> = new Set(['class', 'enum', 'module', 'component']);

/** Whether the question is about a declaration: variables count only at the top, or as members of classes. */
export function isChecked(definition: OutlineEntry, symbols: FileSymbols): boolean {
  const { kind, container, startLine, startColumn, line, column } = definition;
  if (!checkedKinds.has(kind)) return false;
  // A component that is a whole file is used by the name of the file.
  if (kind === 'component' && startLine === 1 && startColumn === 1 && line === 1 && column === 1) return false;
  if (kind !== 'variable') return true;
  const outer = withoutDuplicateMarks(container);
  return outer === null ? container === null : symbols.main(symbolKey(outer))?.kind === 'module';
}

/** Why a declaration may be used in a way that no link shows; null for no reason. */
export function declarationReason(definition: OutlineEntry, symbols: FileSymbols): LeftOffReason | null {
  const { kind, name, container } = definition;
  const isFunction = kind === 'function' || kind === 'method';
  if (isFunction && entryPoints.has(name)) return 'entryPoint';
  if (!plainName.test(name) || name.startsWith('__')) return 'implicit';
  if (name === '_') return 'implicit';
  const outer = container === null ? undefined : symbols.main(symbolKey(container));
  if (isFunction && (implicitMethods.has(name) || name === outer?.name) && container !== null) return 'implicit';
  const isMember = kind === 'method' || kind === 'property' || kind === 'typeAlias' || kind === 'variable';
  if (isMember && outer !== undefined && !classKinds.has(outer.kind)) return 'form';
  // A type in a class may be what an interface of the class asks for.
  if (kind === 'typeAlias' && container !== null && outer?.kind !== 'module') return 'form';
  return null;
}

/** Whether a value has the declaration as a member: then the member of another type may be one that it stands for. */
export function isMemberIn({ kind, container }: OutlineEntry, symbols: FileSymbols): boolean {
  if (kind === 'method' || kind === 'property') return true;
  const outer = withoutDuplicateMarks(container);
  const of = outer === null ? undefined : symbols.main(symbolKey(outer))?.kind;
  return outer !== null && of !== 'function' && of !== 'method' && of !== 'module';
}
