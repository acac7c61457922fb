/** The artifacts of Maven that a project declares and needs: pom.xml, and what is simple of Gradle's build files. */
import {
  factsOf,
  isInFolder,
  manifestsOf,
  type Ecosystem,
  unitsByFolder,
  type ReadManifest,
  type RequiredPackage,
} from '../../ecosystem.ts';
import { tomlField, tomlSections } from '../../toml-sections.ts';
import { xmlElements } from '../../xml-elements.ts';

const gradle = /^build\.gradle(?:\.kts)?$/;
const catalogue = /\.versions\.toml$/;

export const maven: Ecosystem = {
  id: 'maven',
  separator: '.',
  isSeenWithoutImport: false,
  modulesAreUnits: true,
  read(project) {
    const manifests = manifestsOf(project, (name) => name === 'pom.xml' || gradle.test(name) || catalogue.test(name));
    const ofPackages = manifests.filter(({ path }) => !catalogue.test(path));
    const modules = unitsByFolder(project, new Set(ofPackages.map(({ folder }) => folder)));
    const groups = new Map<string, string>();
    return factsOf(manifests, (manifest) => {
      const { path, folder: root, text } = manifest;
      const read = catalogue.test(path)
        ? ofCatalogue(text)
        : path.endsWith('pom.xml')
          ? ofPom(text)
          : ofGradle(manifest, groups);
      const provided = modules.get(root) ?? [];
      return {
        provides: read.name === null ? [] : [{ name: read.name, root, manifest: path, modules: provided }],
        requires: read.requires.map((one) => ({ ...one, root, manifest: path })),
      };
    });
  },
};

interface Build {
  /** `group:artifact`; null for none. */
  name: string | null;
  requires: readonly Pick<RequiredPackage, 'name' | 'range'>[];
}

function ofPom(text: string): Build {
  const properties = new Map<string, string>();
  const own = new Map<string, string>();
  const dependencies: Map<string, string>[] = [];
  for (const { name, text: value, ancestors } of xmlElements(text)) {
    const path = ancestors.map((one) => one.name).join('/');
    if (path === 'project/properties') properties.set(name, value);
    else if (path === 'project') own.set(name, value);
    else if (path === 'project/parent') own.set(`parent.${name}`, value);
    else if (/(?:^|\/)dependencies$/.test(path) && name === 'dependency') dependencies.push(new Map());
    else if (path.endsWith('/dependencies/dependency')) dependencies.at(-1)?.set(name, value);
  }
  const group = own.get('groupId') ?? own.get('parent.groupId') ?? '';
  const version = own.get('version') ?? own.get('parent.version') ?? '';
  const known = new Map([
    ...properties,
    ['project.groupId', group],
    ['project.version', version],
    ['pom.version', version],
  ]);
  const filled = (value: string): string =>
    value.replaceAll(/\$\{([\w.-]+)\}/g, (all, name: string) => known.get(name) ?? all);
  const artifact = own.get('artifactId') ?? '';
  return {
    name: artifact === '' ? null : `${filled(group)}:${filled(artifact)}`,
    requires: dependencies.flatMap((one) => {
      const [groupId, artifactId] = [one.get('groupId'), one.get('artifactId')];
      if (groupId === undefined || artifactId === undefined) return [];
      const range = one.get('version');
      return [{ name: `${filled(groupId)}:${filled(artifactId)}`, range: range === undefined ? null : filled(range) }];
    }),
  };
}

/** @param groups the groups of the build files read so far, by folder: builds inside of one have its group */
function ofGradle({ folder, text }: ReadManifest, groups: Map<string, string>): Build {
  const written = /^[ \t]*group[ \t]*(?:=[ \t]*)?["']([\w.-]{1,200})["']/m.exec(text)?.[1];
  const around = [...groups].filter(([other]) => isInFolder(folder, other)).sort((a, b) => b[0].length - a[0].length);
  const group = written ?? around[0]?.[1] ?? '';
  groups.set(folder, group);
  const artifact =
    /\bartifactId\s*=\s*["']([\w.-]{1,200})["']/.exec(text)?.[1] ?? folder.slice(folder.lastIndexOf('/') + 1);
  const coordinates = /["']([\w.-]{1,200}):([\w.-]{1,200})(?::([^"'\s:@]{1,100}))?(?:[:@][^"'\s]{0,100})?["']/g;
  return {
    name: group === '' && artifact === '' ? null : `${group}:${artifact}`,
    requires: [...text.matchAll(coordinates)].map(([, g, a, range = null]) => ({ name: `${g}:${a}`, range })),
  };
}

/** A catalogue of versions: `gson = { module = "com.google.code.gson:gson", version.ref = "gson" }`. */
function ofCatalogue(text: string): Build {
  const sections = tomlSections(text);
  const versions = sections.get('versions');
  return {
    name: null,
    requires: [...(sections.get('libraries')?.values() ?? [])].flatMap((value) => {
      if (!value.startsWith('{')) {
        const [group, artifact, range = null] = value.split(':');
        return artifact === undefined ? [] : [{ name: `${group}:${artifact}`, range }];
      }
      const name = tomlField(value, 'module') ?? `${tomlField(value, 'group')}:${tomlField(value, 'name')}`;
      const reference = tomlField(value, 'version\\.ref');
      const range = tomlField(value, 'version') ?? (reference === null ? null : (versions?.get(reference) ?? null));
      return [{ name, range }];
    }),
  };
}
