/** The names that each scope of a file binds, by Python's rules: a name that a function binds anywhere is local to the function. */

/** The meaning of a name in the scope that binds it. */
export interface Binding {
  frame: Frame;
  /** Functions, classes and imports with that name, in order. */
  declared: number[];
  /** The last function or class of `declared` that is not in a branch; -1 for none. */
  unconditional: number;
  /** Entity of the variable, parameter or attribute; -1 for none. */
  variable: number;
  /** Offset of the variable's declaration. */
  at: number;
  /** In a class: the offset from which the body sees the name. */
  visibleFrom: number;
  /** Nodes of the values that are assigned to the variable. */
  values: number[];
  /** Whether the name is also bound to values that are unknown. */
  hasUnknownValues: boolean;
  isParameter: boolean;
  /** For `self` and `cls`: the node that stands for each use of the name; 0 for any other name. */
  receiver: number;
}

export type FrameKind = 'file' | 'function' | 'class' | 'comprehension';

/** A scope of Python: a file, function, class or comprehension. */
export interface Frame {
  kind: FrameKind;
  /** Scope of the frame in the summary. */
  scope: number;
  parent: Frame | null;
  /** Entity of the function or class; -1 for others. */
  entity: number;
  /** Name of the class, for a class. */
  name: string;
  names: Map<string, Binding>;
  /** The bindings of `names`, in order. */
  bindings: Binding[];
  /** Names of `global` statements; null for none. */
  globals: Set<string> | null;
  /** Names of `nonlocal` statements; null for none. */
  nonlocals: Set<string> | null;
  returns: number[];
  yields: number[];
  isGenerator: boolean;
  /** Whether any variable of the frame is bound more than once, or any parameter is assigned. */
  rebinds: boolean;
  /** For a class: the type variables that are its parameters. */
  typeVariables: readonly number[];
  /** For a class: names of attributes that its methods declare with an annotation. */
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
    typeVariables: [],
    annotated: null,
  };
}

/**
 * The binding that a use of a name means; null for built-in names, names of star imports and unknown names.
 * @param innermost the frame that contains the use
 * @param at offset of the use: the body of a class, which runs once, does not see names that it binds later. By default, later
 * names count too
 */
export function resolveName(innermost: Frame, name: string, at = Infinity): Binding | null {
  let seesClassNames = true;
  for (let frame: Frame | null = innermost; frame !== null; frame = frame.parent) {
    if (frame.globals?.has(name) === true) return fileFrame(frame).names.get(name) ?? null;
    if (frame.kind !== 'class' || seesClassNames) {
      const found = frame.names.get(name);
      if (found !== undefined && (frame.kind !== 'class' || found.visibleFrom <= at)) return found;
    }
    // The names of a class are visible in its body and in comprehensions of the body, but not in functions.
    if (frame.kind !== 'comprehension') seesClassNames = false;
  }
  return null;
}

/** The frame of the file that contains a frame. */
export function fileFrame(innermost: Frame): Frame {
  let frame = innermost;
  while (frame.parent !== null) frame = frame.parent;
  return frame;
}

/** The frame in which an assignment inside `innermost` binds a name. */
export function bindingFrame(innermost: Frame, name: string): Frame {
  let frame = innermost;
  while (frame.kind === 'comprehension' && frame.parent !== null) frame = frame.parent;
  if (frame.globals?.has(name) === true) return fileFrame(frame);
  if (frame.nonlocals?.has(name) === true) {
    for (let outer = frame.parent; outer !== null; outer = outer.parent) {
      if (outer.kind === 'function' && outer.names.has(name)) return outer;
    }
  }
  return frame;
}

/** The binding of a name in a frame, which is created where it is missing. */
export function bindingOf(frame: Frame, name: string): Binding {
  let binding = frame.names.get(name);
  if (binding === undefined) {
    binding = {
      frame,
      declared: [],
      unconditional: -1,
      variable: -1,
      at: -1,
      visibleFrom: 0,
      values: [],
      hasUnknownValues: false,
      isParameter: false,
      receiver: 0,
    };
    frame.names.set(name, binding);
    frame.bindings.push(binding);
  }
  return binding;
}

/** The innermost surrounding method, whose `this` and `super` apply; null outside of methods. */
export function enclosingMethod(innermost: Frame): Frame | null {
  for (let frame: Frame | null = innermost; frame !== null; frame = frame.parent) {
    if (frame.kind === 'class') return null;
    if (frame.kind === 'function' && frame.parent?.kind === 'class' && frame.entity !== -1) return frame;
  }
  return null;
}

/** Whether the name is only a local variable of a function or comprehension, which no code outside of it can name. */
export function isLocalVariable(binding: Binding): boolean {
  const { kind } = binding.frame;
  return (kind === 'function' || kind === 'comprehension') && binding.declared.length === 0;
}
