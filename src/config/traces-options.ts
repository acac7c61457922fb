/** The option of `traces.`, a part of the table in options.ts. Where traces are sent is said by the variables of OpenTelemetry alone. */
import type { Option } from './option.ts';

export const tracesOptions = {
  'traces.repositories': {
    type: 'boolean',
    default: false,
    trust: 'user',
    description:
      'Whether the traces of an organisation’s server name repositories. They are sent only where `OTEL_EXPORTER_OTLP_ENDPOINT` is set, and whoever reads them there ' +
      'may not be allowed to know of every repository.',
  },
} as const satisfies Record<string, Option>;
