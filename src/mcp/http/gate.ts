/**
 * Decides the protocol revision of a connection by its first messages. Messages that come too early or have wrong parameters are refused
 * before the SDK sees them.
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

/** `opening`: the revision is not decided yet; `legacy`: an older revision, since `initialize`; `modern`: 2026-07-28. */
export type Era = 'opening' | 'legacy' | 'modern';

export type Admission = 'deliver' | 'drop' | { reply: ErrorReply };

export interface Gate {
  readonly era: Era;
  /** The capabilities that `initialize` named; null before it and in the modern era. */
  readonly clientCapabilities: Record<string, unknown> | null;
  /** The revision that `initialize` asked for, or the newest older one if that is not served; null before it and in the modern era. */
  readonly legacyVersion: string | null;
  admit(message: IncomingMessage): Admission;
  /** Call this if the SDK refused the `initialize` that the gate admitted. */
  handshakeFailed(): void;
}

/** Whether the message claims a revision of 2026-07-28 or later. The claim may be wrong. */
function claimsModern(message: IncomingMessage): boolean {
  const params = 'params' in message ? message.params : undefined;
  const meta = params?.['_meta'];
  return isObject(meta) && Object.hasOwn(meta, versionKey);
}

/** Whether the SDK accepts the message as one of 2026-07-28. */
function claimHolds(message: RequestMessage): boolean {
  const meta = message.params?.['_meta'];
  return isObject(meta) && meta[versionKey] === modernVersion && isObject(meta[capabilitiesKey]);
}

export function createGate(): Gate {
  let era: Era = 'opening';
  let clientCapabilities: Record<string, unknown> | null = null;
  let legacyVersion: string | null = null;

  const refuse = (message: RequestMessage, code: number, text: string): Admission => ({
    reply: errorReply(message.id, code, text),
  });

  const admitFirst = (message: RequestMessage): Admission => {
    // The SDK also treats an `initialize` with a wrong claim as one of an older revision.
    if (claimsModern(message) && (message.method !== 'initialize' || claimHolds(message))) {
      // After `server/discover` the client may still choose an older revision.
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
      const hasEra = era !== 'opening' || claimsModern(message) || message.method === 'initialize';
      const fault = hasEra ? paramsFault(message.method, message.params) : null;
      if (fault !== null) return refuse(message, rpcCodes.invalidParams, `Invalid params: ${fault}`);
      return era === 'opening' ? admitFirst(message) : 'deliver';
    },
    handshakeFailed() {
      era = 'opening';
      clientCapabilities = null;
      legacyVersion = null;
    },
  };
}
