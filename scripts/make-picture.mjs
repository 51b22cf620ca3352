// Plays the demo in colour and draws part of what it printed as docs/picture.svg: real output of a
// real run, shortened where a dim `…` stands. Needs the build. With a file as argument, that is
// drawn instead of a new run.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const CELL = { width: 8.43, height: 19, font: 14 };
const EDGE = { x: 20, top: 52, bottom: 22 };
const COLUMNS = 100;

const COLOURS = {
  ground: '#16181d',
  bar: '#22252c',
  plain: '#d6d9e0',
  dim: '#858b98',
  31: '#f07178',
  32: '#a5d179',
  33: '#f2c55c',
  36: '#6cc7d9',
};

const ESCAPE = '\u{1b}';
const STYLE = new RegExp(`(${ESCAPE}\\[[\\d;]*m)`, 'u');
const DOTS = `${ESCAPE}[2m…${ESCAPE}[22m`;

const output = process.argv[2] === undefined ? playDemo() : readFileSync(process.argv[2], 'utf8');
const picture = svg([`${ESCAPE}[2m$${ESCAPE}[22m npm start`, DOTS, ...parts(output)]);
writeFileSync(join(ROOT, 'docs', 'picture.svg'), picture);
process.stdout.write(`docs/picture.svg: ${Buffer.byteLength(picture)} bytes\n`);

function playDemo() {
  const argv = [join(ROOT, 'bin', 'fanin.mjs'), 'demo', '--no-keep', '--color'];
  return execFileSync(process.execPath, argv, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** How the run ended, task by task; when what happened; and what it meant. */
function parts(text) {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const at = (pattern) => {
    const found = lines.findIndex((line) => pattern.test(plain(line)));
    if (found === -1) throw new Error(`the demo printed nothing like ${pattern}`);
    return found;
  };
  return [
    ...lines.slice(at(/^\S+ waits for you · /), at(/^Where work is held/)),
    DOTS,
    ...lines.slice(at(/^Time line/), at(/^What a receipt says/)),
    DOTS,
    ...lines.slice(at(/^What happened/), at(/^What landed/) - 1),
  ];
}

function svg(lines) {
  const width = Math.ceil(COLUMNS * CELL.width + 2 * EDGE.x);
  const height = EDGE.top + lines.length * CELL.height + EDGE.bottom - CELL.height;
  const rows = lines.map((line, index) => row(line, EDGE.top + index * CELL.height));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    '<title id="title">A terminal after npm start: how the demo ended, its time line, what happened</title>',
    `<rect width="${width}" height="${height}" rx="9" fill="${COLOURS.ground}"/>`,
    `<path d="M0 9a9 9 0 0 1 9-9h${width - 18}a9 9 0 0 1 9 9v21h-${width}z" fill="${COLOURS.bar}"/>`,
    ...['#f07178', '#f2c55c', '#a5d179'].map(
      (fill, index) => `<circle cx="${22 + index * 18}" cy="15" r="5" fill="${fill}"/>`,
    ),
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="${CELL.font}" fill="${COLOURS.plain}">`,
    ...rows.filter((each) => each !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** One line of text: each word run stands where the terminal has it, whatever font is found. */
function row(line, y) {
  const words = spans(line).map(({ column, text, style }) => {
    const x = round(EDGE.x + column * CELL.width);
    const length = round([...text].length * CELL.width);
    return `<tspan x="${x}" textLength="${length}"${paint(style)}>${escaped(text)}</tspan>`;
  });
  return words.length === 0 ? '' : `<text y="${y}">${words.join('')}</text>`;
}

/** The pieces of a line with their styles; two spaces or more are not drawn. */
function spans(line) {
  const style = { colour: null, bold: false, dim: false };
  const found = [];
  let column = 0;
  for (const piece of line.split(STYLE)) {
    if (piece.startsWith(ESCAPE)) {
      piece
        .slice(2, -1)
        .split(';')
        .forEach((each) => restyle(style, Number(each)));
      continue;
    }
    for (const text of piece.split(/( {2,})/)) {
      const words = text.trim();
      const start = column + [...text].length - [...text.trimStart()].length;
      if (words !== '') found.push({ column: start, text: words, style: { ...style } });
      column += [...text].length;
    }
  }
  return found;
}

function restyle(style, code) {
  if (code === 0) Object.assign(style, { colour: null, bold: false, dim: false });
  else if (code === 1) style.bold = true;
  else if (code === 2) style.dim = true;
  else if (code === 22) Object.assign(style, { bold: false, dim: false });
  else if (code === 39) style.colour = null;
  else style.colour = code;
}

function paint({ colour, bold, dim }) {
  const fill = colour === null ? (dim ? COLOURS.dim : null) : COLOURS[colour];
  return `${fill ? ` fill="${fill}"` : ''}${bold ? ' font-weight="bold"' : ''}`;
}

function plain(line) {
  return line
    .split(STYLE)
    .filter((piece) => !piece.startsWith(ESCAPE))
    .join('');
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(number) {
  return Math.round(number * 100) / 100;
}
