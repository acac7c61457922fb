/** `code-scout lsp`: the language server. */
import type { Command } from 'commander';
import type { ProjectRequest } from '../asked-root.ts';

export function addLspCommand(program: Command, request: () => ProjectRequest): void {
  program
    .command('lsp')
    .description(
      'Run a language server on standard input and output, for editors, which start it. The folders come from the editor; --root names one for editors that send none.',
    )
    // Most editors and libraries add it to the command of any language server.
    .option('--stdio', 'the default, and the only way')
    .action(async () => {
      const { serveLsp } = await import('../commands/serve-lsp.ts');
      serveLsp(request());
    });
}
