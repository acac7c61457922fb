/**
 * Reads from package.json where a package's modules are.
 * Invariant: targets are returned as written in package.json; their files may be missing. Their order depends only on the text.
 */
import { joinPath } from './project-tree.ts';
import { fillStar, matchStar, starPatterns } from './star-patterns.ts';
import type { StarPatterns } from './star-patterns.ts';
import { membersOf, parseTolerantJson, stringOf } from '../../tolerant-json.ts';

/** How a module is requested: by `import` (static or dynamic) or by `require`. */
export type ImportForm = 'import' | 'require';

export interface PackageManifest {
  readonly path: string;
  readonly folder: string;
  readonly name: string | null;
  readonly exports: StarPatterns<unknown> | null;
  readonly imports: StarPatterns<unknown> | null;
  /** `source`, `module`, `main`, `types`, `typings` and `browser`, where they are strings. */
  readonly fields: ReadonlyMap<string, string>;
  /** The config that `extends: "name"` means (field `tsconfig`). */
  readonly tsconfig: string | null;
  /** Folders of local dependencies, by the name that the package gives them (`file:../x`, `link:../x`). */
  readonly links: ReadonlyMap<string, string>;
  /** Whether the dependencies declare types of Node's built-in modules. */
  readonly hasNodeTypes: boolean;
}

export interface Targets {
  /** Targets for Node and for the project's own conditions, best first. */
  usual: readonly string[];
  /** Targets for other platforms or for the other form of import (`browser`, `deno`, `require` in an import). */
  other: readonly string[];
}

const FIELDS = ['source', 'module', 'main', 'types', 'typings', 'browser'];
/** Conditions of `exports` for other platforms than Node, and for bundlers. */
const PLATFORMS: ReadonlySet<string> = new Set([
  'browser',
  'bun',
  'deno',
  'edge',
  'edge-light',
  'electron',
  'fastly',
  'netlify',
  'production',
  'react-native',
  'react-server',
  'script',
  'style',
  'sass',
  'wasm',
  'worker',
  'workerd',
  'worklet',
]);
const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
/** Prefixes of a dependency's version that name a local folder. */
const LINK_PROTOCOLS = ['file:', 'link:', 'portal:'];
/** Limits the recursion; real conditions nest less deeply. */
const MAX_DEPTH = 16;
/** Further targets of one key are dropped. */
const MAX_TARGETS = 64;

export function readPackageManifest(path: string, folder: string, text: string): PackageManifest | null {
  const members = membersOf(parseTolerantJson(text));
  if (members === null) return null;
  const fields = new Map<string, string>();
  for (const key of FIELDS) {
    const value = stringOf(members.get(key));
    if (value !== null && value !== '') fields.set(key, value);
  }
  const name = stringOf(members.get('name'));
  const imports = membersOf(members.get('imports'));
  return {
    path,
    folder,
    name: name === '' ? null : name,
    exports: exportsTable(members.get('exports')),
    imports: imports === null ? null : starPatterns([...imports].filter(hasBoundedKey)),
    fields,
    tsconfig: stringOf(members.get('tsconfig')),
    links: linksOf(members, folder),
    hasNodeTypes: DEPENDENCIES.some((key) => {
      const listed = membersOf(members.get(key));
      return listed?.has('@types/node') === true || listed?.has('@types/bun') === true;
    }),
  };
}

function hasBoundedKey([key]: readonly [string, unknown]): boolean {
  return stringOf(key) !== null;
}

function linksOf(members: ReadonlyMap<string, unknown>, folder: string): Map<string, string> {
  const links = new Map<string, string>();
  for (const key of DEPENDENCIES) {
    for (const [name, value] of membersOf(members.get(key)) ?? []) {
      const version = stringOf(value);
      const protocol = LINK_PROTOCOLS.find((prefix) => version?.startsWith(prefix));
      if (version === null || protocol === undefined) continue;
      const target = version.slice(protocol.length);
      const linked = target.startsWith('/') ? null : joinPath(folder, target);
      if (linked !== null && !links.has(name)) links.set(name, linked);
    }
  }
  return links;
}

function exportsTable(value: unknown): StarPatterns<unknown> | null {
  if (value === undefined || value === null || typeof value === 'boolean') return null;
  const members = membersOf(value);
  const hasSubpaths = members !== null && [...members.keys()].some((key) => key.startsWith('.'));
  return hasSubpaths ? starPatterns([...members].filter(hasBoundedKey), true) : starPatterns([['.', value]]);
}

/**
 * The targets of a key of `exports` or `imports`; null where no key matches.
 * Both lists are empty where the key is explicitly closed (`null`).
 */
export function targetsOf(table: StarPatterns<unknown>, key: string, form: ImportForm): Targets | null {
  const match = matchStar(table, key);
  if (match === null) return null;
  const usual: string[] = [];
  const other: string[] = [];
  collect(match.value, { form, usual, other }, false, 0);
  const fill = (target: string): string => fillStar(target, match.star);
  return { usual: usual.map(fill), other: other.map(fill) };
}

/** The targets in the fields of package.json. */
export function fieldTargets(manifest: PackageManifest, form: ImportForm): Targets {
  const order = form === 'import' ? ['source', 'module', 'main'] : ['source', 'main', 'module'];
  const values = (keys: readonly string[]): string[] =>
    keys.map((key) => manifest.fields.get(key)).filter((value) => value !== undefined);
  return { usual: values([...order, 'types', 'typings']), other: values(['browser']) };
}

interface Collection {
  form: ImportForm;
  usual: string[];
  other: string[];
}

function collect(value: unknown, into: Collection, isForeign: boolean, depth: number): void {
  if (depth > MAX_DEPTH || into.usual.length + into.other.length >= MAX_TARGETS) return;
  const target = stringOf(value);
  if (target !== null) {
    (isForeign ? into.other : into.usual).push(target);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, into, isForeign, depth + 1);
  } else {
    const ranked = [...(membersOf(value) ?? [])].map(([key, item]) => ({ rank: rankOf(key, into.form), item }));
    ranked.sort((a, b) => a.rank - b.rank);
    for (const { rank, item } of ranked) collect(item, into, isForeign || rank >= FIRST_FOREIGN_RANK, depth + 1);
  }
}

/** Conditions of this rank and higher are for other platforms or for the other form of import. */
const FIRST_FOREIGN_RANK = 8;

/**
 * The rank of a condition; lower is better. An unlisted condition (rank 4) is taken for one that the project defines to reach its
 * sources.
 */
function rankOf(condition: string, form: ImportForm): number {
  if (condition === form) return 0;
  if (condition === 'types' || condition.startsWith('types@')) return 1;
  if (condition === 'source') return 2;
  if (condition === 'development') return 3;
  if (condition === 'node') return 5;
  if (condition === 'module' || condition === 'module-sync') return 6;
  if (condition === 'default') return 7;
  if (condition === 'import' || condition === 'require') return FIRST_FOREIGN_RANK;
  return PLATFORMS.has(condition) ? FIRST_FOREIGN_RANK + 1 : 4;
}
