/** Bytes of standard input as messages: lines of MCP, frames of the language server. The contract: nothing is thrown, and reading goes on. */
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { FrameReader } from '../../src/lsp/protocol/frames.ts';
import { StdioWire } from '../../src/mcp/stdio/stdio-wire.ts';
import type { Target } from '../lib/target.ts';

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
});
const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 'b',
  method: 'tools/call',
  params: { name: 'find_callers', arguments: { symbol: 'moor' } },
});
const cancel = JSON.stringify({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId: 'b', reason: 'no' },
});

function frame(body: string): string {
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Ends what a mutant has begun, so that the message after it must be read. */
const lastLine = '\n{"jsonrpc":"2.0","id":"the last","method":"ping"}\n';

async function readLines(bytes: Uint8Array): Promise<void> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let hasLast = false;
  const wire = new StdioWire(
    { input, output, write: output.write.bind(output) },
    { onFirstAnswer: () => {}, onListen: () => {}, onEnd: () => {} },
  );
  wire.onmessage = (message) => {
    if (!('id' in message) || !('method' in message)) return;
    if (message.id === 'the last') hasLast = true;
    void wire.send({ jsonrpc: '2.0', id: message.id as string, result: {} });
  };
  output.resume();
  await wire.start();
  input.write(bytes);
  input.write(`\n${initialize}${lastLine}`);
  for (let turns = 0; turns < 20 && !hasLast; turns++) await turn();
  input.destroy();
  await wire.close();
  if (!hasLast) throw new Error('the message after the input was not read');
}

function readFrames(bytes: Uint8Array): void {
  const reader = new FrameReader(() => {});
  const half = bytes.length >> 1;
  reader.push(Buffer.from(bytes.subarray(0, half)));
  reader.push(Buffer.from(bytes.subarray(half)));
}

export const framing: Target = {
  seeds: () =>
    Promise.resolve([
      { name: 'lines.txt', bytes: Buffer.from(`${initialize}\n${call}\n[${call},${cancel}]\n${cancel}\n`) },
      { name: 'frames.txt', bytes: Buffer.from(frame(initialize) + frame(call) + frame(cancel)) },
    ]),
  form: 'text',
  tokens: ['\r\n\r\n', 'Content-Length: ', '"id":', 'null', '[', '{}', '"method":', '"params":', '\\u0000'],
  largest: 200_000,
  open: () =>
    Promise.resolve({ run: ({ name, bytes }) => (name === 'lines.txt' ? readLines(bytes) : readFrames(bytes)) }),
};
