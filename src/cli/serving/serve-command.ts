/** `code-scout serve`: over standard input and output, or over HTTP. */
import type { Command } from 'commander';
import { options } from '../../config/options.ts';
import { AppError } from '../../model/error.ts';
import { appendValue } from '../global-options.ts';
import type { HttpServerFlags } from './http-server-options.ts';
import type { ProjectRequest } from '../asked-root.ts';
import type { OperationFlags } from './operation.ts';

/** @param other the option that it needs besides */
function needs(option: string, other: string, what: string): AppError {
  const flag = `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return new AppError('ValidationError', `${flag} is ${what}`, {
    hint: `Add ${other}: code-scout serve ${other} ${flag} …`,
    details: { field: flag, expected: `serve ${other}`, received: flag },
  });
}

export interface NodeFlags extends OperationFlags {
  catalogue?: string;
  tenant?: string;
  folder?: string;
  cache?: string;
  node?: string;
  nodeUrl?: string;
}

const nodeFlags: readonly (keyof NodeFlags)[] = [
  'tenant',
  'folder',
  'cache',
  'node',
  'nodeUrl',
  'metricsPort',
  'metricsHost',
];

const stdioFlags: ReadonlySet<string> = new Set(['toolsets', 'tools', 'excludeTools', 'readOnly']);

/** `serve` is the default command, so an unknown command arrives here as an argument of `serve`. `unknownCommand` makes the error for it. */
export function addServeCommand(
  program: Command,
  request: () => ProjectRequest,
  unknownCommand: (name: string) => AppError,
): void {
  program
    .command('serve', { isDefault: true })
    .allowExcessArguments()
    .description('Run the MCP server: on standard input and output (as without a command), or with --http over HTTP.')
    .option('--toolsets <list>', 'serve these toolsets: core, tags, index, files, semantic, graph, all (default: all)')
    .option('--tools <list>', 'serve these tools as well')
    .option('--exclude-tools <list>', 'do not serve these tools')
    .option('--read-only', 'serve no tool that writes')
    .option('--http', 'serve over HTTP: MCP at /mcp, /health, /metrics and a JSON API')
    .option(
      '--port <number>',
      `with --http: the port, 0 for any that is free (default: ${options['http.port'].default})`,
    )
    .option('--host <address>', `with --http: the address (default: ${options['http.host'].default})`)
    .option('--token <text>', 'with --http: the bearer token that clients must send; better set CODE_SCOUT_HTTP_TOKEN')
    .option('--tls-cert <path>', 'with --http: PEM file of a certificate, for https')
    .option('--tls-key <path>', 'with --http: PEM file of the certificate’s key')
    .option('--allow-host <name>', 'with --http: another host name of this server; may be repeated', appendValue)
    .option(
      '--allow-origin <origin>',
      'with --http: origin of a web page that may send requests; may be repeated',
      appendValue,
    )
    .option(
      '--catalogue <where>',
      'serve all repositories of this catalogue from their snapshots, over HTTP: postgresql://USER@HOST/DATABASE, or the path of a file. --team names the page store',
    )
    .option('--tenant <name>', 'with --catalogue: whose repositories (default: main)')
    .option('--folder <path>', 'with --catalogue: for snapshots, of this node alone (default: in the cache folder)')
    .option(
      '--cache <megabytes>',
      'with --catalogue: what snapshots may take on the disk, 1000 for 1 GB (default: 20000)',
    )
    .option('--node <name>', 'with --catalogue: its name among the nodes, kept over restarts (default: host and port)')
    .option('--node-url <url>', 'with --catalogue: where other nodes reach this one (default: where it listens)')
    .option('--metrics-port <number>', 'with --catalogue: serve /metrics at this port, 0 for any that is free')
    .option('--metrics-host <address>', 'with --catalogue: serve it at this address (default: 127.0.0.1)')
    .action(async (flags: HttpServerFlags & NodeFlags, command: Command) => {
      const [name] = command.args;
      if (name !== undefined) throw unknownCommand(name);
      if (flags.catalogue !== undefined) {
        const { serveCatalogue } = await import('../commands/serve-catalogue.ts');
        await serveCatalogue(request(), { ...flags, catalogue: flags.catalogue });
        return;
      }
      const ofNodes = nodeFlags.find((flag) => flags[flag] !== undefined);
      if (ofNodes !== undefined) throw needs(ofNodes, '--catalogue', 'for a node of an organisation’s server');
      if (flags.http === true) {
        const { serveHttp } = await import('../commands/serve-http.ts');
        await serveHttp(request(), flags);
        return;
      }
      const unused = Object.keys(flags).find((flag) => !stdioFlags.has(flag));
      if (unused !== undefined) throw needs(unused, '--http', 'for the HTTP server');
      const { serveStdio } = await import('../commands/serve-stdio.ts');
      await serveStdio(request(), flags);
    });
}
