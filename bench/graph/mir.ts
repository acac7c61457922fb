/**
 * rustc's intermediate representation (MIR) as text: the calls in it, and the lines that a build compiled. rustc writes it with
 * `-Zmir-opt-level=0 -Zmir-include-spans --emit=mir`.
 */

/** A call: the name of the callee, of its type and of the trait (empty for none), and the lines of the whole expression. */
export interface Call {
  /** The whole callee, as rustc prints it. */
  callee: string;
  name: string;
  type: string;
  trait: string;
  path: string;
  from: number;
  to: number;
}

export interface Mir {
  calls: Call[];
  /** Calls that the library makes for the code at a place: the conversion of `?` and `into`, `fmt` for a placeholder. */
  indirect: Call[];
  /** By path: the lines at which compiled code begins or ends. */
  lines: Map<string, Set<number>>;
  /** Whether all of its code is outside of the folder that rustc ran in. A crate without code is not. */
  isOutside: boolean;
}

/** A type or path without generic arguments, references and modules. */
function lastName(path: string): string {
  let text = path;
  for (let shorter = ''; shorter !== text;) {
    shorter = text;
    text = text.replace(/(?:::)?<[^<>]*>/g, '');
  }
  return /(\w+)[^\w]*$/.exec(text)?.[1] ?? '';
}

type Callee = Pick<Call, 'callee' | 'name' | 'type' | 'trait'>;

/** The callee of a path as rustc prints it: `<T as a::Trait>::f`, `a::<impl T>::f`, `a::T::<X>::f`, `a::f`. */
function calleeOf(path: string): Callee | null {
  const own = withoutTail(path);
  const name = /(\w+)(?:::<.*>)?$/.exec(own)?.[1];
  if (name === undefined || /^(?:core|std|alloc)::/.test(own)) return null;
  const before = own.slice(0, -name.length).replace(/::$/, '');
  const qualified = /^<(.*) as (.*)>$/.exec(before);
  if (qualified !== null) return { callee: own, name, type: lastName(qualified[1]!), trait: lastName(qualified[2]!) };
  const inherent = /<impl (.*)>$/.exec(before)?.[1];
  // Methods of `str` and of slices are the library's.
  const isOfLibrary = inherent !== undefined && (inherent.startsWith('[') || !/^[A-Z]/.test(lastName(inherent)));
  return isOfLibrary ? null : { callee: own, name, type: lastName(inherent ?? before), trait: '' };
}

/** A path without the type arguments at its end. */
function withoutTail(path: string): string {
  if (!path.endsWith('>')) return path;
  let depth = 0;
  for (let at = path.length - 1; at >= 0; at--) {
    if (path[at] === '>' && path[at - 1] !== '-') depth++;
    if (path[at] === '<' && --depth === 0) return path.slice(0, at).replace(/::$/, '');
  }
  return path;
}

/** The path before the arguments: parentheses in type arguments are skipped. */
function calledPath(line: string): string | null {
  const start = line.includes(' = ') ? line.indexOf(' = ') + 3 : line.search(/\S/);
  let depth = 0;
  for (let at = start; at < line.length; at++) {
    const char = line[at]!;
    if (char === '<') depth++;
    else if (char === '>' && line[at - 1] !== '-') depth--;
    else if (char === '(' && depth === 0) return line.slice(start, at);
  }
  return null;
}

/** The arguments of the last type in a text: `A` and `B` of `x::Result<A, B>`. */
function argumentsOf(type: string): string[] {
  const args: string[] = [];
  let [depth, from] = [0, type.indexOf('<') + 1];
  if (from === 0) return args;
  for (let at = from; at < type.length; at++) {
    const char = type[at]!;
    if ((char === '>' && type[at - 1] !== '-' && depth === 0) || (char === ',' && depth === 0)) {
      args.push(type.slice(from, at).trim());
      if (char === '>') break;
      from = at + 1;
    } else if ('<([{'.includes(char)) depth++;
    else if (')]}'.includes(char) || (char === '>' && type[at - 1] !== '-')) depth--;
  }
  return args;
}

/** What a function of the library calls for the code that calls it; null for nothing that is of interest. */
function calledThrough(path: string): Callee | null {
  const made = (name: string, type: string, trait: string): Callee => ({
    ...{ callee: `<${type} as ${trait}>::${name}`, name },
    ...{ type: lastName(type), trait },
  });
  const residual = /^<(.*Result<.*) as (?:[\w:]+::)?FromResidual<(.*)>>::from_residual$/.exec(path);
  if (residual !== null) {
    const [into, from] = residual.slice(1).map((type) => argumentsOf(type)[1]);
    return into === undefined || from === undefined || into === from ? null : made('from', into, 'From');
  }
  const into = /^<(.*) as (?:[\w:]+::)?Into<(.*)>>::into$/.exec(path);
  if (into !== null) return into[1] === into[2] ? null : made('from', into[2]!, 'From');
  const shown = /\bArgument::(?:<[^<>]*>::)?new_display::<(.*)>$/.exec(path);
  if (shown !== null) return made('fmt', shown[1]!, 'Display');
  const parsed = /<impl str>::parse::<(.*)>$/.exec(path);
  return parsed === null ? null : made('from_str', parsed[1]!, 'FromStr');
}

const place = /\/\/ scope \d+ at ([^:]+\.rs):(\d+):\d+: (\d+):\d+/;
const noCall = /^(?:move|copy|drop|assert|switchInt|const)\b/;

/** Places outside of the folder that rustc ran in are left out. */
export function readMir(text: string): Mir {
  const [calls, indirect]: [Call[], Call[]] = [[], []];
  const lines = new Map<string, Set<number>>();
  const seen = new Set<string>();
  let hasOthers = false;
  for (const line of text.split('\n')) {
    const at = line.lastIndexOf('// scope ');
    const [whole, path, from, to] = at === -1 ? [] : (place.exec(line.slice(at)) ?? []);
    if (path === undefined) continue;
    if (path.startsWith('/') || path.startsWith('..')) {
      hasOthers = true;
      continue;
    }
    let ofPath = lines.get(path);
    if (ofPath === undefined) lines.set(path, (ofPath = new Set()));
    ofPath.add(Number(from)).add(Number(to));
    const code = line.slice(0, at);
    if (!/\) -> (?:\[|unwind)/.test(code)) continue;
    const called = calledPath(code);
    if (called === null || noCall.test(called)) continue;
    // Code that may run while compiling is written twice.
    if (seen.has(`${whole} ${called}`)) continue;
    seen.add(`${whole} ${called}`);
    const span = { path, from: Number(from), to: Number(to) };
    const callee = calleeOf(called);
    if (callee !== null) calls.push({ ...callee, ...span });
    const through = calledThrough(called);
    if (through !== null) indirect.push({ ...through, ...span });
  }
  return { calls, indirect, lines, isOutside: hasOthers && lines.size === 0 };
}
