/** A collector of traces for tests: takes OTLP over HTTP as JSON, and keeps what it gets. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  /** Empty for a root. */
  parent: string;
  name: string;
  /** 1: internal, 2: server, 3: client. */
  kind: number;
  attributes: Readonly<Record<string, unknown>>;
  isFailed: boolean;
}

interface Attribute {
  key: string;
  value: Readonly<Record<string, unknown>>;
}

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status?: { code?: number };
}

interface Sent {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** All bodies, as they were sent. */
  text = '';
  /** Requests that were begun, also those that never get an answer. */
  requests = 0;
  /** It takes what is sent, and never answers. */
  isSilent = false;
  #server: Server | null = null;

  /** Returns the value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  async listen(): Promise<string> {
    const server = createServer((request, response) => {
      this.requests++;
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        if (this.isSilent) return;
        const isTraces = request.method === 'POST' && request.url === '/v1/traces' && request.headers['content-type'] === 'application/json'; // prettier-ignore
        if (isTraces) this.#take(body);
        response.writeHead(isTraces ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
      });
    });
    this.#server = server;
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  #take(body: string): void {
    this.text += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const { traceId, spanId, parentSpanId = '', name, kind, attributes, status } of scopeSpans.flatMap(({ spans }) => spans)) // prettier-ignore
        this.spans.push({ service, traceId, spanId, parent: parentSpanId, name, kind, attributes: valuesOf(attributes), isFailed: status?.code === 2 }); // prettier-ignore
    }
  }

  /** The spans of a trace below one, indented, each with its service; those beside each other by name. */
  tree(traceId: string, parent = '', depth = 0): string[] {
    return this.spans
      .filter((span) => span.traceId === traceId && span.parent === parent)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((span) => [`${'  '.repeat(depth)}${span.service} ${span.name}`, ...this.tree(traceId, span.spanId, depth + 1)]); // prettier-ignore
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
