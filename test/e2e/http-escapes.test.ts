/** Forbidden paths over HTTP: the attacks on `list_directory` and `read_file`, and the same paths in other tools. */
import { makeAttackedProject, prepareEscapes } from '../escapes.ts';
import { describeEscapes, type ToolReply } from '../served-suites.ts';
import { temporaryFolder } from './fixture-project.ts';
import { postMessage, startHttpServer } from './http-process.ts';

describeEscapes('over HTTP', async () => {
  const attacked = makeAttackedProject(temporaryFolder());
  const { url, close } = await startHttpServer({ cwd: attacked.root });
  const call = async (name: string, args: Record<string, unknown>): Promise<ToolReply> => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const result = (await postMessage(url, message)).answer.result as { structuredContent?: Record<string, unknown>; isError?: boolean }; // prettier-ignore
    const { structuredContent: data = {}, isError = false } = result;
    return { isError, text: JSON.stringify(result), data };
  };
  await call('code-scout_index', { background: false });
  prepareEscapes(attacked);
  return { attacked, server: { call, close } };
});
