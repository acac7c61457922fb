/** The OpenAPI document of the JSON API, generated from the schemas of the tools. Invariant: arguments and answers of a tool are described only in these schemas. */
import { productVersion } from '../config/product.ts';
import { keptDays } from '../model/usage.ts';
import { schemasOf } from '../tools/json-schema.ts';
import type { Tool } from '../tools/tool.ts';

type Json = Readonly<Record<string, unknown>>;

const failureSchema: Json = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        type: { type: 'string' },
        message: { type: 'string' },
        next: { type: 'string', description: 'What to do next' },
        details: {
          type: 'object',
          properties: { field: { type: 'string' }, expected: { type: 'string' }, received: {} },
          required: ['field', 'expected'],
        },
        timestamp: { type: 'integer', description: 'Milliseconds since 1970' },
      },
      required: ['type', 'message', 'timestamp'],
    },
  },
  required: ['error'],
};

const failures: readonly (readonly [string, string])[] = [
  ['400', 'An argument is wrong; details name it'],
  ['401', 'The token is missing or wrong'],
  ['403', 'The Host or the Origin is not allowed'],
  ['404', 'There is no such tool, symbol, file or chunk'],
  ['413', 'The body is too large'],
  ['415', 'The body is not declared as JSON'],
  ['422', 'A file or a pattern cannot be read'],
  ['429', 'Too many requests of one client or sender; Retry-After says when to ask again'],
  ['500', 'The server failed'],
  ['503', 'The server is busy or shutting down'],
];

function content(schema: Json): Json {
  return { 'application/json': { schema } };
}

function answerSchema(tool: Tool): Json {
  const { output } = schemasOf(tool);
  return {
    type: 'object',
    properties: {
      tool: { const: tool.name },
      texts: { type: 'array', items: { type: 'string' }, description: 'The text parts of the answer, in order' },
      ...(output === null ? {} : { data: output }),
    },
    required: ['tool', 'texts', ...(output === null ? [] : ['data'])],
  };
}

function toolPath(tool: Tool): Json {
  const { input } = schemasOf(tool);
  const needsBody = Array.isArray(input['required']) && input['required'].length > 0;
  return {
    post: {
      operationId: tool.name,
      summary: tool.title,
      description: tool.description,
      tags: [tool.toolset],
      requestBody: { required: needsBody, content: content(input) },
      responses: {
        '200': { description: 'The answer', content: content(answerSchema(tool)) },
        ...Object.fromEntries(failures.map(([status]) => [status, { $ref: `#/components/responses/${status}` }])),
      },
    },
  };
}

function plainGet(operationId: string, summary: string, answer: Json): Json {
  return { get: { operationId, summary, responses: { '200': { description: summary, content: answer } } } };
}

const healthSchema: Json = {
  type: 'object',
  properties: {
    status: { const: 'ok' },
    service: { type: 'string' },
    version: { type: 'string' },
    mode: { const: 'http' },
  },
  required: ['status', 'service', 'version', 'mode'],
};

const projectsSchema: Json = {
  type: 'object',
  properties: {
    projects: {
      type: 'array',
      description: 'A call that names no project is about the first one',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, root: { type: 'string' } },
        required: ['name', 'root'],
      },
    },
  },
  required: ['projects'],
};

const sizeSchema: Json = { type: ['integer', 'null'] };

function numberFields(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { type: 'number' }]));
}

function listOf(properties: Json, description?: string): Json {
  const items = { type: 'object', properties };
  return { type: 'array', ...(description === undefined ? {} : { description }), items };
}

function queryList(description: string): Json {
  const words = { tool: { type: 'string' }, query: { type: 'string' } };
  return listOf({ ...words, ...numberFields(['calls', 'found', 'lastMs']) }, description);
}

const usageSchema: Json = {
  type: 'object',
  properties: {
    days: { type: 'integer' },
    counting: { type: 'boolean' },
    keepingQueries: { type: 'boolean' },
    path: { type: ['string', 'null'], description: 'The file with the counts; null if they are only in memory' },
    problem: { type: ['string', 'null'], description: 'Why counts could not be read or written' },
    calls: { type: 'integer' },
    failed: { type: 'integer' },
    tools: listOf(
      {
        tool: { type: 'string' },
        ...numberFields(['calls', 'failed', 'cacheHits', 'cacheMisses', 'p50Ms', 'p95Ms', 'p99Ms']),
        errors: { type: 'object', description: 'Failed calls by type', additionalProperties: { type: 'integer' } },
      },
      'Most calls first',
    ),
    byDay: listOf({
      day: { type: 'string', format: 'date' },
      ...numberFields(['calls', 'failed']),
      peakMemoryBytes: sizeSchema,
    }),
    popular: queryList('Most calls first'),
    foundNothing: queryList('Queries that never found anything'),
    growth: listOf(numberFields(['atMs', 'files', 'definitions', 'bytes'])),
    peakMemoryBytes: sizeSchema,
  },
  required: ['days', 'calls', 'failed', 'tools', 'byDay', 'popular', 'foundNothing', 'growth'],
};

const usagePath: Json = {
  get: {
    ...(plainGet('usage', 'Usage of the servers of a project', content(usageSchema))['get'] as Json),
    parameters: [
      {
        name: 'days',
        in: 'query',
        description: 'Today and the days before it, in UTC',
        schema: { type: 'integer', minimum: 1, maximum: keptDays, default: 7 },
      },
      {
        name: 'project',
        in: 'query',
        description: 'Name of the project; default: the first',
        schema: { type: 'string' },
      },
    ],
  },
};

export function openApiDocument(tools: readonly Tool[]): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Code Scout',
      version: productVersion(),
      description: 'Questions about code: the tools of the MCP server, each as one POST with its arguments as JSON.',
    },
    paths: {
      '/health': {
        get: {
          ...(plainGet('health', 'Whether the server is up', content(healthSchema))['get'] as Json),
          security: [],
        },
      },
      '/metrics': plainGet('metrics', 'Measurements in the text format of Prometheus', {
        'text/plain': { schema: { type: 'string' } },
      }),
      '/api/projects': plainGet('listProjects', 'The projects of this server, by name', content(projectsSchema)),
      '/api/usage': usagePath,
      '/api/tools': plainGet('listTools', 'The tools with their schemas', content({ type: 'object' })),
      ...Object.fromEntries(tools.map((tool) => [`/api/tools/${tool.name}`, toolPath(tool)])),
    },
    components: {
      responses: Object.fromEntries(
        failures.map(([status, description]) => [status, { description, content: content(failureSchema) }]),
      ),
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'If the server requires one' } },
    },
    security: [{ token: [] }, {}],
  };
}
