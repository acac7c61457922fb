/**
 * `dist/sbom.cdx.json`: the software bill of materials of the published package, in the form of CycloneDX 1.6.
 * `npm sbom` cannot make it: it knows nothing of bundled packages, for it they are for development only.
 * Invariant: it names every package that is copied into the package or installed with it, on any platform; it has no
 * date and no random number, so that the same sources give the same file.
 */
import { readFileSync } from 'node:fs';
import { at } from './repository.ts';
import { grammarSources, type GrammarSource } from './grammars.ts';

/** How a package reaches the user: copied into the package's files, or installed beside it. */
type Arrival = 'bundled' | 'grammar' | 'installed';

interface LockedPackage {
  version?: string;
  integrity?: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  hasInstallScript?: boolean;
}

/** The packages of package-lock.json by their folders; the empty name is this package. */
export type Lock = Readonly<Record<string, LockedPackage>>;

interface Component {
  'bom-ref': string;
  type: 'library';
  name: string;
  version?: string;
  scope: 'required' | 'optional';
  purl: string;
  licenses: { expression: string }[];
  hashes?: { alg: 'SHA-512'; content: string }[];
  properties: { name: string; value: string }[];
}

export interface BillOfMaterials {
  bomFormat: 'CycloneDX';
  specVersion: '1.6';
  version: 1;
  metadata: { component: object };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

export function readLock(): Lock {
  return (JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as { packages: Lock }).packages;
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The folder of a dependency of the package in `from`, found as Node finds it. Null where the lock has none. */
function folderOfDependency(lock: Lock, from: string, name: string): string | null {
  for (let base = from; ;) {
    const folder = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (lock[folder] !== undefined) return folder;
    if (base === '') return null;
    const above = base.lastIndexOf('/node_modules/');
    base = above === -1 ? '' : base.slice(0, above);
  }
}

function dependencyFolders(lock: Lock, folder: string): string[] {
  const { dependencies, optionalDependencies } = lock[folder] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return names.flatMap((name) => folderOfDependency(lock, folder, name) ?? []);
}

/** The folders of what npm installs with the package, on all platforms together. */
export function installedFolders(lock: Lock): string[] {
  const found = new Set<string>();
  const visit = (folder: string): void => {
    for (const one of dependencyFolders(lock, folder)) {
      if (found.has(one)) continue;
      found.add(one);
      visit(one);
    }
  };
  visit('');
  return [...found].toSorted();
}

/** The URL of a package of npm's registry, as the standard for package URLs writes it. */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function componentOf(lock: Lock, folder: string, arrivals: readonly Arrival[]): Component {
  const { version = '', integrity, license } = lock[folder] ?? {};
  const name = nameOf(folder);
  if (version === '') throw new Error(`package-lock.json has no ${folder}`);
  const purl = packageUrl(name, version);
  const hash = integrity?.startsWith('sha512-') === true ? Buffer.from(integrity.slice(7), 'base64') : null;
  const isOptional = arrivals.every((one) => one === 'installed') && !(name in (lock['']?.dependencies ?? {}));
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    scope: isOptional ? 'optional' : 'required',
    purl,
    licenses: license === undefined ? [] : [{ expression: license }],
    ...(hash === null ? {} : { hashes: [{ alg: 'SHA-512', content: hash.toString('hex') }] }),
    properties: arrivals.map((value) => ({ name: 'code-scout:arrives', value })),
  };
}

/** A grammar that a package has built from another repository; no version is known of it. */
function componentOfSource({ name, repository, licence }: GrammarSource): Component {
  const purl = `pkg:github/${repository.toLowerCase()}`;
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    scope: 'required',
    purl,
    licenses: [{ expression: licence }],
    properties: [{ name: 'code-scout:arrives', value: 'grammar' }],
  };
}

/**
 * @param bundled folders of packages whose code is in `dist/`, as package-lock.json names them
 * @param grammars the same, of packages from which grammars are copied
 */
export function billOfMaterials(
  lock: Lock,
  { bundled, grammars }: { bundled: readonly string[]; grammars: readonly string[] },
): BillOfMaterials {
  const installed = installedFolders(lock);
  const arrivals = (folder: string): Arrival[] => [
    ...(bundled.includes(folder) ? (['bundled'] as const) : []),
    ...(grammars.includes(folder) ? (['grammar'] as const) : []),
    ...(installed.includes(folder) ? (['installed'] as const) : []),
  ];
  const folders = [...new Set([...bundled, ...grammars, ...installed])].toSorted();
  const components = [
    ...folders.map((folder) => componentOf(lock, folder, arrivals(folder))),
    ...grammarSources.map(componentOfSource),
  ];
  const { name, version, license } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as Record<string, string>;
  const own = packageUrl(name!, version!);
  const refs = new Map(folders.map((folder, index) => [folder, components[index]!['bom-ref']]));
  const below = new Set(installed.flatMap((folder) => dependencyFolders(lock, folder)));
  const direct = [
    ...folders.filter((folder) => bundled.includes(folder) || grammars.includes(folder) || !below.has(folder)),
  ];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        'bom-ref': own,
        type: 'application',
        name,
        version,
        purl: own,
        licenses: [{ expression: license }],
      },
    },
    components,
    dependencies: [
      {
        ref: own,
        dependsOn: [
          ...direct.map((folder) => refs.get(folder)!),
          ...grammarSources.map(componentOfSource).map(({ purl }) => purl),
        ],
      },
      ...installed.map((folder) => ({
        ref: refs.get(folder)!,
        dependsOn: dependencyFolders(lock, folder).map((one) => refs.get(one)!),
      })),
    ],
  };
}
