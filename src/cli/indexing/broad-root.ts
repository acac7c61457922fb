/** Folders that contain many projects, such as the home folder: they are indexed only if the user says so. */
import { isBroadRoot } from '../../engine/resolve-root.ts';
import type { Engine } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import { printable } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';

type IndexedFolder = Pick<Engine, 'root' | 'indexExists'>;

/** An index that exists was made on purpose. */
function isNewAndBroad(folder: IndexedFolder): boolean {
  return isBroadRoot(folder.root) && !folder.indexExists();
}

function refusal(root: string): AppError {
  return new AppError(
    'ValidationError',
    `${printable(root)} contains many projects, and all of them would be indexed`,
    {
      hint: `Name one of them, or say that you mean all: \`code-scout index ${printable(root)} --yes\`.`,
      details: { field: 'root', expected: 'a project', received: root },
    },
  );
}

/** Before a question that would make an index. Throws `AppError`. */
export function refuseBroadRoot(folder: IndexedFolder): void {
  if (isNewAndBroad(folder)) throw refusal(folder.root);
}

/** Before `index`: asks at a terminal. Throws `AppError` where the answer is no, or nobody can be asked. */
export async function confirmBroadRoot(folder: IndexedFolder, terminal: Terminal): Promise<void> {
  if (!isNewAndBroad(folder)) return;
  if (terminal.inputIsTerminal) {
    const { confirmAtTerminal } = await import('../setup/confirm.ts');
    const question = `${printable(folder.root)} contains many projects. Index everything in it?`;
    if (await confirmAtTerminal(question)) return;
  }
  throw refusal(folder.root);
}
