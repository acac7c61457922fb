/** Sockets as files of a tree. */
import { renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a socket that nobody listens on, in the temporary folder or below it. It is made at a short path, since the system takes at most 103 bytes
 * there, and moved.
 */
export async function makeSocketFile(path: string): Promise<void> {
  const short = join(tmpdir(), `s${process.pid}`);
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(short, resolve));
  renameSync(short, path);
  await new Promise((resolve) => server.close(resolve));
}
