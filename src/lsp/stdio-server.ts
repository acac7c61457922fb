/**
 * `code-scout lsp`: one process, one editor, standard input and output.
 * Invariant: only protocol messages go to standard output; the process ends within a second after its input.
 */
import { guardStdout } from '../mcp/stdio/stdout-guard.ts';
import { withTimeout } from '../util/with-timeout.ts';
import { stdioConnection } from './protocol/stdio.ts';
import { addRequests } from './requests.ts';
import { LanguageServer, type LanguageServerHost } from './server.ts';

/** How long closing the indexes may take at the end (ms). */
const closingMs = 500;

export function startLanguageServer(options: Omit<LanguageServerHost, 'exit'>): void {
  const { write } = guardStdout();
  const connection = stdioConnection({ input: process.stdin, output: process.stdout }, write);
  let isEnding = false;
  const exit = (code: number): void => {
    if (isEnding) return;
    isEnding = true;
    void withTimeout(closingMs, server.workspace.close()).then(() => process.exit(code));
  };
  const server = new LanguageServer(connection, { ...options, exit });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => exit(0));
  addRequests(server);
  server.listen();
}
