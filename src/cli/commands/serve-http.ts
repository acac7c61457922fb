/** `code-scout serve --http`: the protocol, health, metrics, the JSON API and the explorer over HTTP, for one project or several. */
import type { ProjectRequest } from '../asked-root.ts';
import type { HttpServerFlags } from '../serving/http-server-options.ts';
import { startHttpServer, type StartedHttp } from '../serving/started-http.ts';
import { printable } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Prints the server's address, and the token if this process created it. */
function announce(terminal: Terminal, { url, projects, token, isNewToken }: StartedHttp, asJson: boolean): void {
  const [{ root }] = projects;
  if (asJson) {
    const several = projects.length > 1 ? { projects } : {};
    const secret = isNewToken ? { token } : {};
    terminal.out(JSON.stringify({ url, root, ...several, mcp: `${url}/mcp`, ...secret, pid: process.pid }));
    return;
  }
  terminal.err(
    `Code Scout serves ${projects.length === 1 ? root : `${projects.length} projects`} at ${url}/mcp, and in a browser at ${url}/ (stop it with Ctrl-C)`,
  );
  if (projects.length > 1) for (const one of projects) terminal.err(`  ${one.name}: ${printable(one.root)}`);
  if (isNewToken) terminal.err(`Clients must send the header "Authorization: Bearer ${token}"`);
}

/** Resolves once the server listens; the process ends with a signal. Throws `AppError`. */
export async function serveHttp(request: ProjectRequest, flags: HttpServerFlags): Promise<void> {
  announce(request.terminal, await startHttpServer(request, flags), request.options.json === true);
}
