import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';
import type { IncomingMessage, RequestMessage } from '../envelope.ts';

const request = (method: string, params?: Record<string, unknown>, id = 1): RequestMessage => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});
const notification = (method: string, params?: Record<string, unknown>): IncomingMessage => ({
  jsonrpc: '2.0',
  method,
  ...(params === undefined ? {} : { params }),
});
const hello = { protocolVersion: '2025-06-18', capabilities: { roots: {} }, clientInfo: { name: 'c', version: '1' } };
const modern = {
  _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} },
};
const refused = (code: number, message: string | RegExp) => ({
  reply: {
    jsonrpc: '2.0',
    id: 1,
    error: { code, message: (typeof message === 'string' ? message : expect.stringMatching(message)) as unknown },
  },
});

describe('before the handshake', () => {
  it.each(['tools/list', 'tools/call', 'ping', 'resources/read', 'no/such'])('%s is refused', (method) => {
    expect(createGate().admit(request(method))).toEqual(refused(-32000, 'Not initialized'));
  });

  it.each(['notifications/initialized', 'notifications/cancelled', 'no/such'])(
    'the notification %s is dropped',
    (method) => {
      expect(createGate().admit(notification(method))).toBe('drop');
    },
  );

  it('an answer to nothing is dropped', () => {
    expect(createGate().admit({ jsonrpc: '2.0', id: 1, result: {} })).toBe('drop');
  });

  it('server/discover needs its envelope', () => {
    expect(createGate().admit(request('server/discover'))).toEqual(refused(-32602, /_meta/));
  });

  it.each<[string, Record<string, unknown> | undefined, RegExp]>([
    ['no params', undefined, /protocolVersion/],
    ['no version', { ...hello, protocolVersion: undefined }, /protocolVersion/],
    ['a number as version', { ...hello, protocolVersion: 20250618 }, /protocolVersion/],
    ['no capabilities', { ...hello, capabilities: undefined }, /capabilities/],
    ['a list of capabilities', { ...hello, capabilities: [] }, /capabilities/],
    ['no client', { ...hello, clientInfo: undefined }, /clientInfo/],
    ['a client without a name', { ...hello, clientInfo: { version: '1' } }, /clientInfo\.name/],
    ['a client without a version', { ...hello, clientInfo: { name: 'x' } }, /clientInfo\.version/],
  ])('initialize with %s is refused in plain words, and can be sent again', (_, params, words) => {
    const gate = createGate();
    expect(gate.admit(request('initialize', params))).toEqual(refused(-32602, words));
    expect(gate.era).toBe('opening');
    expect(gate.admit(request('initialize', hello))).toBe('deliver');
  });
});

describe('the older revisions', () => {
  it('are served after initialize, which comes once', () => {
    const gate = createGate();
    expect(gate.admit(request('initialize', hello))).toBe('deliver');
    expect(gate).toMatchObject({ era: 'legacy', legacyVersion: '2025-06-18', clientCapabilities: { roots: {} } });
    expect(gate.admit(notification('notifications/initialized'))).toBe('deliver');
    expect(gate.admit(request('tools/list'))).toBe('deliver');
    expect(gate.admit({ jsonrpc: '2.0', id: 1, result: {} })).toBe('deliver');
    expect(gate.admit(request('initialize', hello))).toEqual(refused(-32000, 'Already initialized'));
    expect(gate.admit(request('initialize', {}))).toEqual(refused(-32000, 'Already initialized'));
  });

  it('open again when the SDK refused the handshake', () => {
    const gate = createGate();
    gate.admit(request('initialize', hello));
    gate.handshakeFailed();
    expect(gate.admit(request('tools/list'))).toEqual(refused(-32000, 'Not initialized'));
    expect(gate.admit(request('initialize', hello))).toBe('deliver');
  });

  it('an unknown version is that of the newest of them', () => {
    const gate = createGate();
    gate.admit(request('initialize', { ...hello, protocolVersion: '1999-01-01' }));
    expect(gate.legacyVersion).toBe('2025-11-25');
  });

  it.each<[string, Record<string, unknown> | undefined, RegExp]>([
    ['tools/call', undefined, /"name"/],
    ['tools/call', { name: 5 }, /"name"/],
    ['tools/call', { name: 'x', arguments: [] }, /"arguments"/],
    ['tools/call', { name: 'x', arguments: null }, /"arguments"/],
    ['tools/call', { name: 'x', _meta: 5 }, /"_meta"/],
    ['tools/call', { name: 'x', _meta: { progressToken: {} } }, /progressToken/],
    ['tools/list', { cursor: 5 }, /"cursor"/],
    ['resources/list', { cursor: {} }, /"cursor"/],
    ['resources/read', {}, /"uri"/],
  ])('%s with %j is refused in plain words', (method, params, words) => {
    const gate = createGate();
    gate.admit(request('initialize', hello));
    expect(gate.admit(request(method, params))).toEqual(refused(-32602, words));
  });
});

describe('2026-07-28', () => {
  it('needs no handshake', () => {
    const gate = createGate();
    expect(gate.admit(request('tools/list', modern))).toBe('deliver');
    expect(gate.era).toBe('modern');
    expect(gate.clientCapabilities).toBeNull();
  });

  it('may be asked about first, and left for the older ones', () => {
    const gate = createGate();
    expect(gate.admit(request('server/discover', modern))).toBe('deliver');
    expect(gate.era).toBe('opening');
    expect(gate.admit(request('initialize', hello))).toBe('deliver');
    expect(gate.era).toBe('legacy');
  });

  it('leaves unknown versions to the SDK, and stays open', () => {
    const gate = createGate();
    const later = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } };
    expect(gate.admit(request('tools/list', later))).toBe('deliver');
    expect(gate.era).toBe('opening');
  });
});
