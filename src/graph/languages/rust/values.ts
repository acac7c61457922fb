/**
 * Rust's containers: their methods that return or pass on values of the content's type. A `list` is anything that can be iterated. A `promise` is an
 * `Option` or a `Result`, with the content of `Some` or `Ok`. A smart pointer has the value of what it points to.
 */
import { entityFields, entityKinds, ops } from '../../../model/file-summary.ts';
import { numberValue, stringValue } from '../../members/builtin-types.ts';
import { functionResult } from '../../infer/callables.ts';
import { dialectOf } from '../dialect.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { elementOf, memberTargets } from '../../members/members.ts';
import { isExternalType } from '../../members/external-types.ts';
import { type Inference, nodeValue } from '../../questions/questions.ts';
import { alternatives, instancesOf, union, type Typed, type Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';
import { embedsExternal } from '../../heritage/embedded-types.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const lists = words(
  `Vec VecDeque HashSet BTreeSet LinkedList BinaryHeap IndexSet SmallVec Iterator IntoIterator DoubleEndedIterator ExactSizeIterator
  Iter IterMut IntoIter Drain Peekable Rev Skip Take Chain`,
);
const maps = words('HashMap BTreeMap IndexMap');
const transparent = words(
  `Box Rc Arc Cell RefCell Mutex RwLock Cow Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard Pin OnceCell OnceLock LazyLock
  ManuallyDrop AsRef AsMut Borrow Deref DerefMut Into From`,
);

/** A type of the library, with its arguments; undefined for any other name. */
export function rustType(name: string, args: readonly (Value | null)[]): Value | null | undefined {
  const [first = null, second = null] = args;
  if (lists.has(name)) return { kind: 'list', of: first };
  if (maps.has(name)) return { kind: 'map', key: first, of: second };
  if (name === 'Result') return { kind: 'promise', of: first, fault: second };
  if (name === 'Option') return { kind: 'promise', of: first };
  if (transparent.has(name)) return first;
  return name === 'String' ? stringValue : undefined;
}

// Names of methods: the first word is the receiver. `Gives` return the content, `Keeps` an equal container, `Holds` an option of the content.
const optionGives = words(
  'unwrap expect unwrap_or unwrap_or_else unwrap_or_default unwrap_unchecked insert get_or_insert get_or_insert_with or_insert or_insert_with or_default',
);
const optionKeeps = words(
  `as_ref as_mut as_deref as_deref_mut take replace filter cloned copied or or_else
  inspect inspect_err clone and_modify`,
);
/** Methods that give or take the error of a result. */
const optionErrors = words('ok ok_or ok_or_else err map_err unwrap_err expect_err');
/** Methods that well-known external traits (`anyhow::Context`) add to results. */
const addedKeeps = words('context with_context');
const listKeeps = words(
  `iter iter_mut into_iter filter rev skip take take_while skip_while chain cloned copied peekable collect step_by drain as_slice
  as_mut_slice to_vec clone by_ref inspect to_owned union intersection difference split_off into_boxed_slice as_ref fuse cycle`,
);
const listHolds = words(
  `first last get get_mut next next_back pop pop_front pop_back peek nth find max_by_key min_by_key max_by min_by max min last_mut
  first_mut front back front_mut back_mut reduce peek_mut`,
);
const listsOfLists = words('windows chunks chunks_exact chunks_mut rchunks chunk_by split_inclusive');
const splits = words('split_first split_last split_first_mut split_last_mut');
const listGives = words('remove swap_remove');
const mapHolds = words('get get_mut remove entry get_key_value first_key_value');
/** Library methods of any value that return the value itself, or what it points to. */
const sameValue = words(
  'clone to_owned as_ref as_mut borrow borrow_mut lock read write deref deref_mut unwrap expect into upgrade by_ref get_mut iter iter_mut into_iter',
);

/** The result of the library's methods that are not listed here. */
const external: Value = { kind: 'external' };

/** Associated functions that construct a container (`Vec::new`). */
const makers = words('new with_capacity from default from_iter');

/** The result of a call of the library; undefined for any other call. */
export function rustResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const callee = file.operand(node, 0);
  const args = file.list(file.operand(node, 1));
  if (file.op(callee) === ops.name) {
    const name = file.text(file.operand(callee, 0));
    if (name !== 'Some' && name !== 'Ok' && name !== 'Err') return undefined;
    const content = nodeValue(i, file, args[0] ?? 0);
    return name === 'Err' ? { kind: 'promise', of: null, fault: content } : { kind: 'promise', of: content };
  }
  if (file.op(callee) !== ops.member) return undefined;
  const name = file.text(file.operand(callee, 1));
  const receiver = nodeValue(i, file, file.operand(callee, 0));
  if (name === '?') return convertedTo(receiver, nodeValue(i, file, args[0] ?? 0));
  if (operators.has(name) && !isOfPrimitives(receiver, () => nodeValue(i, file, args[0] ?? 0))) return undefined;
  const iterated = adapted(i, receiver, name);
  const parts = iterated === null ? alternatives(receiver) : [iterated];
  const part = parts.find(({ kind }) => kind === 'list' || kind === 'map' || kind === 'promise');
  const resultOfArgument = (at: number): Value | null => functionResult(i, nodeValue(i, file, args[at] ?? 0));
  const isOfType = file.op(file.operand(callee, 0)) === ops.cast;
  if (part !== undefined && makers.has(name) && isOfType) return part;
  if (isOfType && wrapping.has(name) && transparent.has(typeNameOf(file, file.operand(callee, 0))) && isOutside(parts))
    return nodeValue(i, file, args[0] ?? 0);
  if (parts.length > 0 && parts.every(({ kind }) => kind === 'primitive')) {
    const added = dialectOf(file).addedToExternal?.(i, file, parts, name);
    const [method] = typeof added === 'object' ? added : [];
    if (method === undefined) return external;
    return functionResult(i, { kind: 'function', ...method, environment: null, self: receiver });
  }
  if (isOutside(parts) && sameAsFirst(file, callee, name)) return nodeValue(i, file, args[0] ?? 0);
  const elementIn = (value: Value | null): Value | null => rustElement(i, value);
  const firstArgument = (): Value | null => nodeValue(i, file, args[0] ?? 0);
  if (part?.kind === 'promise') return ofOption(part, { name, part, resultOfArgument, firstArgument, elementIn });
  if (part?.kind === 'list') return ofList(part.of, { name, part, resultOfArgument, firstArgument, elementIn });
  if (part?.kind === 'map') return ofMap(part, name);
  if (name === 'default' && isOfType && memberTargets(i, receiver, name).length === 0) return derivedDefault(receiver);
  if (sameValue.has(name) && parts.some(({ kind }) => kind === 'instance')) {
    if (memberTargets(i, receiver, name).length > 0) return undefined;
    // An external smart pointer may return what it points to, which is unknown; only `clone` surely returns its receiver.
    const mayBeContent =
      !name.startsWith('clone') && parts.some((one) => one.kind === 'instance' && isExternalType(i, one));
    return mayBeContent ? external : receiver;
  }
  return undefined;
}

/** Methods that `Iterator` gives to every type with a `next`. */
const adapters = words(
  `enumerate peekable filter map filter_map flat_map take_while skip_while map_while take skip step_by chain zip cycle fuse inspect by_ref
  cloned copied collect last nth find find_map fold try_fold for_each try_for_each all any position max_by min_by max_by_key min_by_key reduce
  partition scan`,
);

/** The elements of an iterator of the project, as a list, where a method of `Iterator` is called that its type does not have itself. */
function adapted(i: Inference, receiver: Value | null, name: string): Value | null {
  if (!adapters.has(name) || receiver?.kind !== 'instance' || memberTargets(i, receiver, name).length > 0) return null;
  const of = givenByNext(i, receiver, memberTargets(i, receiver, 'next')[0]);
  return of === null ? null : { kind: 'list', of };
}

/** Methods of operators. */
const operators = words('add sub mul div rem bitand bitor bitxor shl shr neg not');

/** Whether an operator combines numbers, texts and the like: not where one operand is unknown or of a type that may define the operator. */
function isOfPrimitives(left: Value | null, right: () => Value | null): boolean {
  const isPrimitive = ({ kind }: Value): boolean => kind === 'primitive';
  const parts = alternatives(left);
  if (parts.length === 0 || !parts.every(isPrimitive)) return false;
  const others = alternatives(right());
  return others.length > 0 && others.every(isPrimitive);
}

/** What `value[index]` gives by the `Index` of the value's type. */
export function rustIndexed(i: Inference, value: Value | null): Value | null {
  return union(
    alternatives(value).map((part) => {
      if (part.kind !== 'instance') return null;
      const [method] = memberTargets(i, part, 'index');
      if (method === undefined || method.file.kind(method.entity) !== entityKinds.method) return null;
      return functionResult(i, { kind: 'function', ...method, environment: part.environment, self: part });
    }),
  );
}

function isSame(one: Value, other: Value): boolean {
  return one.kind === 'instance' && other.kind === 'instance' && one.file === other.file && one.entity === other.entity;
}

/** The type to which `?` converts an error; external where it converts nothing, or it is not known whether it does. */
function convertedTo(target: Value | null, operand: Value | null): Value {
  const [wanted, ...others] = alternatives(target);
  const errors = alternatives(operand).flatMap((part) =>
    part.kind === 'promise' && part.fault !== undefined ? alternatives(part.fault) : [],
  );
  if (wanted?.kind !== 'instance' || others.length > 0 || errors.length === 0) return external;
  return errors.some((one) => isSame(one, wanted)) ? external : wanted;
}

/** Functions of the library's modules that give a value of their first argument's type. */
const givingFirst: Readonly<Record<string, ReadonlySet<string>>> = {
  mem: words('replace take'),
  cmp: words('max min'),
  hint: words('black_box'),
};

/** Whether a path names such a function (`mem::take`). */
function sameAsFirst(file: ProgramFile, callee: number, name: string): boolean {
  const path = file.operand(callee, 0);
  const op = file.op(path);
  const module =
    op === ops.name ? file.text(file.operand(path, 0)) : op === ops.member ? file.text(file.operand(path, 1)) : '';
  return Object.hasOwn(givingFirst, module) && givingFirst[module]!.has(name);
}

/** Functions that put their argument into a smart pointer, and `clone` by its path (`Rc::clone(&a)`). */
const wrapping = words('new clone from pin');

/** The last name of the type of a `cast`; empty where it is not named. */
function typeNameOf(file: ProgramFile, cast: number): string {
  const type = file.operand(cast, 0);
  return file.op(type) === ops.named ? file.text(file.list(file.operand(type, 0)).at(-1) ?? 0) : '';
}

/** Whether none of the alternatives is of a type that the project declares. */
function isOutside(parts: readonly Value[]): boolean {
  return parts.every((part) => part.kind === 'external');
}

/** What the derived `T::default()` gives: a T. */
function derivedDefault(receiver: Value | null): Value | null | undefined {
  const isType = (part: Value): boolean =>
    part.kind === 'instance' &&
    (part.file.kind(part.entity) === entityKinds.class || part.file.kind(part.entity) === entityKinds.interface);
  return alternatives(receiver).some(isType) ? receiver : undefined;
}

interface LibraryCall {
  name: string;
  part: Value;
  /** The result of the function that the call passes as its argument at a position. */
  resultOfArgument: (at: number) => Value | null;
  firstArgument: () => Value | null;
  /** The element of an iteration over a value. */
  elementIn: (value: Value | null) => Value | null;
}

function ofOption(
  option: Value & { kind: 'promise' },
  { name, part, resultOfArgument, firstArgument }: LibraryCall,
): Value | null {
  const { of, fault = null } = option;
  if (optionGives.has(name)) return of;
  if (name === 'unwrap_err' || name === 'expect_err') return fault;
  if (name === 'err') return { kind: 'promise', of: fault };
  if (name === 'ok') return { kind: 'promise', of };
  if (name === 'ok_or') return { kind: 'promise', of, fault: firstArgument() };
  if (name === 'ok_or_else' || name === 'map_err') return { kind: 'promise', of, fault: resultOfArgument(0) };
  if (name === 'zip') {
    const items = [of, contentOf(firstArgument())];
    return { kind: 'promise', of: { kind: 'list', of: union(items), items } };
  }
  if (optionKeeps.has(name) || addedKeeps.has(name)) return part;
  if (name === 'map') return { ...option, of: resultOfArgument(0) };
  if (name === 'and_then') return resultOfArgument(0);
  if (name === 'map_or' || name === 'map_or_else') return resultOfArgument(1);
  if (name === 'iter' || name === 'into_iter' || name === 'iter_mut') return { kind: 'list', of };
  return external;
}

function ofList(
  of: Value | null,
  { name, part, resultOfArgument, firstArgument, elementIn }: LibraryCall,
): Value | null {
  if (splits.has(name)) {
    const items = [of, part];
    return { kind: 'promise', of: { kind: 'list', of: union(items), items } };
  }
  if (listsOfLists.has(name)) return { kind: 'list', of: part };
  if (listKeeps.has(name)) return part;
  if (listHolds.has(name)) return { kind: 'promise', of };
  if (listGives.has(name)) return of;
  if (name === 'enumerate') return { kind: 'list', of: { kind: 'list', of, items: [numberValue, of] } };
  if (name === 'map') return { kind: 'list', of: resultOfArgument(0) };
  if (name === 'map_while') return { kind: 'list', of: contentOf(resultOfArgument(0)) };
  if (name === 'filter_map' || name === 'flat_map') {
    const returned = resultOfArgument(0);
    return { kind: 'list', of: returned?.kind === 'promise' ? returned.of : elementOfValue(returned) };
  }
  if (name === 'find_map') return resultOfArgument(0);
  if (name === 'zip') {
    const second = elementIn(firstArgument());
    return { kind: 'list', of: { kind: 'list', of: union([of, second]), items: [of, second] } };
  }
  return external;
}

function contentOf(value: Value | null): Value | null {
  return union(alternatives(value).map((part) => (part.kind === 'promise' ? part.of : null)));
}

function elementOfValue(value: Value | null): Value | null {
  return union(alternatives(value).map((part) => (part.kind === 'list' || part.kind === 'map' ? part.of : null)));
}

function ofMap(part: Value & { kind: 'map' }, name: string): Value | null {
  if (mapHolds.has(name)) return { kind: 'promise', of: part.of };
  if (name === 'values' || name === 'values_mut' || name === 'into_values') return { kind: 'list', of: part.of };
  if (name === 'keys' || name === 'into_keys') return { kind: 'list', of: part.key };
  if (name === 'iter' || name === 'iter_mut' || name === 'into_iter' || name === 'drain') {
    return { kind: 'list', of: { kind: 'list', of: union([part.key, part.of]), items: [part.key, part.of] } };
  }
  return name === 'clone' ? part : external;
}

const visitingMethods = words(
  `map filter for_each any all find position rposition filter_map flat_map find_map take_while skip_while max_by_key min_by_key
  sort_by_key sort_unstable_by_key sort_by_cached_key retain retain_mut inspect partition partition_point map_while dedup_by_key
  try_for_each is_sorted_by_key binary_search_by binary_search_by_key skip_while split split_inclusive`,
);
const comparingMethods = words('sort_by sort_unstable_by max_by min_by dedup_by reduce is_sorted_by chunk_by');
const visitingOptionMethods = words(
  'map and_then filter is_some_and is_ok_and inspect map_or map_or_else and_modify is_none_or take_if',
);
const visitingErrorMethods = words('map_err or_else unwrap_or_else inspect_err is_err_and');
const folds = words('fold try_fold rfold try_rfold');

/** What a method of the library passes to its closure; undefined for any other call. */
export function rustCallback(
  i: Inference,
  file: ProgramFile,
  { call, position }: { call: number; position: number },
): Value | undefined {
  const callee = file.operand(call, 0);
  if (file.op(callee) !== ops.member) return undefined;
  const name = file.text(file.operand(callee, 1));
  const receiver = nodeValue(i, file, file.operand(callee, 0));
  const iterated = adapted(i, receiver, name);
  for (const part of iterated === null ? alternatives(receiver) : [iterated]) {
    if (part.kind === 'list') {
      if (visitingMethods.has(name)) return { kind: 'callback', parameters: [part.of] };
      if (comparingMethods.has(name)) return { kind: 'callback', parameters: [part.of, part.of] };
      if (name === 'scan' && position === 1) return { kind: 'callback', parameters: [null, part.of] };
      if (folds.has(name) && position === 1)
        return {
          kind: 'callback',
          parameters: [nodeValue(i, file, file.list(file.operand(call, 1))[0] ?? 0), part.of],
        };
    }
    // An option has no error: what its closure gets is unknown.
    if (part.kind === 'promise' && (visitingErrorMethods.has(name) || (name === 'map_or_else' && position === 0)))
      return part.fault === undefined ? undefined : { kind: 'callback', parameters: [part.fault] };
    if (part.kind === 'promise' && visitingOptionMethods.has(name)) return { kind: 'callback', parameters: [part.of] };
    if (part.kind === 'map' && name === 'retain') return { kind: 'callback', parameters: [part.key, part.of] };
  }
  return undefined;
}

/** The result of calling a tuple struct or a variant. */
export function rustConstructed(callee: Value | null): Value | null {
  return union(
    alternatives(callee).map((part): Value | null => {
      if (part.kind === 'static') return instancesOf(part);
      const isType = part.kind === 'instance' && part.file.kind(part.entity) === entityKinds.class;
      return isType ? part : null;
    }),
  );
}

/** The element in a loop over a value: for an iterator of the project, the content of the option that its `next` returns. */
export function rustElement(i: Inference, value: Value | null): Value | null {
  const found = alternatives(value).map((part): Value | null => {
    if (part.kind === 'external') return part;
    if (part.kind !== 'instance') return elementOf(i, part);
    const [next] = memberTargets(i, part, 'next');
    const [made] = next === undefined ? memberTargets(i, part, 'into_iter') : [];
    if (made !== undefined && made.file.get(made.entity, entityFields.type) !== 0) {
      const iterator = functionResult(i, { kind: 'function', ...made, environment: part.environment, self: part });
      if (iterator?.kind === 'list') return iterator.of;
      return iterator?.kind === 'instance' ? givenByNext(i, iterator, memberTargets(i, iterator, 'next')[0]) : null;
    }
    return givenByNext(i, part, next);
  });
  return union(found);
}

function givenByNext(i: Inference, iterator: Typed, next: Target | undefined): Value | null {
  if (next === undefined || next.file.get(next.entity, entityFields.type) === 0) return null;
  const environment = iterator.environment;
  const option = functionResult(i, { kind: 'function', ...next, environment, self: iterator });
  return option?.kind === 'promise' ? option.of : null;
}

/**
 * A part of the tuple that an external function returns, where the call names the function by its path (`let (tx, rx) = mpsc::channel(1)`): a callback
 * value, whose members are external, while their results may be of the project. Null for any other value.
 */
export function externalItem(i: Inference, file: ProgramFile, node: number): Value | null {
  if (file.op(node) !== ops.call) return null;
  let path = file.operand(node, 0);
  while (file.op(path) === ops.member) path = file.operand(path, 0);
  const isExternal = file.op(path) === ops.name && nodeValue(i, file, file.operand(node, 0))?.kind === 'external';
  return isExternal ? { kind: 'callback', parameters: [] } : null;
}

/** Methods that types get by deriving, or that every type has. */
const universalMethods = words(
  'clone to_string to_owned into try_into eq ne cmp partial_cmp hash default from fmt borrow borrow_mut type_id as_ref as_mut',
);

export function isOfEveryType(name: string): boolean {
  return universalMethods.has(name);
}

const commonMethods = words(
  'len is_empty push push_str insert contains contains_key extend append iter clear truncate split join trim lines chars bytes as_str as_bytes parse ' +
    'starts_with ends_with count sum all any position write_all read_to_string to_vec to_lowercase to_uppercase abs min max pow',
);

const numberMethods = words(
  `abs signum trunc fract floor ceil round round_ties_even sqrt cbrt exp exp2 ln log log2 log10 sin cos tan powi powf hypot mul_add copysign
  rem_euclid div_euclid recip to_degrees to_radians is_nan is_finite is_infinite is_sign_negative is_sign_positive total_cmp clamp
  checked_add checked_sub checked_mul checked_div checked_rem checked_neg wrapping_add wrapping_sub wrapping_mul wrapping_neg saturating_add
  saturating_sub saturating_mul overflowing_add overflowing_sub overflowing_mul unsigned_abs abs_diff is_negative is_positive isqrt ilog2 ilog10
  count_ones count_zeros leading_zeros trailing_zeros rotate_left rotate_right swap_bytes reverse_bits is_power_of_two next_power_of_two
  to_be_bytes to_le_bytes to_ne_bytes to_be to_le is_ascii is_ascii_digit is_alphabetic is_numeric is_alphanumeric is_whitespace len_utf8`,
);

/** Whether numbers have a method of that name. */
export function isNumberMethod(name: string): boolean {
  return numberMethods.has(name);
}

/** Whether types of the standard library have a method of that name, which takes precedence over those of traits. */
export function isLibraryMethod(name: string): boolean {
  return [
    optionGives,
    optionKeeps,
    optionErrors,
    listKeeps,
    listHolds,
    listGives,
    mapHolds,
    sameValue,
    universalMethods,
    visitingMethods,
    commonMethods,
  ].some((names) => names.has(name));
}

/** Whether a member that the receiver's type does not declare is a library's: every type has the member, or the type embeds an external type. */
export function isLibraryMember(i: Inference, receiver: Value | null, name: string): boolean {
  const parts = alternatives(receiver);
  return (
    parts.length > 0 &&
    parts.every((part) => {
      if (part.kind !== 'instance' && part.kind !== 'static') return part.kind === 'external';
      return part.file.language === 'rust' && (universalMethods.has(name) || embedsExternal(i, part));
    })
  );
}
