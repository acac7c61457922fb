import { describe, expect, it } from 'vitest';
import { oversizedReply, readLine } from './envelope.ts';

const line = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

describe('readLine', () => {
  it.each<[string, unknown, number, number | string | null]>([
    ['broken JSON', '{"jsonrpc":', -32700, null],
    ['plain text', 'hello', -32700, null],
    ['two messages on a line', '{"jsonrpc":"2.0"}{}', -32700, null],
    ['a number', '5', -32600, null],
    ['a string', '"x"', -32600, null],
    ['null', 'null', -32600, null],
    ['no version', { id: 1, method: 'ping' }, -32600, 1],
    ['another version', { jsonrpc: '1.0', id: 'a', method: 'ping' }, -32600, 'a'],
    ['a null id', { jsonrpc: '2.0', id: null, method: 'ping' }, -32600, null],
    ['a fraction as id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, -32600, null],
    ['an object as id', { jsonrpc: '2.0', id: {}, method: 'ping' }, -32600, null],
    ['a number as method', { jsonrpc: '2.0', id: 1, method: 5 }, -32600, 1],
    ['nothing to do', { jsonrpc: '2.0', id: 1 }, -32600, 1],
    ['an empty object', {}, -32600, null],
    ['a list as params', { jsonrpc: '2.0', id: 1, method: 'x', params: [1] }, -32602, 1],
    ['null as params', { jsonrpc: '2.0', id: 1, method: 'x', params: null }, -32602, 1],
  ])('answers %s', (_, value, code, id) => {
    expect(readLine(line(value))).toMatchObject({ reply: { jsonrpc: '2.0', id, error: { code } } });
  });

  it('answers bytes that are not UTF-8', () => {
    expect(readLine(Buffer.from([0x7b, 0xff, 0x7d]))).toMatchObject({ reply: { id: null, error: { code: -32700 } } });
  });

  it.each(['', '   ', '\r', '\ufeff'])('passes over %j', (text) => {
    expect(readLine(line(text))).toEqual({ nothing: true });
  });

  it('never answers a notification', () => {
    expect(readLine(line({ jsonrpc: '2.0', method: 'notifications/x', params: [1] }))).toEqual({ nothing: true });
    expect(readLine(line({ jsonrpc: '2.0', error: { code: 1, message: 'x' }, id: null }))).toMatchObject({
      reply: { error: { code: -32600 } },
    });
    expect(readLine(line({ jsonrpc: '2.0', error: { code: 1, message: 'x' } }))).toEqual({ nothing: true });
  });

  it.each([
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'x' } },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 7, result: {} },
    { jsonrpc: '2.0', id: 7, error: { code: -1, message: 'no' } },
  ])('lets %j through', (message) => {
    expect(readLine(line(message))).toEqual({ message });
    expect(readLine(line(`\ufeff${JSON.stringify(message)}\r`))).toEqual({ message });
  });

  it('knows a batch', () => {
    expect(readLine(line('[1,{}]'))).toEqual({ batch: [1, {}] });
  });

  it.each([
    ['deep nesting', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, /nested deeper than 200 levels$/],
    ['very many values', `{${'"k":1,'.repeat(300_000)}"k":1}`, /more than 5,000 values; ask for less in one request$/],
  ])('refuses %s before it is parsed, with the id of the request', (_, params, message) => {
    for (const text of [
      `{"jsonrpc":"2.0","id":"a","method":"x","params":${params}}`,
      `{"jsonrpc":"2.0","method":"x","params":${params},"id":"a"}`,
    ])
      expect(readLine(line(text))).toMatchObject({
        reply: { id: 'a', error: { code: -32700, message: expect.stringMatching(message) } },
      });
  });
});

describe('oversizedReply', () => {
  it.each<[string, string, string | number | null]>([
    ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{', 'xxx"}}}', 7],
    ['{"method":"tools/call","id":"a-1","params":{', 'xxx"}}', 'a-1'],
    ['{"method":"tools/call","params":{', 'xxx"}},"jsonrpc":"2.0","id":12}', 12],
    ['{"method":"tools/call","params":{', 'xxx"}},"id":12,"jsonrpc":"2.0"}', 12],
    ['{"method":"tools/call","params":{"id":5,', 'xxx"},"id":5}}', null],
    ['{"params":{"id":5,', 'xxx', null],
    ['xxxx', 'xxxx', null],
  ])('finds the id between %s and %s', (head, tail, id) => {
    const reply = oversizedReply({ head, tail, bytes: 11 * 1024 * 1024 }, 10 * 1024 * 1024);
    expect(reply.id).toBe(id);
    expect(reply.error).toEqual({
      code: -32600,
      message: 'Invalid request: the message has 11.0 MiB, the limit is 10 MiB',
    });
  });
});
