/**
 * The options of `http.`, a part of the table in options.ts.
 * Invariant: the project's file cannot set them, since they decide who may send requests to the server.
 */
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
      'The address that `serve --http` listens on. Any address but loopback needs a token: from `--token` or the variable `CODE_SCOUT_HTTP_TOKEN`; without both, a token is created and printed.',
  },
  'http.port': {
    type: 'integer',
    default: 3000,
    min: 0,
    max: 65_535,
    trust: 'user',
    flag: '--port N',
    description: 'The port; 0 takes a free one, and the first line of output names it.',
  },
  'http.allowedHosts': {
    type: 'list',
    default: [],
    entry: 'host name without a port',
    pattern: hostName,
    trust: 'user',
    flag: '--allow-host NAME',
    description:
      'Further host names that requests may name in their `Host` header, such as that of a proxy. Other names are refused, which protects against DNS rebinding.',
  },
  'http.allowedOrigins': {
    type: 'list',
    default: [],
    entry: 'origin such as `https://example.org`',
    pattern: origin,
    trust: 'user',
    flag: '--allow-origin ORIGIN',
    description: 'Origins of web pages that may send requests from a browser, besides the server’s own origin.',
  },
  'http.rateLimit': {
    type: 'integer',
    default: 1000,
    min: 0,
    max: 1_000_000,
    trust: 'user',
    description:
      'Requests per second that one client may send; a burst may have twice as many. A client is an IPv4 address or an IPv6 /64 network. 0: no limit.',
  },
  'http.maxRequests': {
    type: 'integer',
    default: 256,
    min: 1,
    max: 100_000,
    trust: 'user',
    description: 'Number of requests that are served at the same time; further ones get status 503.',
  },
  'http.maxPerSender': {
    type: 'integer',
    default: 64,
    min: 1,
    max: 100_000,
    trust: 'user',
    description:
      'Of these, the requests of one sender, where each sender has a token of its own (`serve --catalogue`); further ones get status 429.',
  },
  'http.quotaPerMinute': {
    type: 'integer',
    default: 0,
    min: 0,
    max: 1_000_000,
    trust: 'user',
    description:
      'Requests a minute of one sender, where each sender has a token of its own (`serve --catalogue`). Each node counts those that it answers or passes on. Further ones get status 429. 0: no limit.',
  },
  'http.shutdownMs': {
    type: 'integer',
    default: 10_000,
    min: 0,
    max: 600_000,
    trust: 'user',
    description: 'How long running requests may still take when the server stops, in milliseconds.',
  },
} as const satisfies Record<string, Option>;
