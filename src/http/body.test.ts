import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { readBody, type BodyRead } from './body.ts';

it('says that a client is gone which went before its body was read', async () => {
  const read = Promise.withResolvers<BodyRead>();
  const server = createServer((incoming) => {
    // Whoever waits for something else, such as its turn, does not hear that.
    incoming.once('close', () => setImmediate(() => void readBody(incoming, 100).then(read.resolve)));
    socket.destroy();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nfive.');
  expect(await read.promise).toEqual({ fault: 'gone' });
});
