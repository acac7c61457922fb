/**
 * Plots on logarithmic axes as plain SVG: panels beside each other, lines with marks, references as dashed lines, and a
 * legend below each panel.
 * Invariant: no value is left out; an axis includes all values and references.
 */
import { escapeXml, logScale, logTicks, tickLabel, type LogScale } from './plot-scale.ts';

export interface PlotPoint {
  x: number;
  y: number;
}

export interface PlotLine {
  label: string;
  points: readonly PlotPoint[];
}

export interface PlotPanel {
  title: string;
  xLabel: string;
  yLabel: string;
  lines: readonly PlotLine[];
  /** Drawn dashed, with their label at the end. */
  references: readonly PlotLine[];
}

export interface Plot {
  title: string;
  subtitle: string;
  panels: readonly PlotPanel[];
}

/** Distinguishable for people with red-green colour blindness, on light and dark backgrounds. */
const colours: readonly { light: string; dark: string }[] = [
  { light: '#0b6bb5', dark: '#5ab4f5' },
  { light: '#c45500', dark: '#ff9e4a' },
  { light: '#0a7f5e', dark: '#3fcf9f' },
  { light: '#a8327d', dark: '#f08cc8' },
  { light: '#6b5500', dark: '#e2c541' },
  { light: '#5b4bb5', dark: '#b3a5ff' },
  { light: '#555555', dark: '#c0c0c0' },
];

const panelWidth = 460;
const panelHeight = 320;
const margin = { left: 56, right: 66, top: 104, bottom: 52 };
const gap = 14;
const legendRow = 20;
const legendTop = 44;

const style = (): string => {
  const rules = (mode: 'light' | 'dark'): string =>
    colours.map((colour, at) => `.s${at}{stroke:${colour[mode]}}.f${at}{fill:${colour[mode]}}`).join('');
  return [
    'text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;font-size:12px;fill:#24292f}',
    '.ground{fill:#ffffff}.title{font-size:17px;font-weight:600}.panel{font-size:14px;font-weight:600}',
    '.quiet{fill:#57606a}.grid{stroke:#d8dee4;stroke-width:1}.axis{stroke:#57606a;stroke-width:1}',
    '.reference{stroke:#57606a;stroke-width:1.5;stroke-dasharray:6 4;fill:none}',
    '.line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}',
    rules('light'),
    '@media (prefers-color-scheme:dark){text{fill:#e6edf3}.ground{fill:#0d1117}.quiet{fill:#9da7b1}.grid{stroke:#2a313a}',
    `.axis,.reference{stroke:#9da7b1}${rules('dark')}}`,
  ].join('');
};

const pixel = (value: number): string => value.toFixed(1);

/** Each line has its own mark shape, for prints without colours. */
function mark(at: number, x: number, y: number): string {
  const size = 4;
  const colour = `class="f${at % colours.length}"`;
  const polygon = (...points: [number, number][]): string =>
    `<polygon ${colour} points="${points.map(([dx, dy]) => `${pixel(x + dx * size)},${pixel(y + dy * size)}`).join(' ')}"/>`;
  switch (at % 4) {
    case 0:
      return `<circle ${colour} cx="${pixel(x)}" cy="${pixel(y)}" r="${size}"/>`;
    case 1:
      return polygon([-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]);
    case 2:
      return polygon([0, -1.2], [1.1, 0.9], [-1.1, 0.9]);
    default:
      return polygon([0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]);
  }
}

const path = (points: readonly PlotPoint[], x: LogScale, y: LogScale): string =>
  points.map((point, at) => `${at === 0 ? 'M' : 'L'}${pixel(x.at(point.x))} ${pixel(y.at(point.y))}`).join('');

function rangeOf(values: readonly number[]): [number, number] {
  const from = Math.min(...values);
  const to = Math.max(...values);
  return from === to ? [from / 2, to * 2] : [from, to];
}

interface Frame {
  left: number;
  x: LogScale;
  y: LogScale;
  /** The ticks of the x axis: the measured values. */
  xTicks: readonly number[];
}

function frameOf({ lines, references }: PlotPanel, left: number): Frame {
  const all = [...lines, ...references].flatMap(({ points }) => points);
  const [low, high] = rangeOf(all.map(({ y }) => y));
  const bottom = margin.top + panelHeight;
  return {
    left,
    x: logScale(rangeOf(all.map(({ x }) => x)), [left, left + panelWidth]),
    // A margin, so that no mark touches the frame.
    y: logScale([low / 1.15, high * 1.15], [bottom, margin.top]),
    xTicks: [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b),
  };
}

function axes({ xLabel, yLabel, title }: PlotPanel, { left, x, y, xTicks }: Frame): string[] {
  const bottom = margin.top + panelHeight;
  const right = left + panelWidth;
  const middle = margin.top + panelHeight / 2;
  return [
    `<text class="panel" x="${left}" y="${margin.top - 14}">${escapeXml(title)}</text>`,
    ...logTicks(y).flatMap((value) => {
      const at = pixel(y.at(value));
      return [
        `<line class="grid" x1="${left}" x2="${right}" y1="${at}" y2="${at}"/>`,
        `<text class="quiet" x="${left - 8}" y="${pixel(y.at(value) + 4)}" text-anchor="end">${tickLabel(value)}</text>`,
      ];
    }),
    ...xTicks.flatMap((value) => {
      const at = pixel(x.at(value));
      return [
        `<line class="grid" x1="${at}" x2="${at}" y1="${margin.top}" y2="${bottom}"/>`,
        `<text class="quiet" x="${at}" y="${bottom + 18}" text-anchor="middle">${tickLabel(value)}</text>`,
      ];
    }),
    `<path class="axis" fill="none" d="M${left} ${margin.top}V${bottom}H${right}"/>`,
    `<text class="quiet" x="${left + panelWidth / 2}" y="${bottom + 38}" text-anchor="middle">${escapeXml(xLabel)}</text>`,
    `<text class="quiet" transform="translate(${left - 40} ${middle}) rotate(-90)" text-anchor="middle">${escapeXml(yLabel)}</text>`,
  ];
}

function series({ lines, references }: PlotPanel, { x, y }: Frame): string[] {
  return [
    ...references.flatMap(({ label, points }) => {
      const end = points.at(-1)!;
      return [
        `<path class="reference" d="${path(points, x, y)}"/>`,
        `<text class="quiet" x="${pixel(x.at(end.x) + 8)}" y="${pixel(y.at(end.y) + 4)}">${escapeXml(label)}</text>`,
      ];
    }),
    ...lines.map(({ points }, at) => `<path class="line s${at % colours.length}" d="${path(points, x, y)}"/>`),
    ...lines.flatMap(({ points }, at) => points.map((point) => mark(at, x.at(point.x), y.at(point.y)))),
  ];
}

function legend({ lines }: PlotPanel, { left }: Frame): string[] {
  const top = margin.top + panelHeight + margin.bottom + legendTop - 30;
  return lines.flatMap(({ label }, at) => {
    const y = top + at * legendRow;
    return [
      `<path class="line s${at % colours.length}" d="M${left} ${y}h26"/>`,
      mark(at, left + 13, y),
      `<text x="${left + 36}" y="${y + 4}">${escapeXml(label)}</text>`,
    ];
  });
}

/** The complete SVG file. */
export function svgOf({ title, subtitle, panels }: Plot): string {
  const each = margin.left + panelWidth + margin.right;
  const width = panels.length * each + (panels.length - 1) * gap;
  const rows = Math.max(0, ...panels.map(({ lines }) => lines.length));
  const height = margin.top + panelHeight + margin.bottom + legendTop + rows * legendRow;
  const drawn = panels.flatMap((panel, at) => {
    const frame = frameOf(panel, at * (each + gap) + margin.left);
    return [...axes(panel, frame), ...series(panel, frame), ...legend(panel, frame)];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<style>${style()}</style>`,
    `<rect class="ground" width="${width}" height="${height}" rx="6"/>`,
    `<text class="title" x="${margin.left}" y="34">${escapeXml(title)}</text>`,
    `<text class="quiet" x="${margin.left}" y="55">${escapeXml(subtitle)}</text>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}
