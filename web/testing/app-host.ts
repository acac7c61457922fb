/**
 * A host of MCP Apps for tests, on the reference implementation's bridge. It runs in the browser: `test/explorer/app-view.test.ts` bundles it. As the reference host has it, the
 * view is in a frame within the frame of a sandbox, which passes messages on; and as a host must, it gives a page that declares no domain the strictest rules.
 */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

type ToolResult = Parameters<AppBridge['sendToolResult']>[0];

/** What the test gives to the page. */
declare function callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<ToolResult>;

export interface HostedView {
  html: string;
  tool: string;
  args: Record<string, unknown>;
  /** Null: the tool is stopped before it answers. */
  result: ToolResult | null;
}

const styles = {
  variables: { '--color-background-primary': 'rgb(20, 30, 40)' },
} as NonNullable<Parameters<AppBridge['setHostContext']>[0]['styles']>;

/** Runs in the sandbox's frame: shows the page that it is sent in a frame of its own, and passes on what both say. */
const sandbox = `<script>
  let view = null;
  addEventListener('message', ({ source, data }) => {
    if (source === parent && data.method === 'ui/notifications/sandbox-resource-ready') {
      view = document.createElement('iframe');
      view.setAttribute('sandbox', data.params.sandbox);
      view.style = 'width: 100%; height: 100vh; border: 0';
      view.srcdoc = data.params.html;
      document.body.append(view);
    } else if (source === parent) view.contentWindow.postMessage(data, '*');
    else if (source === view.contentWindow) parent.postMessage(data, '*');
  });
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script>`;

export const host = {
  bridge: null as AppBridge | null,
  /** Heights that the view has asked for (px). */
  heights: [] as number[],
  initialized: 0,

  /** Resolves when the view has taken its result. */
  async show({ html, tool, args, result }: HostedView): Promise<void> {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.setAttribute('style', 'width: 100%; height: 420px; border: 0');
    document.body.append(frame);
    const target = frame.contentWindow!;
    const toolInfo = { tool: { name: tool, inputSchema: { type: 'object' as const } } };
    const bridge = new AppBridge(
      null,
      { name: 'test', version: '1' },
      { serverTools: {}, logging: {} },
      { hostContext: { theme: 'dark', styles, toolInfo, displayMode: 'inline', locale: 'en' } },
    );
    this.bridge = bridge;
    bridge.oncalltool = (params) => callTool(params);
    bridge.addEventListener('sizechange', ({ height }) => {
      if (height === undefined) return;
      this.heights.push(height);
      frame.style.height = `${height}px`;
    });
    bridge.addEventListener(
      'sandboxready',
      () => void bridge.sendSandboxResourceReady({ html, sandbox: 'allow-scripts' }),
    );
    const ready = new Promise<void>((resolve) => {
      bridge.addEventListener('initialized', () => {
        this.initialized++;
        resolve();
      });
    });
    await bridge.connect(new PostMessageTransport(target, target));
    frame.srcdoc = sandbox;
    await ready;
    await bridge.sendToolInput({ arguments: args });
    if (result === null) await bridge.sendToolCancelled({ reason: 'Stopped by the reader' });
    else await bridge.sendToolResult(result);
  },
};

(globalThis as { host?: typeof host }).host = host;
