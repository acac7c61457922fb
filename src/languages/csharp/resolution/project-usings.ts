/**
 * Reads what C# projects import for all of their files: `<Using Include="A.B" />` in the project file, in the files that it
 * imports, and in `Directory.Build.props` and `Directory.Build.targets` of parent folders.
 * Invariants: results depend only on the paths and on the content of `configPaths`; a condition that cannot be evaluated counts
 * as true.
 */
import type { ModuleProject, OpenedModule } from '../../language.ts';
import { unitPath } from '../../../model/file-summary.ts';
import { xmlElements, type XmlElement } from '../../xml-elements.ts';

export interface ProjectUsings {
  /** The imports for a file. */
  of(path: string): readonly OpenedModule[];
  configPaths: readonly string[];
}

const settingsFile = /(?:^|\/)[^/]+\.(?:csproj|props|targets)$/i;
const projectFile = /\.csproj$/i;
/** Longer settings files are ignored (UTF-16 units). */
const maxLength = 1_000_000;
/** How many files are read for one settings file, with the files that it imports. */
const maxFiles = 100;
const none: readonly OpenedModule[] = [];

/** A namespace or a type in it, as written. */
interface Using {
  written: string;
  isStatic: boolean;
}

/** An XML element of a settings file. */
interface Element extends XmlElement {
  /** Conditions of the element and of the elements that contain it. */
  conditions: readonly string[];
}

export function readProjectUsings(project: ModuleProject): ProjectUsings {
  const settings = new Set(project.paths.filter((path) => settingsFile.test(path)));
  const byFolder = new Map<string, string[]>();
  for (const path of settings) {
    if (!projectFile.test(path)) continue;
    const folder = folderOf(path);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
  }
  const opened = new Map<string, readonly OpenedModule[]>();
  const usingsIn = (folder: string): readonly OpenedModule[] => {
    let usings = opened.get(folder);
    if (usings === undefined) {
      const projectFiles = byFolder.get(folder);
      const isTop = folder === '';
      usings =
        projectFiles?.flatMap((path) => usingsOf(project, settings, path)) ??
        (isTop ? none : usingsIn(parentOf(folder)));
      opened.set(folder, usings);
    }
    return usings;
  };
  return {
    of: (path) => (byFolder.size === 0 ? none : usingsIn(folderOf(path))),
    configPaths: byFolder.size === 0 ? [] : [...settings],
  };
}

/** Ends with a slash; empty for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function parentOf(folder: string): string {
  return folderOf(folder.slice(0, -1));
}

/** The settings files with a name in a folder and in its parents, outermost first. */
function settingsAbove(settings: ReadonlySet<string>, folder: string, name: string): string[] {
  const found: string[] = [];
  for (let at = folder; ; at = parentOf(at)) {
    if (settings.has(at + name)) found.unshift(at + name);
    if (at === '') return found;
  }
}

function usingsOf(project: ModuleProject, settings: ReadonlySet<string>, path: string): OpenedModule[] {
  const folder = folderOf(path);
  // Most projects set this property, because templates do, and most conditions test it.
  const properties = new Map([['ImplicitUsings', 'enable']]);
  const elements = [
    ...settingsAbove(settings, folder, 'Directory.Build.props'),
    path,
    ...settingsAbove(settings, folder, 'Directory.Build.targets'),
  ].flatMap((file) => elementsOf({ project, settings, properties, budget: { files: maxFiles } }, file, []));
  const usings = new Map<string, Using>();
  for (const { name, attributes, conditions } of elements) {
    if (name !== 'Using' || !conditions.every((condition) => isMet(condition, properties))) continue;
    const isStatic = attributes.get('Static')?.toLowerCase() === 'true';
    for (const written of namesIn(attributes.get('Remove'))) usings.delete(written);
    if (!attributes.has('Alias'))
      for (const written of namesIn(attributes.get('Include'))) usings.set(written, { written, isStatic });
  }
  return [...usings.values()].map(openedModule);
}

function namesIn(list: string | undefined): string[] {
  return (list ?? '').split(';').map((name) => name.trim()).filter((name) => /^[\w.]+$/.test(name)); // prettier-ignore
}

function openedModule({ written, isStatic }: Using): OpenedModule {
  const end = isStatic ? Math.max(0, written.lastIndexOf('.')) : written.length;
  const namespace = written.slice(0, end);
  const path = isStatic ? written.slice(end === 0 ? 0 : end + 1) : '*';
  return { module: unitPath(`csharp:${namespace}`), name: namespace, path };
}

interface Reading {
  project: ModuleProject;
  settings: ReadonlySet<string>;
  /** The properties that have been set so far. */
  properties: Map<string, string>;
  /** How many more files may be read. */
  budget: { files: number };
}

/** The elements of a settings file and of the files that it imports, in order. Records the properties that they set. */
function elementsOf(reading: Reading, path: string, conditions: readonly string[]): Element[] {
  const { project, settings, properties, budget } = reading;
  const text = project.read(path);
  if (text === null || text.length > maxLength || budget.files-- <= 0) return [];
  const folder = folderOf(path);
  const found: Element[] = [];
  for (const element of readElements(text, conditions)) {
    found.push(element);
    const { name, attributes, conditions: elementConditions } = element;
    if (name === 'Import') {
      const imported = pathFrom(folder, expand(attributes.get('Project') ?? '', { folder, properties }));
      if (imported !== null && imported !== path && settings.has(imported))
        found.push(...elementsOf(reading, imported, elementConditions));
    } else if (/^\w+$/.test(element.text) && elementConditions.every((condition) => isMet(condition, properties)))
      properties.set(name, element.text);
  }
  return found;
}

function* readElements(text: string, outer: readonly string[]): Generator<Element> {
  for (const element of xmlElements(text)) {
    const around = [...element.ancestors, element].flatMap(({ attributes }) => attributes.get('Condition') ?? []);
    yield { ...element, conditions: [...outer, ...around] };
  }
}

/** Replaces `$(Name)`; an unknown property is empty. */
function expand(
  text: string,
  { folder, properties }: { folder: string; properties: ReadonlyMap<string, string> },
): string {
  return text.replace(/\$\((\w+)\)/g, (_, name: string) =>
    name === 'MSBuildThisFileDirectory' || name === 'MSBuildProjectDirectory'
      ? `/${folder}`
      : (properties.get(name) ?? ''),
  );
}

/** The written path, relative to `folder`, as a path of the project; null outside of it. */
function pathFrom(folder: string, written: string): string | null {
  const plain = written.replaceAll('\\', '/');
  const segments = plain.startsWith('/') ? [] : folder.split('/').filter((name) => name !== '');
  for (const segment of plain.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}

/** Whether a condition holds: `'$(A)' == 'b'`, also with `!=`, also several joined by `And`. Other conditions count as true. */
function isMet(condition: string, properties: ReadonlyMap<string, string>): boolean {
  return condition.split(/\sand\s/i).every((part) => {
    const [, left, operator, right] =
      /^(?:\s*')?([^'=!]*)(?:'\s*)?(==|!=)(?:\s*')?([^'=!]*)(?:'\s*)?$/.exec(part) ?? [];
    if (left === undefined || right === undefined) return true;
    const [a, b] = [left, right].map((side) => expand(side, { folder: '', properties }).trim().toLowerCase());
    return operator === '==' ? a === b : a !== b;
  });
}
