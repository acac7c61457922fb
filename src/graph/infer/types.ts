/** The values of declared types. */
import { entityFields, entityFlags, entityKinds, ops, primitives } from '../../model/file-summary.ts';
import { stringValue } from '../members/builtin-types.ts';
import { builtinTypeIn } from './builtins.ts';
import { functionResult } from './callables.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { spaces } from '../program/spaces.ts';
import { eachMeant } from '../program/import-alternatives.ts';
import { bindParameters, defaultEnvironment, thisValue } from '../heritage/heritage.ts';
import { elementOf, memberValue } from '../members/members.ts';
import { type NamedEntities, type NamedType, namedTarget, nameWithin } from '../resolve/names.ts';
import { externalType } from '../members/external-types.ts';
import type { Exported } from '../program/exported.ts';
import { type Inference, entityValue, nodeValue, typeValue } from '../questions/questions.ts';
import {
  type Environment,
  type Value,
  externalWith,
  inEnvironment,
  instancesOf,
  named as withName,
  union,
} from '../questions/values.ts';
import type { Target } from '../program/targets.ts';
import { dialectOf } from '../languages/dialect.ts';

/** The value of a type node. @param environment binds the type parameters in it */
export function inferType(
  i: Inference,
  file: ProgramFile,
  node: number,
  environment: Environment | null,
): Value | null {
  const first = file.operand(node, 0);
  const second = file.operand(node, 1);
  switch (file.op(node)) {
    case ops.named:
      return namedValue(
        i,
        file,
        { path: file.list(first), scope: second, args: file.list(file.operand(node, 2)) },
        environment,
      );
    case ops.union:
      return union(typeValues(i, file, file.list(first), environment));
    case ops.intersection:
      return union(typeValues(i, file, file.list(first), environment));
    case ops.arrayOf:
      return ofLibrary(file, '[]', { kind: 'list', of: typeValue(i, file, first, environment) });
    case ops.tuple: {
      const items = typeValues(i, file, file.list(first), environment);
      return { kind: 'list', of: union(items), items };
    }
    case ops.shape: {
      const value = entityValue(i, { file, entity: first });
      if (value === null || environment === null) return value;
      return value.kind === 'function' || value.kind === 'instance' ? inEnvironment(value, environment) : value;
    }
    case ops.typeOf:
      return nodeValue(i, file, first);
    case ops.thisType:
      return thisValue(i, file, first);
    case ops.primitiveType:
      return { kind: 'primitive', code: first };
    case ops.literalType:
      return stringValue;
    case ops.memberType:
      return memberValue(i, typeValue(i, file, first, environment), file.text(second));
    case ops.predicate:
      return { kind: 'primitive', code: primitives.boolean };
    case ops.elementType:
      return (dialectOf(file).elementAt ?? elementOf)(i, typeValue(i, file, first, environment));
    case ops.cast:
      return importedType(i, file, { path: file.operand(first, 0), args: second }, environment);
    default:
      return nodeValue(i, file, node);
  }
}

function typeValues(
  i: Inference,
  file: ProgramFile,
  types: readonly number[],
  environment: Environment | null,
): (Value | null)[] {
  return types.map((type) => typeValue(i, file, type, environment));
}

/** The value of a type with its module or package: `import('m').A.B<T>`. */
function importedType(
  i: Inference,
  file: ProgramFile,
  { path, args }: { path: number; args: number },
  environment: Environment | null,
): Value | null {
  const found = importedTarget(i, file, path);
  const given = typeValues(i, file, file.list(args), environment);
  if (found?.kind !== 'entities') {
    const isPackaged = file.rules.nominal && file.op(path) === ops.member;
    const name = isPackaged ? file.text(file.operand(path, 1)) : '';
    const builtin = isPackaged ? builtinTypeIn(file, name, given) : undefined;
    return ofLibrary(file, name, builtin ?? externalOf(file, given));
  }
  return typeOfEntities(i, found, { args: given, environment });
}

function importedTarget(i: Inference, file: ProgramFile, node: number): Exported | null {
  const a = file.operand(node, 0);
  if (file.op(node) === ops.module) {
    const target = i.program.module(file, a);
    return target === null ? null : { kind: 'module', file: target };
  }
  const outer = importedTarget(i, file, a);
  return outer === null
    ? null
    : nameWithin(i, file, outer, { name: file.text(file.operand(node, 1)), space: spaces.type });
}

function namedValue(i: Inference, file: ProgramFile, named: NamedType, environment: Environment | null): Value | null {
  const target = namedTarget(i, file, named);
  const args = typeValues(i, file, named.args, environment);
  if (target === null) {
    if (named.path.length > 1 && !file.rules.nominal) return { kind: 'external' };
    const name = file.text(named.path[named.path.length - 1]!);
    if (name === 'ReturnType') return functionResult(i, args[0] ?? null);
    const builtin = builtinTypeIn(file, name, args);
    if (builtin === null) return null;
    return ofLibrary(file, name, builtin ?? externalType(i, file, named) ?? externalOf(file, args));
  }
  if (target === 'external') {
    const name = importedName(file, named);
    const builtin = builtinTypeIn(file, name, args);
    return ofLibrary(file, name, builtin ?? externalType(i, file, named) ?? externalOf(file, args));
  }
  return typeOfEntities(i, target, { args, environment });
}

/** The value of a type of the library with the type's name, in languages that say what the library's types extend. */
function ofLibrary(file: ProgramFile, name: string, value: Value): Value {
  return dialectOf(file).libraryBases === undefined || name === '' ? value : withName(value, name);
}

/** The last name of a type outside of the project; that of an import under another name (`import a.{Seq => ISeq}`) is the imported one. */
function importedName(file: ProgramFile, { path, scope }: NamedType): string {
  const last = path[path.length - 1]!;
  if (path.length > 1 || !file.rules.nominal) return file.text(last);
  const [entity] = file.lookUp(scope, last, spaces.any, false);
  if (entity === undefined || file.kind(entity) !== entityKinds.import) return file.text(last);
  const imported = file.text(file.get(entity, entityFields.listB));
  const name = imported.slice(imported.lastIndexOf('.') + 1);
  const module = file.summary.modules[file.get(entity, entityFields.listA)] ?? '';
  return dialectOf(file).foreignType?.(module, name) ?? name;
}

function externalOf({ rules }: ProgramFile, args: readonly (Value | null)[]): Value {
  return rules.nominal && args.length > 0 ? externalWith(args) : { kind: 'external' };
}

/** The type arguments of a type, and the environment that binds type parameters. */
interface TypeContext {
  args: readonly (Value | null)[];
  environment: Environment | null;
}

function typeOfEntities(i: Inference, found: NamedEntities, context: TypeContext): Value | null {
  if (found.others !== undefined)
    return union(eachMeant(found).map((one) => (one.kind === 'entities' ? typeOfEntities(i, one, context) : null)));
  const { file, entities } = found;
  return union(entities.map((entity) => typeOfEntity(i, { file, entity }, context)));
}

/** The value of a type's entity. */
function typeOfEntity(i: Inference, target: Target, { args, environment }: TypeContext): Value | null {
  const { file, entity } = target;
  switch (file.kind(entity)) {
    case entityKinds.class:
    case entityKinds.interface:
      return {
        kind: 'instance',
        file,
        entity,
        environment: args.length === 0 ? defaultEnvironment(i, target) : bindParameters(i, target, args),
      };
    case entityKinds.typeAlias: {
      const ofAlias = args.length === 0 ? defaultEnvironment(i, target) : bindParameters(i, target, args);
      return typeValue(i, file, file.get(entity, entityFields.type), ofAlias);
    }
    case entityKinds.enum:
    case entityKinds.enumMember:
      return { kind: 'static', file, entity, environment: null };
    case entityKinds.typeParameter: {
      for (let at = environment; at !== null; at = at.outer) {
        const bound = at.file === file ? at.bound.get(entity) : undefined;
        if (bound !== undefined) return bound;
      }
      // A default may name earlier parameters: `<T extends Shop, D = T['options']>`.
      const ofDefault = file.has(entity, entityFlags.optional) ? environment : null;
      return typeValue(i, file, file.get(entity, entityFields.type), ofDefault);
    }
    case entityKinds.variable:
    case entityKinds.property: {
      return instancesOf(entityValue(i, target));
    }
    default:
      return null;
  }
}
