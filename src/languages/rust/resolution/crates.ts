/** The crates of Cargo that a project declares and needs: its Cargo.toml files, those of workspaces included. */
import {
  factsOf,
  inFolder,
  manifestsOf,
  type Ecosystem,
  type ProvidedPackage,
  type ReadManifest,
  type RequiredPackage,
} from '../../ecosystem.ts';
import { tomlField, tomlSections, type TomlSections } from '../../toml-sections.ts';

const moduleOf = (name: string): string => name.replaceAll('-', '_');

/** Versions that a workspace gives its members, by dependency. */
type Workspace = ReadonlyMap<string, string>;

export const cargo: Ecosystem = {
  id: 'cargo',
  separator: '::',
  isSeenWithoutImport: false,
  unitsAreFolders: true,
  comparedName: moduleOf,
  read(project) {
    const manifests = manifestsOf(project, (name) => name === 'Cargo.toml');
    const paths = new Set(project.paths);
    const workspace = new Map(
      manifests.flatMap(({ text }) =>
        text.includes('workspace') ? [...(tomlSections(text).get('workspace.dependencies') ?? [])] : [],
      ),
    );
    return factsOf(manifests, (manifest) => {
      const sections = tomlSections(manifest.text);
      return { provides: crateOf(sections, manifest, paths), requires: requiredBy(sections, manifest, workspace) };
    });
  },
};

/** The crate of a package. One without a library cannot be imported. */
function crateOf(
  sections: TomlSections,
  { path: manifest, folder: root }: ReadManifest,
  paths: ReadonlySet<string>,
): ProvidedPackage[] {
  const name = sections.get('package')?.get('name');
  if (name === undefined) return [];
  const lib = sections.get('lib');
  const isLibrary = paths.has(inFolder(root, (lib?.get('path') ?? 'src/lib.rs').replace(/^\.\//, '')));
  return [{ name, root, manifest, modules: isLibrary ? [moduleOf(lib?.get('name') ?? name)] : [] }];
}

function requiredBy(
  sections: TomlSections,
  { path: manifest, folder: root }: ReadManifest,
  workspace: Workspace,
): RequiredPackage[] {
  const found: RequiredPackage[] = [];
  const add = (key: string, value: string): void => {
    const inWorkspace = /\bworkspace\s*=\s*true/.test(value) ? (workspace.get(key) ?? '') : '';
    const name = packageField(value) ?? packageField(inWorkspace) ?? key;
    const range = versionOf(value) ?? versionOf(inWorkspace);
    found.push({ name, range, root, manifest, ...(name === key ? {} : { renamed: moduleOf(key) }) });
  };
  for (const [header, keys] of sections) {
    const table = /^(?:target\..+\.)?(?:dev-|build-)?dependencies(?:\.(.+))?$/s.exec(header);
    if (table === null) continue;
    // `[dependencies.NAME]` describes one dependency, `[dependencies]` has a line for each.
    const single = table[1];
    if (single === undefined) {
      for (const [key, value] of keys) {
        const [name = key, field] = key.split('.');
        add(name, field === undefined ? value : `{ ${field} = ${value === 'true' ? value : JSON.stringify(value)} }`);
      }
    } else add(single, `{ ${[...keys].map(([key, value]) => `${key} = ${value === 'true' ? value : JSON.stringify(value)}`).join(', ')} }`); // prettier-ignore
  }
  return found;
}

const packageField = (value: string): string | null => (value.startsWith('{') ? tomlField(value, 'package') : null);

/** `"1"` (here without its quotes) or `{ version = "1" }`. */
function versionOf(value: string): string | null {
  if (value.startsWith('{')) return tomlField(value, 'version');
  return value === '' ? null : value;
}
