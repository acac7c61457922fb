/** The options of `http.`, a part of the table in options.ts. Invariant: only the user sets them, since they say who may ask the server. */
import type { Option } from './option.ts';

const hostName = /^[^\s/?#@,]{1,255}$/;
const origin = /^https?:\/\/[^\s/?#@,]+$/i;

export const httpOptions = {
  'http.host': {
    type: 'text',
    default: '127.0.0.1',
    form: 'an address or a host name',
    pattern: hostName,
    trust: 'user',
    flag: '--host ADDRESS',
    description:
      'Where `serve --http` listens. Any address but a loopback one needs a token: `--token`, the variable `CODE_SCOUT_HTTP_TOKEN`, or one that is made and printed.',
  },
  'http.port': {
    type: 'integer',
    default: 3000,
    min: 0,
    max: 65_535,
    trust: 'user',
    flag: '--port N',
    description: 'Its port; 0 takes any that is free, and the first line says which.',
  },
  'http.allowedHosts': {
    type: 'list',
    default: [],
    entry: 'host name without a port',
    pattern: hostName,
    trust: 'user',
    flag: '--allow-host NAME',
    description:
      'Names besides its own under which it may be asked (the request’s Host), such as that of a proxy in front of it. Others are refused, so that no web page reaches it by a name that leads here.',
  },
  'http.allowedOrigins': {
    type: 'list',
    default: [],
    entry: 'origin such as `https://example.org`',
    pattern: origin,
    trust: 'user',
    flag: '--allow-origin ORIGIN',
    description: 'Web pages that may ask it from a browser, besides its own.',
  },
  'http.rateLimit': {
    type: 'integer',
    default: 1000,
    min: 0,
    max: 1_000_000,
    trust: 'user',
    description:
      'Requests a second that one client (address) may send, after a first burst of twice as many; 0: no limit.',
  },
  'http.maxRequests': {
    type: 'integer',
    default: 256,
    min: 1,
    max: 100_000,
    trust: 'user',
    description: 'Requests served at once; more are told to come back.',
  },
  'http.shutdownMs': {
    type: 'integer',
    default: 10_000,
    min: 0,
    max: 600_000,
    trust: 'user',
    description: 'Milliseconds that requests under way may still take when the server is told to end.',
  },
} as const satisfies Record<string, Option>;
