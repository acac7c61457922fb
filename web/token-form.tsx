/** Asks for the server's token, where the page was opened without it. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SourceError } from './source.ts';
import { currentToken, setToken } from './token.ts';

export function TokenForm({ error }: { error: SourceError }): VNode {
  const [text, setText] = useState('');
  const isWrong = currentToken() !== null;
  return (
    <form
      class="page structure token"
      onSubmit={(event) => {
        event.preventDefault();
        setToken(text.trim());
        location.reload();
      }}
    >
      <h1>This server wants a token</h1>
      <p>
        {isWrong ? 'The token that this tab has is not valid here.' : 'This tab has none.'} Paste yours; it stays in
        this tab. For a server on your own machine, follow the URL that <code>code-scout open</code> prints. For your
        organisation’s server, its administrator gives you one (<code>code-scout catalogue token create</code>).
      </p>
      <p>
        <label>
          Token{' '}
          <input
            type="password"
            autocomplete="off"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>{' '}
        <button type="submit">Use it</button>
      </p>
      {isWrong && <p class="quiet">{error.message}</p>}
    </form>
  );
}
