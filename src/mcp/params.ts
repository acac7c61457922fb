/** Checks the parameters of the protocol's methods, so that errors are in plain words instead of the SDK's schema issues. */
import { isObject } from './envelope.ts';

type Params = Record<string, unknown> | undefined;

function initializeFault(params: Params): string | null {
  if (typeof params?.['protocolVersion'] !== 'string') return '"protocolVersion" must be a string such as "2025-11-25"';
  if (!isObject(params['capabilities'])) return '"capabilities" must be an object';
  const info = params['clientInfo'];
  if (!isObject(info)) return '"clientInfo" must be an object with "name" and "version"';
  if (typeof info['name'] !== 'string') return '"clientInfo.name" must be a string';
  return typeof info['version'] === 'string' ? null : '"clientInfo.version" must be a string';
}

function callFault(params: Params): string | null {
  if (typeof params?.['name'] !== 'string') return '"name" must be a string: the tool to call';
  const args = params['arguments'];
  return args === undefined || isObject(args) ? null : '"arguments" must be an object';
}

function cursorFault(params: Params): string | null {
  const cursor = params?.['cursor'];
  return cursor === undefined || typeof cursor === 'string' ? null : '"cursor" must be a string';
}

function promptFault(params: Params): string | null {
  if (typeof params?.['name'] !== 'string') return '"name" must be a string: the prompt to get';
  const args = params['arguments'];
  if (args === undefined) return null;
  if (!isObject(args)) return '"arguments" must be an object';
  const notText = Object.keys(args).find((name) => typeof args[name] !== 'string');
  return notText === undefined ? null : `"arguments.${notText.slice(0, 40)}" must be a string`;
}

function uriFault(params: Params): string | null {
  return typeof params?.['uri'] === 'string' ? null : '"uri" must be a string';
}

const checks = new Map<string, (params: Params) => string | null>([
  ['initialize', initializeFault],
  ['tools/call', callFault],
  ['tools/list', cursorFault],
  ['prompts/list', cursorFault],
  ['prompts/get', promptFault],
  ['resources/list', cursorFault],
  ['resources/templates/list', cursorFault],
  ['resources/read', uriFault],
  ['resources/subscribe', uriFault],
  ['resources/unsubscribe', uriFault],
]);

/** What is wrong with the parameters of a request, or null. */
export function paramsFault(method: string, params: Params): string | null {
  const meta = params?.['_meta'];
  if (meta !== undefined && !isObject(meta)) return '"_meta" must be an object';
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  if (token !== undefined && typeof token !== 'string' && !Number.isSafeInteger(token)) {
    return '"_meta.progressToken" must be a string or a whole number';
  }
  return checks.get(method)?.(params) ?? null;
}

/** The first three issues of the SDK's schema library in plain words. An error's message contains them as JSON; null if it contains none. */
export function plainIssues(message: string): string | null {
  const start = message.indexOf('[');
  if (start === -1 || (start > 0 && !message.slice(0, start).endsWith(': '))) return null;
  let issues: unknown;
  try {
    issues = JSON.parse(message.slice(start));
  } catch {
    return null;
  }
  if (!Array.isArray(issues) || issues.length === 0) return null;
  const words = issues.flatMap((issue: unknown) => {
    if (!isObject(issue) || typeof issue['message'] !== 'string') return [];
    const path = Array.isArray(issue['path']) ? issue['path'].map(String).join('.') : '';
    return [`${path === '' ? '' : `"${path}": `}${issue['message'].slice(0, 200)}`];
  });
  return words.length === 0 ? null : words.slice(0, 3).join('; ');
}
