/**
 * Checks the order of a connection's first messages, and refuses some before the SDK sees them.
 * Invariant: in the older revisions nothing is served before `initialize`, which is served once; 2026-07-28 needs no handshake.
 */
import {
  errorReply,
  isObject,
  isRequest,
  isResponse,
  rpcCodes,
  type ErrorReply,
  type IncomingMessage,
  type RequestMessage,
} from '../envelope.ts';
import { paramsFault } from '../params.ts';

export const olderVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
export const modernVersion = '2026-07-28';
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

export type Era = 'opening' | 'legacy' | 'modern';

export type Passage = 'deliver' | 'drop' | { reply: ErrorReply };

export interface Gate {
  readonly era: Era;
  /** Of `initialize`; null before it and in the modern era. */
  readonly clientCapabilities: Record<string, unknown> | null;
  /** The revision that `initialize` asked for, when it is one that is served. */
  readonly legacyVersion: string | null;
  admit(message: IncomingMessage): Passage;
  /** The SDK refused the `initialize` that the gate admitted. */
  handshakeFailed(): void;
}

/** Whether the message claims to be of 2026-07-28 or later, rightly or not. */
function claimsModern(message: IncomingMessage): boolean {
  const params = 'params' in message ? message.params : undefined;
  const meta = params?.['_meta'];
  return isObject(meta) && Object.hasOwn(meta, versionKey);
}

/** Whether the SDK will serve the claim, and so pin the connection to the modern era. */
function claimHolds(message: RequestMessage): boolean {
  const meta = message.params?.['_meta'];
  return isObject(meta) && meta[versionKey] === modernVersion && isObject(meta[capabilitiesKey]);
}

export function createGate(): Gate {
  let era: Era = 'opening';
  let clientCapabilities: Record<string, unknown> | null = null;
  let legacyVersion: string | null = null;

  const refuse = (message: RequestMessage, code: number, text: string): Passage => ({
    reply: errorReply(message.id, code, text),
  });

  const open = (message: RequestMessage): Passage => {
    // An `initialize` whose claim to be modern does not hold is an older one to the SDK too.
    if (claimsModern(message) && (message.method !== 'initialize' || claimHolds(message))) {
      if (message.method !== 'server/discover' && claimHolds(message)) era = 'modern';
      return 'deliver';
    }
    if (message.method === 'initialize') {
      era = 'legacy';
      const params = message.params ?? {};
      clientCapabilities = params['capabilities'] as Record<string, unknown>;
      const version = String(params['protocolVersion']);
      legacyVersion = olderVersions.includes(version) ? version : (olderVersions[0] ?? null);
      return 'deliver';
    }
    if (message.method === 'server/discover') {
      const needs = `"_meta" must carry ${versionKey} and ${capabilitiesKey}`;
      return refuse(message, rpcCodes.invalidParams, `Invalid params: ${needs}`);
    }
    return refuse(message, rpcCodes.serverError, 'Not initialized');
  };

  return {
    get era() {
      return era;
    },
    get clientCapabilities() {
      return clientCapabilities;
    },
    get legacyVersion() {
      return legacyVersion;
    },
    admit(message) {
      if (isResponse(message)) return era === 'legacy' ? 'deliver' : 'drop';
      if (!isRequest(message)) return era !== 'opening' || claimsModern(message) ? 'deliver' : 'drop';
      if (era === 'legacy' && message.method === 'initialize') {
        return refuse(message, rpcCodes.serverError, 'Already initialized');
      }
      const known = era !== 'opening' || claimsModern(message) || message.method === 'initialize';
      const fault = known ? paramsFault(message.method, message.params) : null;
      if (fault !== null) return refuse(message, rpcCodes.invalidParams, `Invalid params: ${fault}`);
      return era === 'opening' ? open(message) : 'deliver';
    },
    handshakeFailed() {
      era = 'opening';
      clientCapabilities = null;
      legacyVersion = null;
    },
  };
}
