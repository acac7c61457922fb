/** What `serve --http` takes besides the global options, and what of it is the configuration's. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Flags } from '../config/load.ts';
import { httpTokenVariable } from '../config/environment.ts';
import { isLoopback } from '../http/access.ts';
import { AppError } from '../model/error.ts';

/** The flags of `serve` that say which tools there are. */
export interface ToolFlags {
  toolsets?: string;
  tools?: string;
  excludeTools?: string;
  readOnly?: boolean;
}

export function toolFlags({ toolsets, tools, excludeTools, readOnly }: ToolFlags): Flags {
  return {
    ...(toolsets === undefined ? {} : { 'tools.toolsets': toolsets }),
    ...(tools === undefined ? {} : { 'tools.names': tools }),
    ...(excludeTools === undefined ? {} : { 'tools.excluded': excludeTools }),
    ...(readOnly === true ? { 'tools.readOnly': true } : {}),
  };
}

export interface HttpServerFlags extends ToolFlags {
  http?: boolean;
  port?: string;
  host?: string;
  token?: string;
  tlsCert?: string;
  tlsKey?: string;
  allowHost?: string[];
  allowOrigin?: string[];
}

/** The flags of `loadConfig`. */
export function httpFlags(flags: HttpServerFlags): Flags {
  const { port, host, allowHost, allowOrigin } = flags;
  return {
    ...toolFlags(flags),
    ...(port === undefined ? {} : { 'http.port': port }),
    ...(host === undefined ? {} : { 'http.host': host }),
    ...(allowHost === undefined ? {} : { 'http.allowedHosts': allowHost.join(',') }),
    ...(allowOrigin === undefined ? {} : { 'http.allowedOrigins': allowOrigin.join(',') }),
  };
}

const shortestToken = 16;

export interface ChosenToken {
  token: string | null;
  /** It was made here, and nobody knows it yet. */
  made: boolean;
}

/** The user's token; where none is set and the address is not a loopback one, a new one. Throws `AppError`. */
export function chooseToken(flag: string | undefined, variable: string | null, host: string): ChosenToken {
  const token = flag ?? variable;
  if (token === null) {
    return isLoopback(host) ? { token, made: false } : { token: randomBytes(32).toString('base64url'), made: true };
  }
  if (/^[\x21-\x7e]+$/.test(token) && token.length >= shortestToken) return { token, made: false };
  throw new AppError('ConfigurationError', 'The token is too short or has characters that a header cannot carry', {
    hint: `Give at least ${shortestToken} printable ASCII characters without spaces, such as ${exampleToken()}`,
    details: {
      field: flag === undefined ? httpTokenVariable : '--token',
      expected: `at least ${shortestToken} printable ASCII characters`,
      received: 'a value that is not shown',
    },
  });
}

function exampleToken(): string {
  return createHash('sha256').update(randomBytes(32)).digest('hex');
}

function readPem(flag: string, path: string, label: RegExp): Buffer {
  const wrong = (what: string, cause?: unknown): AppError =>
    new AppError('ConfigurationError', `${flag} ${path} ${what}`, {
      hint: 'Name two PEM files: the certificate (with those between it and its authority) and its private key.',
      details: { field: flag, expected: 'a PEM file', received: path },
      ...(cause === undefined ? {} : { cause }),
    });
  let pem: Buffer;
  try {
    pem = readFileSync(path);
  } catch (error) {
    throw wrong(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`, error);
  }
  if (!label.test(pem.toString('latin1'))) throw wrong('is no such PEM file');
  return pem;
}

/** Null without certificate and key. Throws `AppError`. */
export function readTls(
  { tlsCert, tlsKey }: HttpServerFlags,
  workingDirectory: string,
): { cert: Buffer; key: Buffer } | null {
  if (tlsCert === undefined && tlsKey === undefined) return null;
  if (tlsCert === undefined || tlsKey === undefined) {
    const missing = tlsCert === undefined ? '--tls-cert' : '--tls-key';
    throw new AppError('ConfigurationError', `${missing} is missing: TLS needs a certificate and its key`, {
      hint: 'Give both --tls-cert and --tls-key, or neither.',
      details: { field: missing, expected: 'a PEM file', received: null },
    });
  }
  return {
    cert: readPem('--tls-cert', resolve(workingDirectory, tlsCert), /-----BEGIN CERTIFICATE-----/),
    key: readPem('--tls-key', resolve(workingDirectory, tlsKey), /-----BEGIN [A-Z ]*PRIVATE KEY-----/),
  };
}
