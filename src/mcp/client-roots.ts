/** Asks the client for its roots, the folders that it has open (older protocol revisions only). */
import { fileURLToPath } from 'node:url';
import type { ProtocolServer } from './protocol-server.ts';

const answerLimitMs = 2000;

/** The folder of the client's only root; null if the client has none or several, or does not answer in time. */
export async function onlyClientRoot(server: ProtocolServer): Promise<string | null> {
  try {
    const { roots } = await server.request({ method: 'roots/list' }, { timeout: answerLimitMs });
    const [only] = roots;
    return only !== undefined && roots.length === 1 ? fileURLToPath(only.uri) : null;
  } catch {
    // The client did not answer, or its root is not a folder of this machine.
    return null;
  }
}
