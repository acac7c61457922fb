import { expect, it } from 'vitest';
import type { HttpRequest } from '../../util/http-message.ts';
import { askedRepository } from './asked-repository.ts';

function post(path: string, body: unknown, type = 'application/json'): HttpRequest {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { method: 'POST', path, headers: { 'content-type': type }, body: bytes, signal: new AbortController().signal };
}
const get = (path: string, query: string): HttpRequest => ({ ...post(path, ''), method: 'GET', query });
const rpc = (method: string, params: unknown): HttpRequest => post('/mcp', { jsonrpc: '2.0', id: 1, method, params });

it.each<[string, HttpRequest, ReturnType<typeof askedRepository>]>([
  ['a tool', post('/api/tools/search', { pattern: 'a', project: 'x/y' }), { about: 'x/y' }],
  ['a tool about the first', post('/api/tools/search', { pattern: 'a' }), { about: null }],
  ['a tool about all', post('/api/tools/search', { project: '*' }), 'here'],
  ['no JSON', post('/api/tools/search', '{"project"'), 'here'],
  ['a form', post('/api/tools/search', { project: 'x' }, 'text/plain'), 'here'],
  ['a list', post('/api/tools/search', [1]), 'here'],
  [
    'what is nested too deeply',
    post('/api/tools/search', `{"project":"x","a":${'['.repeat(500)}${']'.repeat(500)}}`),
    'here',
  ],
  ['a page', get('/api/explorer/symbol', 'project=x%2Fy&id=a'), { about: 'x/y' }],
  ['the list of projects', get('/api/explorer/projects', ''), 'here'],
  ['a call', rpc('tools/call', { name: 'search', arguments: { project: 'x' } }), { about: 'x' }],
  ['a call without arguments', rpc('tools/call', { name: 'search' }), { about: null }],
  ['a prompt', rpc('prompts/get', { name: 'p', arguments: { project: 'x' } }), { about: 'x' }],
  ['a resource', rpc('resources/read', { uri: 'codebase://files/a.ts?project=x%2Fy' }), { about: 'x/y' }],
  ['a completion', rpc('completion/complete', { ref: {}, context: { arguments: { project: 'x' } } }), { about: 'x' }],
  ['a list of tools', rpc('tools/list', {}), 'here'],
  ['a batch', post('/mcp', [{ method: 'tools/call', params: { arguments: { project: 'x' } } }]), 'here'],
  ['another path', post('/other', { project: 'x' }), 'here'],
])('%s', (_, request, asked) => {
  expect(askedRepository(request)).toEqual(asked);
});
