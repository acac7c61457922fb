/** A terminal with one command and its output, as SVG: readable on light and dark pages, and made of text, so that a change of it can be read. */

const charWidth = 8.4;
const lineHeight = 20;
const margin = 18;
const barHeight = 34;

const colours = {
  back: '#10151f',
  bar: '#1b2230',
  text: '#d7dee9',
  prompt: '#7fd1a1',
  quiet: '#8793a6',
  path: '#8ab8ff',
};

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function colourOf(line: string): string {
  if (/^(file:|tests:|distance )/.test(line)) return colours.path;
  return line.startsWith('note:') ? colours.quiet : colours.text;
}

function textAt(row: number, content: string, colour: string): string {
  const y = barHeight + margin + row * lineHeight;
  return `  <text x="${margin}" y="${y}" fill="${colour}" xml:space="preserve">${content}</text>`;
}

/** @param command without the name of the program */
export function terminalPicture(command: string, output: string): string {
  const lines = output.split('\n');
  const width = Math.ceil(
    Math.max(60, command.length + 13, ...lines.map((line) => line.length)) * charWidth + 2 * margin,
  );
  const height = barHeight + margin + (lines.length + 1) * lineHeight + margin / 2;
  const prompt = `<tspan fill="${colours.prompt}">$</tspan> code-scout ${escaped(command)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Output of code-scout ${escaped(command)}">`,
    `  <rect width="${width}" height="${height}" rx="10" fill="${colours.back}"/>`,
    `  <path d="M0 10a10 10 0 0 1 10-10h${width - 20}a10 10 0 0 1 10 10v${barHeight - 10}h-${width}z" fill="${colours.bar}"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, at) => `  <circle cx="${20 + at * 20}" cy="${barHeight / 2}" r="6" fill="${fill}"/>`,
    ),
    '  <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">',
    textAt(0, prompt, colours.text),
    ...lines.map((line, at) => textAt(at + 1, escaped(line), colourOf(line))),
    '  </g>',
    '</svg>',
    '',
  ].join('\n');
}
