/** What each scope of a file binds, by Python's rules: a name bound anywhere in a function is the function's own. */

/** What a name means in the scope that binds it. */
export interface Binding {
  frame: Frame;
  /** Functions, classes and imports of that name, in order. */
  declared: number[];
  /** The last of them that no branch leaves out, where it is a function or class; -1 for none. */
  settled: number;
  /** Entity of the variable, parameter or attribute; -1 for none. */
  variable: number;
  /** Offset of the variable's declaration. */
  at: number;
  /** Of a class: the offset from which its body knows the name. */
  from: number;
  values: number[];
  /** It is also given what nothing is known of. */
  isOpen: boolean;
  isParameter: boolean;
  /** `self` or `cls`: the node that stands for it; 0 for any other name. */
  receiver: number;
}

export type FrameKind = 'file' | 'function' | 'class' | 'comprehension';

export interface Frame {
  kind: FrameKind;
  /** Its scope in the facts. */
  scope: number;
  parent: Frame | null;
  /** The function's or class's entity; -1 for others. */
  entity: number;
  /** Name of a class. */
  name: string;
  names: Map<string, Binding>;
  /** The same, in order. */
  bindings: Binding[];
  globals: Set<string> | null;
  nonlocals: Set<string> | null;
  returns: number[];
  yields: number[];
  isGenerator: boolean;
  /** A variable of it is bound more than once. */
  rebinds: boolean;
  /** Of a method: how its first parameter is bound. */
  isStatic: boolean;
  /** Of a class: the type variables that are its parameters. */
  typeVariables: readonly number[];
  /** Of a class: names of attributes that its methods declare with an annotation. */
  annotated: Set<string> | null;
}

export interface FrameDraft {
  kind: FrameKind;
  scope: number;
  parent: Frame | null;
  entity: number;
  name?: string;
}

export function newFrame({ kind, scope, parent, entity, name = '' }: FrameDraft): Frame {
  return {
    kind,
    scope,
    parent,
    entity,
    name,
    names: new Map(),
    bindings: [],
    globals: null,
    nonlocals: null,
    returns: [],
    yields: [],
    isGenerator: false,
    rebinds: false,
    isStatic: false,
    typeVariables: [],
    annotated: null,
  };
}

/**
 * The binding a use of `name` in `from` means; null for built-in names, names of star imports and unknown ones.
 * @param at offset of the use, where it is evaluated there: the body of a class, which is run once, does not know what it binds below
 */
export function resolveName(from: Frame, name: string, at = Infinity): Binding | null {
  let inner = true;
  for (let frame: Frame | null = from; frame !== null; frame = frame.parent) {
    if (frame.globals?.has(name) === true) return fileFrame(frame).names.get(name) ?? null;
    if (frame.kind !== 'class' || inner) {
      const found = frame.names.get(name);
      if (found !== undefined && (frame.kind !== 'class' || found.from <= at)) return found;
    }
    // What a class binds is seen from its own body and from comprehensions in it, not from functions.
    if (frame.kind !== 'comprehension') inner = false;
  }
  return null;
}

export function fileFrame(from: Frame): Frame {
  let frame = from;
  while (frame.parent !== null) frame = frame.parent;
  return frame;
}

/** The frame in which an assignment in `from` binds `name`. */
export function bindingFrame(from: Frame, name: string): Frame {
  let frame = from;
  while (frame.kind === 'comprehension' && frame.parent !== null) frame = frame.parent;
  if (frame.globals?.has(name) === true) return fileFrame(frame);
  if (frame.nonlocals?.has(name) === true) {
    for (let outer = frame.parent; outer !== null; outer = outer.parent) {
      if (outer.kind === 'function' && outer.names.has(name)) return outer;
    }
  }
  return frame;
}

export function bindingOf(frame: Frame, name: string): Binding {
  let binding = frame.names.get(name);
  if (binding === undefined) {
    binding = {
      frame,
      declared: [],
      settled: -1,
      variable: -1,
      at: -1,
      from: 0,
      values: [],
      isOpen: false,
      isParameter: false,
      receiver: 0,
    };
    frame.names.set(name, binding);
    frame.bindings.push(binding);
  }
  return binding;
}

/** The innermost method around, whose `this` and `super` count; null outside methods. */
export function methodAround(from: Frame): Frame | null {
  for (let frame: Frame | null = from; frame !== null; frame = frame.parent) {
    if (frame.kind === 'class') return null;
    if (frame.kind === 'function' && frame.parent?.kind === 'class' && frame.entity !== -1) return frame;
  }
  return null;
}

/** Whether it is a variable of a function and nothing else: nobody outside can name it. */
export function isLocalVariable(binding: Binding): boolean {
  const { kind } = binding.frame;
  return (kind === 'function' || kind === 'comprehension') && binding.declared.length === 0;
}
