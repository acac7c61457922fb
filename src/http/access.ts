/**
 * Checks access: the token, the host name of the request, and the origin of the web page that sends it.
 * Invariants: tokens are compared in constant time. A request is refused if its Host is not a name of the server: a web page can make its
 * own host name resolve to this server (DNS rebinding). A request from a page of another origin is refused unless that origin is allowed.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { headerOf, type HttpRequest } from '../util/http-message.ts';

export interface AccessRules {
  /** Null: no token is required. */
  token: string | null;
  /** The address that the server listens on. */
  host: string;
  /** Whether the server uses TLS. */
  usesTls: boolean;
  /** Host names besides those of the server itself, in lower case. */
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
}

export interface Denial {
  status: 401 | 403;
  reason: 'host' | 'origin' | 'token';
  /** Says what is wrong and what to do. */
  message: string;
}

type WithHeaders = Pick<HttpRequest, 'headers'>;

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '::1'];

export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return loopbackNames.includes(name) || (isIP(name) === 4 && name.startsWith('127.'));
}

/** The host of a Host header (`host` or `host:port`), without the brackets of IPv6, in lower case; null if the header is malformed. */
function hostName(authority: string): string | null {
  if (/[\s/?#@\\]/.test(authority)) return null;
  try {
    return new URL(`http://${authority}`).hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  } catch {
    return null;
  }
}

export interface Access {
  /** Null if the request's Host is a name of the server, and its Origin is absent, allowed or the server's. */
  hostOrOriginDenial(request: WithHeaders): Denial | null;
  /** Null if the request has the token, or none is required. */
  tokenDenial(request: WithHeaders): Denial | null;
  /** The request's Origin if it is one of the allowed ones; otherwise null. */
  allowedOrigin(request: WithHeaders): string | null;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function createAccess(rules: AccessRules): Access {
  const expectedDigest = rules.token === null ? null : digest(rules.token);
  const names = new Set([...loopbackNames, rules.host.toLowerCase(), ...rules.allowedHosts]);
  const origins = new Set(rules.allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, '')));
  const acceptsAnyAddress = !isLoopback(rules.host);

  /** IP addresses need no list: an attacker can make a host name resolve to this server, but not an IP address. */
  const isOwnName = (name: string): boolean => names.has(name) || (acceptsAnyAddress && isIP(name) !== 0);

  const allowedOrigin = (request: WithHeaders): string | null => {
    const origin = headerOf(request, 'origin')?.toLowerCase();
    return origin !== undefined && origins.has(origin) ? origin : null;
  };

  return {
    allowedOrigin,
    hostOrOriginDenial(request) {
      const authority = headerOf(request, 'host') ?? '';
      const name = hostName(authority);
      if (name === null || !isOwnName(name)) {
        const shown = JSON.stringify(authority.slice(0, 100));
        return {
          status: 403,
          reason: 'host',
          message: `Forbidden: the Host ${shown} is not a name of this server; start it with --allow-host to add one`,
        };
      }
      const origin = headerOf(request, 'origin');
      if (origin === undefined || allowedOrigin(request) !== null) return null;
      if (origin.toLowerCase() === `${rules.usesTls ? 'https' : 'http'}://${authority.toLowerCase()}`) return null;
      const shown = JSON.stringify(origin.slice(0, 100));
      return {
        status: 403,
        reason: 'origin',
        message: `Forbidden: the Origin ${shown} is not allowed; start the server with --allow-origin to allow it`,
      };
    },
    tokenDenial(request) {
      if (expectedDigest === null) return null;
      const sentToken = /^Bearer +([\x21-\x7e]+) *$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
      if (sentToken !== undefined && timingSafeEqual(digest(sentToken), expectedDigest)) return null;
      const message =
        sentToken === undefined
          ? 'Unauthorized: send the header "Authorization: Bearer TOKEN" with the token that the server was started with'
          : 'Unauthorized: the token is wrong';
      return { status: 401, reason: 'token', message };
    },
  };
}
