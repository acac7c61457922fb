/** The names that the surrounding scopes of a place declare, as far as the file shows. */

/** `header`: the frame for the type parameters of a type or function, which contains the frame of that type or function. */
export type FrameKind = 'file' | 'header' | 'class' | 'function' | 'block';

export interface Frame {
  kind: FrameKind;
  /** The frame's scope in the summary. */
  scope: number;
  parent: Frame | null;
  /** The frame's class or function; -1 for others. */
  entity: number;
  /** Names of variables: in functions and blocks from their declaration on, in classes from the start. */
  names: Set<string> | null;
  /** For a function: its return values. */
  returns: number[];
}

export function newFrame(kind: FrameKind, scope: number, parent: Frame | null, entity = -1): Frame {
  return { kind, scope, parent, entity, names: null, returns: [] };
}

export function declareName(frame: Frame, name: string): void {
  (frame.names ??= new Set()).add(name);
}

/** The frame that declares a variable; null for inherited and imported ones, and for names of types. */
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

/** The class whose body surrounds a place; null at the top level. */
export function enclosingClass(from: Frame): Frame | null {
  let frame: Frame | null = from;
  while (frame !== null && frame.kind !== 'class') frame = frame.parent;
  return frame;
}

/** The function that a `return` in this frame returns from; null where there is none. */
export function enclosingFunction(from: Frame): Frame | null {
  let frame: Frame | null = from;
  while (frame !== null && frame.kind !== 'function') frame = frame.kind === 'class' ? null : frame.parent;
  return frame;
}
