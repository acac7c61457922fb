/** The options of `serve --http`, and the settings that some of them stand for. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Flags } from '../../config/load.ts';
import { AppError } from '../../model/error.ts';

/** The flags of `serve` that select tools. */
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

/** The options that are settings, as flags of `loadConfig`. */
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

function readPem(flag: string, path: string, label: RegExp): Buffer {
  const wrong = (what: string, cause?: unknown): AppError =>
    new AppError('ConfigurationError', `${flag} ${path} ${what}`, {
      hint: 'Name two PEM files: the certificate (with its intermediate certificates) and its private key.',
      details: { field: flag, expected: 'a PEM file', received: path },
      ...(cause === undefined ? {} : { cause }),
    });
  let pem: Buffer;
  try {
    pem = readFileSync(path);
  } catch (error) {
    throw wrong(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`, error);
  }
  if (!label.test(pem.toString('latin1'))) throw wrong('is not a PEM file of that kind');
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
