/**
 * Checks access: the token, the host name of the request, and the origin of the web page that sends it.
 * Invariants: tokens are compared in constant time. A web page whose own name resolves to this server (DNS rebinding) is refused by that name.
 * A request of a page of another origin is refused unless that origin is allowed.
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
  secure: boolean;
  /** Host names besides those of the server itself, in lower case. */
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
}

export interface Denial {
  status: 401 | 403;
  reason: 'host' | 'origin' | 'token';
  /** Says what to do. */
  message: string;
}

type Asked = Pick<HttpRequest, 'headers'>;

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '::1'];

export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return loopbackNames.includes(name) || (isIP(name) === 4 && name.startsWith('127.'));
}

/** A URL's host without brackets, in lower case; null if it is not a host. */
function hostName(authority: string): string | null {
  if (/[\s/?#@\\]/.test(authority)) return null;
  try {
    return new URL(`http://${authority}`).hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  } catch {
    return null;
  }
}

export interface Access {
  /** Null if the request uses one of the server's names and comes from no foreign page. */
  hostOrOriginDenial(request: Asked): Denial | null;
  /** Null if the request has the token, or none is required. */
  tokenDenial(request: Asked): Denial | null;
  /** The origin of an allowed foreign page; null otherwise. */
  foreignOrigin(request: Asked): string | null;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function createAccess(rules: AccessRules): Access {
  const expected = rules.token === null ? null : digest(rules.token);
  const names = new Set([...loopbackNames, rules.host.toLowerCase(), ...rules.allowedHosts]);
  const origins = new Set(rules.allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, '')));
  const acceptsAnyAddress = !isLoopback(rules.host);

  /** An attacker can make a host name resolve to this server, but not an IP address. */
  const isOwnName = (name: string): boolean => names.has(name) || (acceptsAnyAddress && isIP(name) !== 0);

  const foreignOrigin = (request: Asked): string | null => {
    const origin = headerOf(request, 'origin')?.toLowerCase();
    return origin !== undefined && origins.has(origin) ? origin : null;
  };

  return {
    foreignOrigin,
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
      if (origin === undefined || foreignOrigin(request) !== null) return null;
      if (origin.toLowerCase() === `${rules.secure ? 'https' : 'http'}://${authority.toLowerCase()}`) return null;
      const shown = JSON.stringify(origin.slice(0, 100));
      return {
        status: 403,
        reason: 'origin',
        message: `Forbidden: the Origin ${shown} is not allowed; start the server with --allow-origin to allow it`,
      };
    },
    tokenDenial(request) {
      if (expected === null) return null;
      const given = /^Bearer +([\x21-\x7e]+) *$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
      if (given !== undefined && timingSafeEqual(digest(given), expected)) return null;
      const message =
        given === undefined
          ? 'Unauthorized: send the header "Authorization: Bearer TOKEN" with the token that the server was started with'
          : 'Unauthorized: the token is wrong';
      return { status: 401, reason: 'token', message };
    },
  };
}
