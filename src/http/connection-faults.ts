/** Answers connections without a valid request: malformed, too slow, or with headers that are too large. */
import type { Duplex } from 'node:stream';

/** Status, reason phrase and message, by the code of Node's error. */
const byCode: ReadonlyMap<string, [number, string, string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'Request Header Fields Too Large', 'The headers are too large']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'Payload Too Large', 'The chunk extensions are too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'Request Timeout', 'The request took too long to arrive']],
]);

export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  const [status, reason, message] = byCode.get(error.code ?? '') ?? [
    400,
    'Bad Request',
    'The request is not proper HTTP',
  ];
  // A reply that has begun is cut off: another one written into it would corrupt it.
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent?: boolean } | null };
  const hasBegun = answer?.headersSent === true;
  if (!socket.writable || error.code === 'ECONNRESET' || hasBegun) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ error: { type: 'ValidationError', message, timestamp: Date.now() } });
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
