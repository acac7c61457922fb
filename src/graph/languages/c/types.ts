/**
 * Types of C++ as overloads distinguish them: with numbers of each width, pointers, references and `const`, which values do not have.
 * Invariant: what is not known is said to be unknown, and never guessed.
 */
import { entityFields, entityKinds, ops, primitives } from '../../../model/file-summary.ts';
import { Slot } from '../../program/memo.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Target } from '../../program/targets.ts';
import { namedTarget } from '../../resolve/names.ts';
import { type Inference, partialAnswer, typeValue } from '../../questions/questions.ts';
import type { Environment, Value } from '../../questions/values.ts';

export interface CType {
  kind:
    | 'number'
    /** A class of the project (`target`). */
    | 'class'
    /** A class outside of the project, by its name. */
    | 'external'
    | 'enum'
    /** `nullptr_t`. */
    | 'null'
    | 'lambda'
    /** A type parameter (`target`). */
    | 'parameter'
    | 'unknown';
  /** The last name; of a number its one name (`unsigned long` for `size_t`); empty where it is not known. */
  name: string;
  target: Target | null;
  /** Values of the type parameters in a class's type. */
  environment: Environment | null;
  /** The file and the list node of the type arguments; null for none. */
  args: { file: ProgramFile; list: number } | null;
  /** Whether a name with the type is an alias, so that no template argument is deduced from it. */
  isAlias: boolean;
  /** How often it points; -1: unknown. */
  pointers: number;
  isArray: boolean;
  isConst: boolean;
  reference: '' | '&' | '&&';
  /** Whether it is made of wide characters. */
  isWide: boolean;
  /** Whether it is a template's class for plain characters: `basic_text<char>`. */
  isNarrow: boolean;
}

/** Other names of numbers. A target with 64 bits is assumed. */
const numberNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    unsigned: 'unsigned int',
    signed: 'int',
    'long int': 'long',
    'unsigned long int': 'unsigned long',
    'long unsigned int': 'unsigned long',
    'long unsigned': 'unsigned long',
    'long long int': 'long long',
    'unsigned long long int': 'unsigned long long',
    'long long unsigned int': 'unsigned long long',
    'short int': 'short',
    'unsigned short int': 'unsigned short',
    int8_t: 'signed char',
    uint8_t: 'unsigned char',
    int16_t: 'short',
    uint16_t: 'unsigned short',
    int32_t: 'int',
    uint32_t: 'unsigned int',
    int64_t: 'long',
    uint64_t: 'unsigned long',
    size_t: 'unsigned long',
    ssize_t: 'long',
    ptrdiff_t: 'long',
    time_t: 'long',
    intptr_t: 'long',
    uintptr_t: 'unsigned long',
    intmax_t: 'long',
    uintmax_t: 'unsigned long',
    ...Object.fromEntries(
      (
        'bool,char,signed char,unsigned char,wchar_t,char8_t,char16_t,char32_t,short,unsigned short,int,unsigned int,long,unsigned long,' +
        'long long,unsigned long long,float,double,long double,__int128,unsigned __int128,__float128'
      )
        .split(',')
        .map((name) => [name, name]),
    ),
  }),
);

const wide = /\b(?:wchar_t|w(?:string|format|memory|o|i|c)\w*)\b|^wchar/;
/** The first type argument is `char`. */
const narrow = /<char\s*[,>]/;

interface Written {
  name: string;
  signs: string;
  isConst: boolean;
}

function readText(text: string): Written {
  const short = text.replaceAll(/<.*>/g, '');
  const name = short.replace(/^const /, '').replace(/[*&…[\]]+$/, '');
  return { name, signs: /[*&…[\]]*$/.exec(short)![0], isConst: short.startsWith('const ') };
}

/** A type of which nothing is known. */
export const unknownType: CType = {
  kind: 'unknown',
  name: '',
  target: null,
  environment: null,
  args: null,
  isAlias: false,
  pointers: -1,
  isArray: false,
  isConst: false,
  reference: '',
  isWide: false,
  isNarrow: false,
};

/** A type that is no pointer, and of which nothing else is known. */
const plain: CType = { ...unknownType, pointers: 0 };

/** A type of which only that it is a number is said, by its name. */
export function numberType(name: string): CType {
  return { ...plain, kind: 'number', name };
}

/** How many aliases are followed. */
const maxAliases = 6;

/**
 * A written type.
 * @param type the node of the type; 0 for none
 * @param text the type as text; empty for unknown
 * @param environment binds the type parameters of the class that declares it
 */
export function typeOf(
  i: Inference,
  file: ProgramFile,
  { type, text, environment = null }: { type: number; text: string; environment?: Environment | null },
  depth = 0,
): CType {
  const { name, signs, isConst } = readText(text);
  const base = named(i, file, { type, name, environment }, depth);
  const isArrayReference = signs.includes('&*') || signs.includes('&[');
  const pointed = [...signs].filter((sign) => sign === '*' || sign === '[').length;
  const isArray = isArrayReference || signs.includes('[') || (base.isArray && pointed === 0);
  return {
    ...base,
    isWide: base.isWide || wide.test(text),
    isNarrow: base.isNarrow || narrow.test(text),
    isConst: isConst || base.isConst,
    isArray,
    pointers: base.pointers === -1 ? -1 : base.pointers + pointed,
    reference: signs.includes('&&') ? '&&' : signs.includes('&') ? '&' : base.reference,
  };
}

function named(
  i: Inference,
  file: ProgramFile,
  { type, name, environment }: { type: number; name: string; environment: Environment | null },
  depth: number,
): CType {
  const number = numberNames.get(name);
  if (number !== undefined) return { ...plain, kind: 'number', name: number };
  if (name === '0') return { ...plain, kind: 'number', name: '0' };
  if (name === 'nullptr_t') return { ...plain, kind: 'null', name };
  if (name === 'auto' || name === '' || depth > maxAliases) return { ...plain, pointers: name === '' ? -1 : 0 };
  const op = type === 0 ? ops.none : file.op(type);
  // Containers and smart pointers of the library have the types of what they hold.
  if (op === ops.arrayOf || op === ops.tuple) return { ...plain, kind: 'external', name };
  if (op !== ops.named) return { ...plain, name };
  const [path] = file.list(file.operand(type, 0));
  const written = path === undefined ? '' : file.text(path);
  if (written.split('::').at(-1) !== name) return { ...plain, kind: 'external', name };
  const args = { file, list: file.operand(type, 2) };
  const found = namedTarget(i, file, { path: file.list(file.operand(type, 0)), scope: file.operand(type, 1) });
  if (found === null || found === 'external') {
    const isClass = /^(?:::)?std::/.test(written) || file.list(args.list).length > 0;
    return { ...plain, kind: isClass ? 'external' : 'unknown', name, args };
  }
  const [entity] = found.entities;
  if (entity === undefined) return { ...plain, name, args };
  const target: Target = { file: found.file, entity };
  switch (target.file.kind(entity)) {
    case entityKinds.class: {
      const value = typeValue(i, file, type, environment);
      return {
        ...plain,
        kind: 'class',
        name,
        target,
        args,
        environment: value?.kind === 'instance' ? value.environment : null,
      };
    }
    case entityKinds.enum:
      return { ...plain, kind: 'enum', name, target };
    case entityKinds.typeParameter:
      return parameterType(i, { ...plain, kind: 'parameter', name, target }, environment);
    case entityKinds.typeAlias: {
      const aliased = declaredType(i, target, environment, depth + 1);
      return { ...aliased, isAlias: true, name: aliased.kind === 'unknown' ? name : aliased.name };
    }
    default:
      return { ...plain, name };
  }
}

/** A type parameter, or the type that the environment binds it to. */
function parameterType(i: Inference, parameter: CType, environment: Environment | null): CType {
  for (let at = environment; at !== null; at = at.outer) {
    if (at.file !== parameter.target!.file) continue;
    const value = at.bound.get(parameter.target!.entity);
    if (value?.kind === 'instance') return ofValue(value);
    if (value?.kind === 'primitive' && value.code === primitives.number)
      return { ...parameter, kind: 'number', name: '' };
    if (value !== undefined) return { ...parameter, kind: 'unknown', name: '' };
  }
  return parameter;
}

/** The type of a value, of which is not known whether it is a pointer. */
export function ofValue(value: Value | null): CType {
  if (value?.kind === 'function') return { ...plain, kind: 'lambda' };
  if (value?.kind !== 'instance') return unknownType;
  const { environment, entity } = value;
  const isEnum = value.file.kind(entity) === entityKinds.enum;
  const name = value.file.name(entity);
  const target = { file: value.file, entity };
  return { ...plain, kind: isEnum ? 'enum' : 'class', name, target, environment, pointers: -1 };
}

/** The type of an object that is made of a type; `type` is the node of that type. */
export function ofMade(i: Inference, file: ProgramFile, type: number): CType {
  const path = file.op(type) === ops.named ? file.list(file.operand(type, 0))[0] : undefined;
  const text = path === undefined ? '' : (file.text(path).split('::').at(-1) ?? '');
  return typeOf(i, file, { type, text });
}

/** The text of an entity's type; empty for none. */
export function typeText({ file, entity }: Target): string {
  const written = file.get(entity, entityFields.context);
  return written === 0 || file.op(written) !== ops.literalType ? '' : file.text(file.operand(written, 0));
}

/** Memo of `declaredType` by entity, where no environment binds type parameters; null while the answer is sought. */
const knownDeclared = new Slot(() => new Map<number, CType | null>());

/** The declared type of a variable, a parameter, a field or an alias; of a function its result's. */
export function declaredType(i: Inference, target: Target, environment: Environment | null = null, depth = 0): CType {
  const { file, entity } = target;
  const compute = (): CType =>
    typeOf(i, file, { type: file.get(entity, entityFields.type), text: typeText(target), environment }, depth);
  if (environment !== null || depth > 0) return compute();
  return partialAnswer(i, file, { answers: file.memo(knownDeclared), key: entity, unknown: unknownType, compute });
}
