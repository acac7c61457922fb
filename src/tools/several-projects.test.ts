import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine/types.ts';
import { AppError } from '../model/error.ts';
import { callTool, type ProjectPlace } from './call-tool.ts';
import { findTool } from './find-tool.ts';
import { schemasOf } from './json-schema.ts';
import { tools } from './registry.ts';
import { toolsFor } from './several-projects.ts';
import { fixedEngine } from './testing/fixed-engine.ts';
import type { Tool } from './tool.ts';

const names = ['api', 'web', 'docs'];

function tool(name: string, among = toolsFor(names)): Tool {
  const found = findTool(name, among);
  if ('problem' in found) throw new Error(found.problem);
  return found.tool;
}

async function call(name: string, args: unknown, engine: Engine = fixedEngine()) {
  const places: ProjectPlace[] = [];
  const context = { signal: new AbortController().signal, progress: null };
  const opened = async (place: ProjectPlace) => {
    places.push(place);
    return engine;
  };
  return { ...(await callTool(tool(name), args, opened, context)), places };
}

describe('tools of a server with several projects', () => {
  it('are unchanged without names, and created once', () => {
    expect(toolsFor([])).toBe(tools);
    expect(toolsFor(names)).toBe(toolsFor([...names]));
    expect(toolsFor(names)).not.toBe(toolsFor(['api', 'web']));
  });

  it('use the named project, and say so', async () => {
    const { texts, structured, places } = await call('list_indexed_files', { project: 'web' });
    expect(places).toEqual([{ project: 'web', path: null }]);
    expect(texts.at(-1)).toBe('Project: web');
    expect(structured).toMatchObject({ project: 'web' });
    expect(structured).not.toHaveProperty('not_asked');
    expect(tool('list_indexed_files').output?.safeParse(structured).success).toBe(true);
  });

  it('use the first project if none is named, and name the others', async () => {
    const { texts, structured, places } = await call('list_indexed_files', {});
    expect(places).toEqual([{ project: null, path: null }]);
    expect(texts.at(-1)).toBe('Project: api (not asked: web, docs)');
    expect(structured).toMatchObject({ project: 'api', not_asked: ['web', 'docs'] });
  });

  it('let a path determine the project', async () => {
    const { texts, places } = await call('code-scout_status', { path: '/srv/web' });
    expect(places).toEqual([{ project: null, path: '/srv/web' }]);
    expect(texts.join('\n')).not.toContain('Project: ');
  });

  it('refuse an unknown project by its name', async () => {
    const { structured, places } = await call('search', { pattern: '*', project: 'wbe' });
    // Nothing is asked; the call is counted for the first.
    expect(places).toEqual([{ project: null, path: null }]);
    expect(structured).toMatchObject({
      error: {
        type: 'ValidationError',
        message: 'project must be one of api, web, docs, *',
        details: { field: 'project' },
      },
    });
  });

  it('ask all together with *, and name those that were asked and those that could not be', async () => {
    const asked = {
      asked: [
        { project: 'api', root: '/srv/api' },
        { project: 'web', root: '/srv/web' },
      ],
      notAsked: [{ project: 'docs', reason: 'no index yet' }],
    };
    const { texts, structured, places } = await call(
      'list_indexed_files',
      { project: '*' },
      {
        ...fixedEngine(),
        projects: async () => asked,
      },
    );
    expect(places).toEqual([{ project: '*', path: null }]);
    expect(texts.at(-1)).toBe('Projects asked: api, web\nProjects not asked: docs (no index yet)');
    expect(structured).toMatchObject({
      project: '*',
      projects_asked: ['api', 'web'],
      projects_not_asked: [{ project: 'docs', reason: 'no index yet' }],
    });
    expect(structured).not.toHaveProperty('not_asked');
    expect(tool('list_indexed_files').output?.safeParse(structured).success).toBe(true);
  });

  it.each([
    ['changes', 'changes is about one project: it compares two states of one repository. Name one of api, web, docs'],
    [
      'code-scout_index',
      'code-scout_index is about one project: it brings the index of one up to date. Name one of api, web, docs',
    ],
  ])('%s cannot ask all, and says which to name', async (name, message) => {
    const { structured, places } = await call(name, { project: '*' });
    expect(places).toEqual([{ project: null, path: null }]);
    expect(structured).toMatchObject({
      error: { type: 'ValidationError', message, details: { field: 'project', expected: 'one of api, web, docs' } },
    });
  });

  it('list * as a value of project only where all can be asked', () => {
    const values = (name: string): unknown =>
      (schemasOf(tool(name)).input['properties'] as Record<string, Record<string, unknown>>)['project'];
    expect(values('search_repo')).toEqual({
      type: 'string',
      enum: ['api', 'web', 'docs', '*'],
      default: 'api',
      description: 'The project to ask; * for all together (default: api)',
    });
    expect(values('changes')).toMatchObject({ enum: ['api', 'web', 'docs'] });
  });

  it('name the other projects if nothing is found', async () => {
    const missing = async (): Promise<never> => {
      throw new AppError('NotFoundError', 'not here');
    };
    const engine = fixedEngine();
    const run = async (args: unknown) =>
      callTool(
        { ...tool('get_callers') },
        args,
        async () => ({ ...engine, graph: { ...engine.graph, resolve: missing } }),
        { signal: new AbortController().signal, progress: null },
      );
    const asked = 'This is about api; for another project give project: web, docs; for all, project: *.';
    expect((await run({ symbol: 'x' })).texts[0]).toContain(asked);
    expect((await run({ symbol: 'x', project: 'web' })).texts[0]).not.toContain('This was asked of');
  });
});

describe('project with one project', () => {
  it('is an argument that nobody knows', async () => {
    const context = { signal: new AbortController().signal, progress: null };
    const answer = await callTool(
      tool('search', tools),
      { pattern: '*', project: 'api' },
      async () => fixedEngine(),
      context,
    );
    expect(answer.structured).toMatchObject({ error: { message: 'Unknown argument: project' } });
  });
});
