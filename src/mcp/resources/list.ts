/** The resources and templates as clients see them. Invariant: listing them loads nothing, and the list is the same for every connection. */
import { graphView } from '../app-view.ts';
import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server';

/** What the URIs of each kind of resource begin with. */
export const bases = {
  config: 'code-scout://config',
  status: 'code-scout://project',
  search: 'codebase://search',
  files: 'codebase://files',
  symbols: 'codebase://symbols',
} as const;

const json = 'application/json';

/** The resources, each with its fixed URI. */
const fixedResources: readonly Resource[] = [
  {
    uri: bases.config,
    name: 'Code-Scout Configuration',
    title: 'Configuration',
    description: 'Current configuration settings',
    mimeType: json,
  },
  {
    uri: `${bases.status}/status`,
    name: 'Project Index Status',
    title: 'Index status',
    description: 'Current indexing status and statistics',
    mimeType: json,
  },
  {
    uri: bases.files,
    name: 'List Files',
    title: 'Indexed files',
    description:
      'List files in the codebase: 100 a page, by path, with language, lines and bytes; next is the address of the next page',
    mimeType: json,
  },
  {
    uri: bases.search,
    name: 'Code Search',
    title: 'How to search',
    description: 'Search the codebase: which tool answers what, the languages and how many files of each',
    mimeType: json,
  },
];

const templates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${bases.files}/{+path}`,
    name: 'File',
    title: 'A file',
    description:
      'The text of a file of the project, from a path such as src/app.ts. A large file comes in pages: _meta has the address of the next page.',
  },
  {
    uriTemplate: `${bases.symbols}/{+symbol}`,
    name: 'Symbol',
    title: 'A symbol',
    description:
      'The definitions of a name in the code with their code, and the first uses. A name, Class.method, or an id such as src/app.ts#App.run.',
    mimeType: json,
  },
];

/** Whether a resource can be that of all projects together: settings and state are those of one. */
export function isOfAllProjects(uri: string): boolean {
  return [bases.search, bases.files, bases.symbols].some((base) => uri.startsWith(base));
}

/** @param projects names of the projects if there are several; otherwise empty */
function withProjectHint(
  { description, isOfAll }: { description: string | undefined; isOfAll: boolean },
  projects: readonly string[],
): { description?: string } {
  const more =
    projects.length === 0
      ? ''
      : ` Of ${projects[0]}; of another project with ?project=NAME${isOfAll ? ', of all with ?project=*' : ''}.`;
  return description === undefined ? {} : { description: `${description.replace(/([^.])$/, '$1.')}${more}` };
}

export function listedResources(projects: readonly string[]): Resource[] {
  const ofProjects = fixedResources.map((resource) => ({
    ...resource,
    ...(projects.length === 0
      ? {}
      : withProjectHint({ description: resource.description, isOfAll: isOfAllProjects(resource.uri) }, projects)),
  }));
  return [...ofProjects, graphView];
}

export function listedTemplates(projects: readonly string[]): ResourceTemplateType[] {
  if (projects.length === 0) return [...templates];
  return templates.map((template) => ({
    ...template,
    uriTemplate: `${template.uriTemplate}{?project}`,
    ...withProjectHint({ description: template.description, isOfAll: isOfAllProjects(template.uriTemplate) }, projects),
  }));
}
