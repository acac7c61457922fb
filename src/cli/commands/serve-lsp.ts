/** `code-scout lsp`: the language server over standard input and output. */
import { resolve } from 'node:path';
import { usualLimit } from '../../config/load.ts';
import { startLanguageServer } from '../../lsp/stdio-server.ts';
import { existingDirectory, onlyRoot, type ProjectRequest } from '../asked-root.ts';
import { loadProjectConfig } from '../project.ts';
import { releaseMemoryWhenIdle } from '../serving/watch-rest.ts';

/** The process ends with its input. Throws `AppError`. */
export function serveLsp(request: ProjectRequest): void {
  const { terminal, options } = request;
  const root = onlyRoot(options);
  if (terminal.inputIsTerminal) {
    terminal.err(
      'This is a language server on standard input, meant to be started by an editor. Stop it with Ctrl-C; `code-scout --help` lists the commands.',
    );
  }
  startLanguageServer({
    folder: root === undefined ? null : existingDirectory(resolve(terminal.workingDirectory, root)),
    settingsFor: (folder) => {
      const loaded = loadProjectConfig(folder, request);
      return { config: loaded.config, usualLimit: usualLimit(loaded) };
    },
  });
  releaseMemoryWhenIdle();
}
