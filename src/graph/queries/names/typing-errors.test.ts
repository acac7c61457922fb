import { expect, it } from 'vitest';
import { typingErrorsIn } from './typing-errors.ts';

it.each([
  ['gzipmiddleware', 'GzipMiddleware', 0],
  ['gzip middleware', 'gzip_middleware', 0],
  ['HTTPSERVER', 'httpServer', 0],
  ['load', '_load', 0],
  ['sesion midleware', 'SessionMiddleware', 2],
  ['Redirict', 'Redirect', 1],
  ['handelRequest', 'handleRequest', 1],
  ['handelRequset', 'handleRequest', 2],
  ['Confguraton', 'Configuration', Infinity],
  ['getUser', 'setUser', Infinity],
  ['minLength', 'maxLength', Infinity],
  ['toJson', 'toBson', Infinity],
  ['readFile', 'loadFile', Infinity],
  ['Sha1', 'Sha2', Infinity],
  ['run', 'ran', Infinity],
  ['read', 'reads', 1],
  ['operator', 'operator()', Infinity],
  ['*', 'x', Infinity],
  ['sesion midleware of', 'SessionMiddleware', Infinity],
])('%s for %s: %s', (written, name, errors) => {
  expect(typingErrorsIn(written)(name)).toBe(errors);
});
