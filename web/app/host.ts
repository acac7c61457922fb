/** The view's side of MCP Apps (2026-01-26): JSON-RPC by messages to the window that has the view in a frame. */

/** A tool's answer, as far as the view needs it. */
export interface ToolResult {
  structuredContent?: Record<string, unknown>;
  content?: { type: string; text?: string }[];
  isError?: boolean;
}

export interface HostContext {
  theme?: 'light' | 'dark';
  toolInfo?: { tool?: { name?: string } };
  styles?: { variables?: Record<string, string | undefined> };
}

interface Message {
  jsonrpc?: string;
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message?: string };
}

interface Listener {
  result(result: ToolResult): void;
  /** The tool has been stopped, or its answer is not coming. */
  cancelled(reason: string): void;
  context(context: HostContext): void;
}

export interface Host {
  /** Null where the host passes no calls on to the server. */
  callTool: ((name: string, args: Record<string, unknown>) => Promise<ToolResult>) | null;
}

const protocolVersion = '2026-01-26';

export async function connectHost(listener: Listener): Promise<Host> {
  const pending = new Map<number | string, (message: Message) => void>();
  let lastId = 0;
  const send = (message: Message): void => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const ask = (method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> =>
    new Promise((answered, failed) => {
      const id = ++lastId;
      pending.set(id, ({ result, error }) => {
        if (result === undefined) failed(new Error(error?.message ?? 'The host does not answer'));
        else answered(result);
      });
      send({ id, method, params });
    });
  addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
    // Nobody but the host may say what is shown.
    if (source !== parent || data === null || typeof data !== 'object' || data.jsonrpc !== '2.0') return;
    const { id, method, params = {} } = data;
    if (method === undefined) {
      if (id === undefined) return;
      pending.get(id)?.(data);
      pending.delete(id);
    } else if (method === 'ui/notifications/tool-result') listener.result(params);
    else if (method === 'ui/notifications/tool-cancelled') listener.cancelled(textOf(params['reason']));
    else if (method === 'ui/notifications/host-context-changed') listener.context(params);
    else if (id !== undefined && (method === 'ping' || method === 'ui/resource-teardown')) send({ id, result: {} });
    else if (id !== undefined) send({ id, error: { message: `The view has no method ${method}` } });
  });
  const { hostContext, hostCapabilities } = await ask('ui/initialize', {
    protocolVersion,
    appInfo: { name: 'Code Scout', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  });
  listener.context(hostContext ?? {});
  send({ method: 'ui/notifications/initialized', params: {} });
  new ResizeObserver(() => {
    const { scrollHeight: height, scrollWidth: width } = document.documentElement;
    send({ method: 'ui/notifications/size-changed', params: { width, height } });
  }).observe(document.body);
  const canCall =
    typeof hostCapabilities === 'object' && hostCapabilities !== null && 'serverTools' in hostCapabilities;
  return {
    callTool: canCall ? (name, args) => ask('tools/call', { name, arguments: args }) : null,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
