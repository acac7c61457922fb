/** The packages of NuGet that a project declares and needs: its project files, and versions that are kept in one place. */
import {
  factsOf,
  manifestsOf,
  unitsByFolder,
  type Ecosystem,
  type ReadManifest,
  type RequiredPackage,
} from '../../ecosystem.ts';
import { xmlElements } from '../../xml-elements.ts';

const projectFile = /\.csproj$/i;
const centralFile = 'Directory.Packages.props';

export const nuget: Ecosystem = {
  id: 'nuget',
  separator: '.',
  isSeenWithoutImport: false,
  modulesAreUnits: true,
  comparedName: (name) => name.toLowerCase(),
  read(project) {
    const manifests = manifestsOf(project, (name) => projectFile.test(name) || name === centralFile);
    const projects = manifests.filter(({ path }) => projectFile.test(path));
    const modules = unitsByFolder(project, new Set(projects.map(({ folder }) => folder)));
    const central = new Map(
      manifests
        .filter(({ path }) => !projectFile.test(path))
        .flatMap(({ text }) => versionsIn(text).map(([name, range]) => [name.toLowerCase(), range] as const)),
    );
    return factsOf(projects, (manifest) => {
      const { path, folder: root, text } = manifest;
      const name = nameOf(manifest);
      return {
        provides: [{ name, root, manifest: path, modules: modules.get(root) ?? [] }],
        requires: versionsIn(text).map(([required, range]): RequiredPackage => ({
          ...{ name: required, range: range ?? central.get(required.toLowerCase()) ?? null },
          ...{ root, manifest: path },
        })),
      };
    });
  },
};

/** The name of a project file's package: as written, else that of its assembly, else that of the file. */
function nameOf({ path, text }: ReadManifest): string {
  const written = new Map<string, string>();
  for (const { name, text: value } of xmlElements(text))
    if (/^[\w.-]{1,200}$/.test(value) && !written.has(name)) written.set(name, value);
  const file = path.slice(path.lastIndexOf('/') + 1).replace(projectFile, '');
  return written.get('PackageId') ?? written.get('AssemblyName') ?? file;
}

function versionsIn(text: string): [name: string, range: string | null][] {
  const found: [name: string, range: string | null][] = [];
  for (const { name, attributes, text: value, ancestors } of xmlElements(text)) {
    if (name === 'PackageReference' || name === 'PackageVersion') {
      const required = attributes.get('Include') ?? attributes.get('Update');
      if (required !== undefined) found.push([required, attributes.get('Version') ?? null]);
    } else if (name === 'Version' && ancestors.at(-1)?.name === 'PackageReference') {
      const last = found.at(-1);
      if (last !== undefined && value !== '') last[1] = value;
    }
  }
  return found;
}
