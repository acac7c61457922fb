/** The keys, as a table. */
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const keys: readonly (readonly [string, string])[] = [
  ['/  or  Ctrl K', 'find a symbol, a file, a text, or a path: a -> b'],
  ['↓  ↑', 'move in a list; from the page into its first list'],
  ['←  →', 'move from list to list'],
  ['Enter', 'open'],
  ['Alt ←', 'back'],
  ['p', 'pin what the page shows, or take the pin away'],
  ['t', 'light, dark, or as the system'],
  ['g h', 'start page'],
  ['?', 'this list'],
  ['Esc', 'close'],
];

export function Help({ close }: { close: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      onCancel={close}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div class="help-box">
        <h2 id="help-title">Keys</h2>
        <dl>
          {keys.map(([key, what]) => (
            <div key={key}>
              <dt>
                {key.split('  ').map((one) => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <button type="button" class="plain" onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  );
}
