/** `GET /api/usage`: usage of a project's servers, as `code-scout stats --json` prints it. */
import { AppError } from '../model/error.ts';
import { keptDays } from '../model/usage.ts';
import { allProjects } from '../tools/tool.ts';
import { errorResult } from '../tools/error-result.ts';
import { jsonReply, type HttpReply, type HttpRequest } from '../util/http-message.ts';
import type { ApiUsage } from './contract.ts';
import type { Route } from './routes.ts';
import { failedReply, type ToolApiOptions } from './tool-api.ts';

const defaultDays = 7;

interface UsageQuery {
  days: number;
  /** The name of the project; null for the first, or the only one. */
  project: string | null;
}

function readQuery({ query = '' }: HttpRequest): UsageQuery {
  const result: UsageQuery = { days: defaultDays, project: null };
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === 'project') result.project = value;
    else if (name === 'days') result.days = readDays(value);
    else {
      throw new AppError('ValidationError', `There is no parameter ${JSON.stringify(name.slice(0, 100))}`, {
        hint: 'The parameters are days and project.',
        details: { field: 'query', expected: 'days, project', received: name.slice(0, 100) },
      });
    }
  }
  return result;
}

function readDays(value: string): number {
  const days = Number(value);
  if (/^\d+$/.test(value) && days >= 1 && days <= keptDays) return days;
  throw new AppError('ValidationError', `days must be a whole number from 1 to ${keptDays}`, {
    hint: `Counts are kept for ${keptDays} days.`,
    details: { field: 'days', expected: `1 to ${keptDays}`, received: value.slice(0, 100) },
  });
}

function ofOneProject(names: readonly string[]): AppError {
  return new AppError('ValidationError', 'Calls are counted for each project', {
    hint: `Name one of ${names.join(', ')}. A call to all is counted for the first that it asked.`,
    details: { field: 'project', expected: `one of ${names.join(', ')}`, received: allProjects },
  });
}

export function usageRoute({ open, projects }: Pick<ToolApiOptions, 'open' | 'projects'>): Route {
  const answer = async (request: HttpRequest): Promise<HttpReply> => {
    try {
      const { days, project } = readQuery(request);
      if (project === allProjects && projects.length > 1) throw ofOneProject(projects.map(({ name }) => name));
      // A server with one project knows no names of projects; null stands for the only one.
      const projectToOpen = projects.length > 1 || projects[0]?.name !== project ? project : null;
      const engine = await open({ project: projectToOpen, path: null }, { writes: false });
      return jsonReply(200, (await engine.usage.report({ days })) satisfies ApiUsage);
    } catch (error) {
      return failedReply(errorResult(error)) ?? jsonReply(500, null);
    }
  };
  return { path: '/api/usage', methods: { GET: answer }, refusals: 'api' };
}
