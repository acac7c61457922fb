/**
 * Counters, gauges, histograms and summaries in Prometheus's text format (0.0.4).
 * Invariant: memory grows only with the number of different label values, so callers must take these from bounded sets.
 */
import {
  addLatency,
  createLatencyHistogram,
  latencyQuantile,
  type LatencyHistogram,
} from '../util/latency-histogram.ts';
import type { HttpReply } from '../util/http-message.ts';

/** The values of the metric's `labels`, in their order. */
type LabelValues = readonly string[];

interface Description {
  name: string;
  help: string;
  labels?: readonly string[];
}

export interface Counter {
  add(values: LabelValues, amount?: number): void;
}

interface HistogramDescription extends Description {
  /** Upper bounds of the buckets in seconds, in order. Default: from a cached answer to a minute. */
  bounds?: readonly number[];
}

export interface Histogram {
  /** @param seconds the observed value */
  observe(values: LabelValues, seconds: number): void;
}

/** One value of a gauge; gauges are read at each request. */
export interface Sample {
  values?: LabelValues;
  value: number;
}

export interface Gauge extends Description {
  /** Default: `gauge`. */
  type?: 'gauge' | 'counter';
  read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

export interface MetricsRegistry {
  counter(metric: Description): Counter;
  histogram(metric: HistogramDescription): Histogram;
  /** The median and the 95th and 99th percentiles of all observations, to about 5 %. */
  summary(metric: Description): Histogram;
  gauge(gauge: Gauge): void;
  /** All metrics, in the order of their creation. */
  text(): Promise<string>;
}

/** From a cached answer to indexing a whole project. */
const usualBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

function labelText(names: readonly string[], values: LabelValues, extraPair = ''): string {
  const escaped = (value: string): string =>
    value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  const pairs = names.map((name, i) => `${name}="${escaped(values[i] ?? '')}"`);
  const all = [...pairs, ...(extraPair === '' ? [] : [extraPair])];
  return all.length === 0 ? '' : `{${all.join(',')}}`;
}

function header({ name, help }: Description, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

interface HistogramSeries {
  values: LabelValues;
  /** For each of the bounds, the number of values up to it. */
  counts: number[];
  sum: number;
  count: number;
}

/** The quantiles that a summary reports. */
const quantiles = [0.5, 0.95, 0.99];

interface SummarySeries {
  values: LabelValues;
  latencies: LatencyHistogram;
  sum: number;
  count: number;
}

function summaryLines({ name, labels = [] }: Description, { values, latencies, sum, count }: SummarySeries): string[] {
  const seconds = (share: number): number => Number((latencyQuantile(latencies, share) / 1000).toPrecision(3));
  return [
    ...quantiles.map((share) => `${name}${labelText(labels, values, `quantile="${share}"`)} ${seconds(share)}`),
    `${name}_sum${labelText(labels, values)} ${sum}`,
    `${name}_count${labelText(labels, values)} ${count}`,
  ];
}

function addSummary(families: (() => Promise<string[]>)[], metric: Description): Histogram {
  const series = new Map<string, SummarySeries>();
  families.push(async () => [
    ...header(metric, 'summary'),
    ...[...series.values()].flatMap((one) => summaryLines(metric, one)),
  ]);
  return {
    observe(values, seconds) {
      const key = labelText(metric.labels ?? [], values);
      const entry = series.get(key) ?? { values, latencies: createLatencyHistogram(), sum: 0, count: 0 };
      series.set(key, entry);
      addLatency(entry.latencies, seconds * 1000);
      entry.sum += seconds;
      entry.count++;
    },
  };
}

export function createMetricsRegistry(): MetricsRegistry {
  const families: (() => Promise<string[]>)[] = [];
  return {
    counter(metric) {
      const { name, labels = [] } = metric;
      const series = new Map<string, number>();
      families.push(async () => [
        ...header(metric, 'counter'),
        ...[...series].map(([key, value]) => `${name}${key} ${value}`),
      ]);
      return {
        add(values, amount = 1) {
          const key = labelText(labels, values);
          series.set(key, (series.get(key) ?? 0) + amount);
        },
      };
    },
    histogram(metric) {
      const { name, labels = [], bounds = usualBounds } = metric;
      const series = new Map<string, HistogramSeries>();
      families.push(async () => [
        ...header(metric, 'histogram'),
        ...[...series.values()].flatMap(({ values, counts, sum, count }) => [
          ...bounds.map((bound, i) => `${name}_bucket${labelText(labels, values, `le="${bound}"`)} ${counts[i]}`),
          `${name}_bucket${labelText(labels, values, 'le="+Inf"')} ${count}`,
          `${name}_sum${labelText(labels, values)} ${sum}`,
          `${name}_count${labelText(labels, values)} ${count}`,
        ]),
      ]);
      return {
        observe(values, seconds) {
          const key = labelText(labels, values);
          const entry = series.get(key) ?? { values, counts: bounds.map(() => 0), sum: 0, count: 0 };
          series.set(key, entry);
          // Buckets are cumulative: each counts all values up to its bound.
          bounds.forEach((bound, i) => {
            if (seconds <= bound) entry.counts[i] = (entry.counts[i] ?? 0) + 1;
          });
          entry.sum += seconds;
          entry.count++;
        },
      };
    },
    summary: (metric) => addSummary(families, metric),
    gauge(gauge) {
      const { name, labels = [], type = 'gauge', read } = gauge;
      families.push(async () => {
        const samples = await read();
        return [
          ...header(gauge, type),
          ...samples.map(({ values = [], value }) => `${name}${labelText(labels, values)} ${value}`),
        ];
      });
    },
    async text() {
      const parts = await Promise.all(families.map((family) => family()));
      return `${parts.flat().join('\n')}\n`;
    },
  };
}

/** All metrics as an answer. */
export async function metricsReply(registry: MetricsRegistry): Promise<HttpReply> {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
  return { status: 200, headers, body: await registry.text() };
}
