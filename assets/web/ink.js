// Canvases, colours and the signs of the classes.

const COLOURS = 8;
const LEARNER_COLOURS = 4;
const SIZES = [1, 0.92, 1.08, 1.25, 1.08, 1.4, 1.08, 1.08]; // so that all look equally large
const DASHES = { averaged: [2.5, 3.5], voted: [11, 4, 2.5, 4], margin: [4, 4] };

// Beyond eight classes colours repeat, but not with the same shape.
export function shapeOf(label) {
  return (label + Math.floor(label / COLOURS)) % COLOURS;
}

export const classColour = (label) => `--class-${label % COLOURS}`;
export const learnerColour = (index) => `--learner-${index % LEARNER_COLOURS}`;

// The colours of the look in force, by the names that the style sheet gives them.
export class Look {
  constructor() {
    this.style = getComputedStyle(document.documentElement);
    this.known = new Map();
  }

  colour(name) {
    if (!this.known.has(name)) this.known.set(name, this.style.getPropertyValue(name).trim());
    return this.known.get(name);
  }

  of(label) {
    return this.colour(classColour(label));
  }

  // [red, green, blue]
  parts(name) {
    const hex = this.colour(name);
    return [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));
  }

  get dark() {
    const [red, green, blue] = this.parts("--ground");
    return red + green + blue < 384;
  }

  get font() {
    return getComputedStyle(document.body).fontFamily;
  }
}

// The drawing context of a canvas as large as it is shown, in CSS pixels, wiped.
export function fitted(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, { width: across, height: down });
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  return { pen, width, height };
}

function corners(count, notch = 1) {
  return Array.from({ length: count }, (_, k) => {
    const radius = 0.5 * (k % 2 ? notch : 1), angle = (2 * Math.PI * k) / count - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

const OUTLINES = [
  null, // a circle
  [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]],
  [[-0.5, 0.5], [0, -0.5], [0.5, 0.5]],
  [[0, -0.5], [-0.4, 0], [0, 0.5], [0.4, 0]],
  corners(5),
  corners(10, 0.4),
  corners(6),
  [[-0.5, -0.5], [0, 0.5], [0.5, -0.5]],
];

// The sign of a class, filled, or hollow for what is held out.
export function drawSign(pen, look, label, x, y, size, hollow = false) {
  const shape = shapeOf(label), full = size * SIZES[shape] - (hollow ? 1 : 0);
  const [colour, ground] = [look.of(label), look.colour("--stage")];
  pen.beginPath();
  if (OUTLINES[shape] === null) pen.arc(x, y, full / 2, 0, 2 * Math.PI);
  else for (const [dx, dy] of OUTLINES[shape]) pen.lineTo(x + dx * full, y + dy * full);
  pen.closePath();
  pen.fillStyle = hollow ? ground : colour;
  pen.strokeStyle = hollow ? colour : ground;
  pen.lineWidth = hollow ? Math.min(1.8, 0.25 * size) : Math.min(1.1, 0.14 * size);
  pen.fill();
  pen.stroke();
}

export function drawCross(pen, look, x, y, reach) {
  for (const [colour, width] of [["--stage", 3.2], ["--text", 1.6]]) {
    pen.strokeStyle = look.colour(colour);
    pen.lineWidth = width;
    pen.beginPath();
    pen.moveTo(x - reach, y - reach);
    pen.lineTo(x + reach, y + reach);
    pen.moveTo(x - reach, y + reach);
    pen.lineTo(x + reach, y - reach);
    pen.stroke();
  }
}

export function drawRing(pen, look, x, y, radius) {
  for (const [colour, width] of [["--stage", 5], ["--text", 2.4]]) {
    pen.strokeStyle = look.colour(colour);
    pen.lineWidth = width;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.stroke();
  }
}

// Solid, dotted or dashed by what a line shows.
export function stroke(pen, colour, kind, width = 2.4) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.setLineDash(DASHES[kind] ?? []);
  pen.lineCap = "butt";
  pen.stroke();
  pen.setLineDash([]);
}

// A class sign as a small canvas of its own, for legends.
export function signCanvas(label, look) {
  const canvas = document.createElement("canvas");
  canvas.className = "sign";
  canvas.setAttribute("aria-hidden", "true");
  const ratio = 3;
  Object.assign(canvas, { width: 14 * ratio, height: 14 * ratio });
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  drawSign(pen, look, label, 7, 7, 9.5);
  return canvas;
}

// An element with a class and a text; texts are only ever set as text.
export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

// A name from the data: it has its own direction of writing and does not turn its surroundings.
export function nameElement(text, className = "name") {
  return element("bdi", className, text);
}

export function shorter(text, longest) {
  const signs = Array.from(text.slice(0, 8 * longest).replace(/\s+/g, " ").trim());
  return signs.length <= longest ? signs.join("") : `${signs.slice(0, longest - 1).join("")}…`;
}
