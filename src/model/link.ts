/**
 * Links: which definition a reference site names or runs, and how that is known. A link leads to a symbol: all declarations of one qualified name
 * in one file (overloads, merged interfaces, a type and a value of one name).
 */

export const linkKinds = [
  'call',
  'construct',
  'render',
  'decorate',
  'read',
  'write',
  'type',
  'extends',
  'implements',
  'overrides',
  'import',
  /** A name of another file, exported again. */
  'reexport',
  /** A function that is handed on to code that may run it: as an argument, in a literal, a field or a default value, or as a result. */
  'pass',
  /** What a language calls by itself: an operator, an iteration, the end of a `with` block. */
  'implicit',
  /** A write that runs a setter. */
  'set',
] as const;
export type LinkKind = (typeof linkKinds)[number];

/** How a link is known: from a compiler, by the type of the receiver, by scopes and imports, or because only one definition has the name. */
export const linkResolutions = ['compiler', 'type', 'scope', 'name'] as const;
export type LinkResolution = (typeof linkResolutions)[number];

/** A reference site that names a symbol of another file or of the same one. */
export interface Link {
  /** `symbolKey` of the named symbol, in its own file. */
  target: number;
  kind: LinkKind;
  resolution: LinkResolution;
  /** 1-based, columns in UTF-16 units. */
  line: number;
  column: number;
  /** The innermost definition that contains the site, as an index into the file's definitions; -1 at the top of the file. */
  container: number;
  /**
   * Which signatures of the function a call may mean, where several are declared (TypeScript's overload lists): bit n for the signature n, in the order of
   * their declaration. Absent where the function has one signature, or the call does not tell.
   */
  signatures?: number;
}

/** The number of signatures that `Link.signatures` can tell apart. Calls of a function with more do not tell. */
export const maxSignatures = 24;

/** A reference site whose symbol is not known. */
export interface UnresolvedSite {
  name: string;
  kind: LinkKind;
  line: number;
  column: number;
  container: number;
}

const callLikeKinds: ReadonlySet<LinkKind> = new Set(['call', 'construct', 'render', 'decorate', 'implicit', 'set']);

/** Whether a link of this kind says that one definition runs another. */
export function isCallLike(kind: LinkKind): boolean {
  return callLikeKinds.has(kind);
}

/** Whether a link of this kind says that one definition runs another, or passes it to others that may run it. */
export function mayRun(kind: LinkKind): boolean {
  return isCallLike(kind) || kind === 'pass';
}

interface Named {
  name: string;
  container: string | null;
}

/** `Outer.Inner.name`; of an overload `Outer.Inner.name(String,int)`. */
export function qualifiedName(named: Named): string {
  const { name, container } = keyPath(named);
  return container === null ? name : `${container}.${name}`;
}

/** The name and container from which a key is computed: the types of an overload are moved from the end of its container to its name. */
export function keyPath({ name, container }: Named): Named {
  const mark = container === null ? -1 : overloadMark(container);
  if (container === null || mark === -1) return { name, container };
  return { name: `${name}${container.slice(mark + 1)}`, container: mark === 0 ? null : container.slice(0, mark - 1) };
}

/** Where the last part of a container begins, if that is the mark of an overload; otherwise -1. */
function overloadMark(container: string): number {
  if (!container.endsWith(')')) return -1;
  const at = container.lastIndexOf('~(');
  return at === 0 || (at > 0 && container[at - 1] === '.') ? at : -1;
}

/** The `container` of an overload with these parameter types: `Outer.~(String,int)`. */
export function overloadContainer(container: string | null, types: string): string {
  return duplicateContainer(container, `(${types})`);
}

/** What stands in place of the types of a setter that is declared beside its getter: `Box.size(set)` beside `Box.size`. */
export const setterMark = 'set';

/** The qualified name, or the id, of the setter that is declared beside a getter. @param getter the getter's */
export function setterName(getter: string): string {
  return `${getter}(${setterMark})`;
}

/** Whether a qualified name or an id is that of a setter that is declared beside its getter. */
export function isSetter(qualified: string): boolean {
  return qualified.endsWith(`(${setterMark})`);
}

/** The name of an overload without its types: `Outer.name` of `Outer.name(String)`. Other qualified names stay as they are. */
export function withoutOverload(qualified: string): string {
  return qualified.endsWith(')') && !qualified.endsWith('operator()')
    ? qualified.replace(/\([^()]*\)$/, '')
    : qualified;
}

/** The `container` of definitions that several functions in one container declare under one name: `outer.~mark`, at the top of a file `~mark`. */
export function duplicateContainer(container: string | null, mark: string): string {
  return container === null ? `~${mark}` : `${container}.~${mark}`;
}

/** A container as it is in the source, without the marks of `duplicateContainer` and the types of overloads. */
export function withoutDuplicateMarks(container: string | null): string | null {
  if (container === null || !/[~)]/.test(container)) return container;
  // A destructor or finalizer is named after its class.
  const parts = container.split('.').map((part) => (part.startsWith('~') ? part : withoutOverload(part)));
  const plain = parts.filter((part, at) => !part.startsWith('~') || (at > 0 && part === `~${parts[at - 1]}`));
  return plain.length === 0 ? null : plain.join('.');
}

/** `qualifiedName` as it is in the source. */
export function sourceName({ name, container }: Named): string {
  return qualifiedName({ name, container: withoutDuplicateMarks(container) });
}

/** The container in a qualified name; null where it has none. */
export function containerOf({ name, qualified }: { name: string; qualified: string }): string | null {
  const end = qualified.endsWith(name) ? qualified : withoutOverload(qualified);
  return end.slice(0, -name.length - 1) || null;
}

/**
 * A number for a qualified name within its file, unaffected by changes in the rest of the file: 48 bits of two FNV-1a hashes
 * (http://www.isthe.com/chongo/tech/comp/fnv). Two names of one file share a number in one of 10^8 files of a thousand names.
 */
export function symbolKey(qualified: string): number {
  return pathKey(pathHash(qualified, noPath));
}

/** `symbolKey` of the qualified names of definitions, without building those strings. Neighbours mostly share a `container`. */
export function symbolKeys(definitions: readonly { container: string | null; name: string }[]): number[] {
  let container: string | null = null;
  let containerHash = noPath;
  return definitions.map((definition) => {
    const path = keyPath(definition);
    if (path.container !== container) {
      container = path.container;
      containerHash = container === null ? noPath : pathHash('.', pathHash(container, noPath));
    }
    return pathKey(pathHash(path.name, containerHash));
  });
}

/** The two hashes from which `symbolKey` is made, over the beginning of a qualified name. */
export interface PathHash {
  low: number;
  high: number;
}

/** The hash of the empty text. */
export const noPath: PathHash = { low: 0x811c9dc5 | 0, high: 0x9747b28c | 0 };

/** The hash of a beginning, whose hash is `before`, followed by `text`. */
export function pathHash(text: string, before: PathHash): PathHash {
  let { low, high } = before;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x01000193);
  }
  return { low, high };
}

export function pathKey({ low, high }: PathHash): number {
  return ((high >>> 8) & 0xffff) * 0x1_0000_0000 + (low >>> 0);
}
