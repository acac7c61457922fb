/** The spaces of names: values and types. */
import { entityKinds } from '../../model/file-summary.ts';

/** What a name can mean, as bits: a value, a type, or both. */
export const spaces = { value: 1, type: 2, any: 3 } as const;

const kindSpaces: Readonly<Record<number, number>> = {
  [entityKinds.variable]: spaces.value,
  [entityKinds.parameter]: spaces.value,
  [entityKinds.function]: spaces.value,
  [entityKinds.class]: spaces.any,
  [entityKinds.interface]: spaces.type,
  [entityKinds.typeAlias]: spaces.type,
  [entityKinds.enum]: spaces.any,
  [entityKinds.namespace]: spaces.any,
  [entityKinds.import]: spaces.any,
  [entityKinds.typeParameter]: spaces.type,
};

/** The spaces that an entity's name is in, by the entity's kind. */
export const spaceOfKind: readonly number[] = Object.values(entityKinds).reduce<number[]>((all, kind) => {
  all[kind] = kindSpaces[kind] ?? spaces.value;
  return all;
}, []);
