/** Frames: the lexical scopes of the walk, with the variables that the file declares in each. */

/** A `header` has the type parameters of a class or function; the frame of the class or function is inside it. */
export type FrameKind = 'file' | 'header' | 'class' | 'function' | 'block';

export interface Frame {
  kind: FrameKind;
  /** The frame's scope in the summary. */
  scope: number;
  parent: Frame | null;
  /** The class or function of the frame; -1 for other kinds. */
  entity: number;
  /** Names of variables. In a class all fields are here from the start; elsewhere a variable is added at its declaration. */
  names: Set<string> | null;
  /** For a function with an inferred result type: the nodes of its return values. */
  returns: number[];
}

export function newFrame(kind: FrameKind, scope: number, parent: Frame | null, entity = -1): Frame {
  return { kind, scope, parent, entity, names: null, returns: [] };
}

export function declareName(frame: Frame, name: string): void {
  (frame.names ??= new Set()).add(name);
}

/** The frame that declares a variable; null for inherited or imported variables, and for names of types. */
export function frameOf(from: Frame, name: string): Frame | null {
  for (let frame: Frame | null = from; frame !== null; frame = frame.parent) {
    if (frame.names?.has(name) === true) return frame;
  }
  return null;
}

export function isLocal(from: Frame, name: string): boolean {
  const kind = frameOf(from, name)?.kind;
  return kind === 'function' || kind === 'block';
}

/** The frame of the innermost enclosing class; null at the top level. */
export function enclosingClass(from: Frame): Frame | null {
  let frame: Frame | null = from;
  while (frame !== null && frame.kind !== 'class') frame = frame.parent;
  return frame;
}

/** The frame of the function that a `return` in this frame leaves; null if there is none. */
export function enclosingFunction(from: Frame): Frame | null {
  let frame: Frame | null = from;
  while (frame !== null && frame.kind !== 'function') frame = frame.kind === 'class' ? null : frame.parent;
  return frame;
}
