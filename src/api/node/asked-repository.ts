/** Which repository a request is about, read from the request before it is answered. */
import { allProjects } from '../../tools/tool.ts';
import { headerOf, isJsonType, type HttpRequest } from '../../util/http-message.ts';
import { jsonExcess } from '../../util/json-bounds.ts';

/** A larger body is answered here: it is no question. */
const mostBytes = 256 * 1024;

/**
 * `about`: the name of a repository, or null for the first. `here`: not about one repository, or not readable; whoever has the request answers it.
 */
export type Asked = { about: string | null } | 'here';

export function askedRepository(request: HttpRequest): Asked {
  const { path, query = '' } = request;
  if (path.startsWith('/api/explorer/')) {
    if (path === '/api/explorer/projects') return 'here';
    return named(new URLSearchParams(query).get('project'));
  }
  if (request.method !== 'POST') return 'here';
  const body = bodyOf(request);
  if (body === null) return 'here';
  if (path.startsWith('/api/tools/')) return named(body['project']);
  return path === '/mcp' || path === '/' ? ofMessage(body) : 'here';
}

function named(project: unknown): Asked {
  if (project === undefined || project === null) return { about: null };
  return typeof project === 'string' && project !== allProjects ? { about: project } : 'here';
}

/** The questions of the protocol that are about a repository. */
function ofMessage({ method, params }: Record<string, unknown>): Asked {
  if (!isObject(params)) return 'here';
  switch (method) {
    case 'tools/call':
    case 'prompts/get':
      return named(isObject(params['arguments']) ? params['arguments']['project'] : null);
    case 'resources/read':
      return ofUri(params['uri']);
    case 'completion/complete': {
      const context = params['context'];
      const values = isObject(context) ? context['arguments'] : null;
      return named(isObject(values) ? values['project'] : null);
    }
    default:
      return 'here';
  }
}

function ofUri(uri: unknown): Asked {
  const query = typeof uri === 'string' ? /\?([^#]*)/.exec(uri)?.[1] : undefined;
  return named(new URLSearchParams(query ?? '').get('project'));
}

function bodyOf(request: HttpRequest): Record<string, unknown> | null {
  const { body } = request;
  const isJson = isJsonType(headerOf(request, 'content-type') ?? '');
  if (body.length > mostBytes || body.length === 0 || !isJson || jsonExcess(body) !== null) return null;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
