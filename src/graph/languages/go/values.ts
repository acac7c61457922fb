/**
 * Values of Go's containers and conversions, where they differ from those of other languages. Go's collector gives named containers pseudo
 * members for their elements: `[]`, `[key]`, `[chan]`.
 */
import { entityKinds, primitives } from '../../../model/file-summary.ts';
import { parameterOf } from '../../infer/callables.ts';
import { numberValue } from '../../members/builtin-types.ts';
import { elementOf, memberTargets, memberValue } from '../../members/members.ts';
import type { Inference } from '../../questions/questions.ts';
import { alternatives, instancesOf, union, type Value, asKind } from '../../questions/values.ts';

/** The value of a pseudo member of a named container; null where the type does not have it. */
function pseudoMember(i: Inference, part: Value, name: string): Value | null {
  return memberTargets(i, part, name).length === 0 ? null : memberValue(i, part, name);
}

/** The first variable of a `range`: an index, a key, a value of a channel, or the first argument that an iterator passes to the loop. */
export function rangeKey(i: Inference, value: Value | null): Value | null {
  return union(
    alternatives(value).map((part): Value | null => {
      switch (part.kind) {
        case 'list':
          return numberValue;
        case 'map':
          return part.key;
        case 'promise':
          return part.of;
        case 'instance':
          return (
            pseudoMember(i, part, '[key]') ?? pseudoMember(i, part, '[chan]') ?? yielded(i, part, 0) ?? numberValue
          );
        case 'function':
          return yielded(i, part, 0);
        default:
          return part;
      }
    }),
  );
}

/** The argument at a position that an iterator (`func(yield func(A, B) bool)`) passes to the loop. */
function yielded(i: Inference, iterator: Value, position: number): Value | null {
  const loop = parameterOf(i, iterator, 0);
  return loop === null ? null : parameterOf(i, loop, position);
}

/** The value at an index, or the second variable of a `range`. A generic function or type with type arguments (`F[int]`) is itself. */
export function indexed(i: Inference, value: Value | null): Value | null {
  return union(
    alternatives(value).map((part): Value | null => {
      switch (part.kind) {
        case 'list':
        case 'map':
          return part.of;
        case 'external':
        case 'static':
          return part;
        case 'function':
          return yielded(i, part, 1) ?? part;
        case 'instance':
          return pseudoMember(i, part, '[]') ?? yielded(i, part, 1);
        case 'primitive':
          return part.code === primitives.string ? numberValue : null;
        default:
          return elementOf(i, part);
      }
    }),
  );
}

/** One of the results of a function that returns several. */
export function resultAt(i: Inference, value: Value | null, position: number): Value | null {
  return union(
    alternatives(value).map((part) => {
      if (part.kind === 'external') return part;
      return part.kind === 'list' && part.items !== undefined ? (part.items[position] ?? null) : null;
    }),
  );
}

/** The value of `<-ch`. */
export function received(i: Inference, value: Value | null): Value | null {
  return union(
    alternatives(value).map((part) => {
      if (part.kind === 'promise') return part.of;
      return part.kind === 'instance' ? pseudoMember(i, part, '[chan]') : part.kind === 'external' ? part : null;
    }),
  );
}

/** The value of `T(x)` where the callee is a type. An interface cannot be called, so the call is a conversion. */
export function converted(callee: Value | null): Value | null {
  return union(
    alternatives(callee).map((part): Value | null => {
      if (part.kind === 'static') return instancesOf(part);
      return part.kind === 'instance' && part.file.kind(part.entity) === entityKinds.interface ? part : null;
    }),
  );
}

/** The value of a type alias in `Alias(x)` or `Alias.f`: the type itself. */
export function aliased(type: Value | null): Value | null {
  return union(
    alternatives(type).map((part): Value => {
      const isClass = part.kind === 'instance' && part.file.kind(part.entity) === entityKinds.class;
      return isClass ? asKind(part, 'static') : part;
    }),
  );
}
