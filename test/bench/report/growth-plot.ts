/** One workload: what a request costs, by the rows of the largest table. */
export interface GrowthLine {
  readonly name: string;
  readonly points: { readonly rows: number; readonly ms: number }[];
}

const WIDTH = 720;
const HEIGHT = 440;
const margin = { left: 64, right: 64, top: 24, bottom: 48 };
const colors = ['#1f77b4', '#d62728', '#2ca02c', '#9467bd', '#8c564b', '#e377c2', '#7f7f7f', '#ff7f0e'];
/** Ends of lines that would touch get this much of room between their names. */
const LINE_HEIGHT = 14;

/** Both axes are logarithmic, so that what grows with the table is a slope and what does not is level. */
export function growthPlot(lines: readonly GrowthLine[], yTitle: string): string {
  const points = lines.flatMap((line) => line.points);
  const x = axis(
    points.map(({ rows }) => rows),
    margin.left,
    WIDTH - margin.right,
  );
  const y = axis(
    points.map(({ ms }) => ms),
    HEIGHT - margin.bottom,
    margin.top,
  );
  const parts = [
    ...x.ticks.map((tick) => vertical(x.at(tick), written(tick))),
    ...y.ticks.map((tick) => horizontal(y.at(tick), written(tick))),
    text((margin.left + WIDTH - margin.right) / 2, HEIGHT - 8, 'rows of actual time', 'middle'),
    `<g transform="rotate(-90)">${text(-HEIGHT / 2, 14, yTitle, 'middle')}</g>`,
    ...lines.map((line, index) => curve(line, colors[index % colors.length] ?? '#000', x.at, y.at)),
    ...names(lines, y.at),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

interface Axis {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** From the power of ten below all values to the one above them. */
function axis(values: readonly number[], from: number, to: number): Axis {
  const least = Math.floor(Math.log10(Math.min(...values)));
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...values))));
  const ticks = Array.from({ length: most - least + 1 }, (_, index) => 10 ** (least + index));
  const at = (value: number): number => from + ((Math.log10(value) - least) / (most - least)) * (to - from);
  return { ticks, at };
}

function curve(line: GrowthLine, color: string, x: Axis['at'], y: Axis['at']): string {
  const places = line.points.map(({ rows, ms }) => [place(x(rows)), place(y(ms))] as const);
  const dots = places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`);
  const path = places.map((at) => at.join(',')).join(' ');
  return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}`;
}

/** At the right ends of the lines, moved apart where they would lie on each other. */
function names(lines: readonly GrowthLine[], y: Axis['at']): string[] {
  const ends = lines
    .map(({ name, points }, index) => ({ name, index, at: y(points.at(-1)?.ms ?? 1) }))
    .sort((one, other) => one.at - other.at);
  let lowest = -Infinity;
  return ends.map(({ name, index, at }) => {
    lowest = Math.max(at + 4, lowest + LINE_HEIGHT);
    return text(WIDTH - margin.right + 8, lowest, name, 'start', colors[index % colors.length]);
  });
}

const vertical = (x: number, label: string): string =>
  stroke(x, margin.top, x, HEIGHT - margin.bottom) + text(x, HEIGHT - margin.bottom + 18, label, 'middle');

const horizontal = (y: number, label: string): string =>
  stroke(margin.left, y, WIDTH - margin.right, y) + text(margin.left - 8, y + 4, label, 'end');

const stroke = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line x1="${place(x1)}" y1="${place(y1)}" x2="${place(x2)}" y2="${place(y2)}" stroke="#ddd"/>`;

const text = (x: number, y: number, words: string, anchor: string, fill = '#333'): string =>
  `<text x="${place(x)}" y="${place(y)}" text-anchor="${anchor}" fill="${fill}">${words}</text>`;

const place = (value: number): number => Math.round(value * 10) / 10;

const written = (value: number): string => Number(value.toPrecision(1)).toLocaleString('en');
