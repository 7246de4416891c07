// The stage for points: regions, boundaries, and the points themselves, at a moment.

import { Rows } from "./features.js";
import { marginOf, predicted } from "./measure.js";
import { shown, brief, ticks } from "./numbers.js";
import { straightBorders, marginLines, gridOf, curvedBorders, contour, leads, chained, bestOfEach } from "./borders.js";
import { stairsOf, stairBorders } from "./stairs.js";
import { fitted, drawSign, drawCross, drawRing, stroke, classColour, learnerColour } from "./ink.js";

const CELL = 4; // pixels
const MOST_NUMBERS = 4e6; // cells × features
const MOST_VOTES = 1.5e8; // cells × features × steps
const FEWEST_CELLS = 24; // along a side
const TINTS = { light: [0.05, 0.25], dark: [0.06, 0.27] }; // share of a class's colour, least and most
const MOST_KEPT = 24; // scores of grids
const TRAIL = 12, SHORT_TRAIL = 5;
const NEAR = 14; // pixels within which a point is meant

export class Plane {
  constructor(canvas, experiment) {
    Object.assign(this, { canvas, experiment });
    this.picture = document.createElement("canvas");
    this.grids = new Map();
    this.scored = new Map();
    this.pointed = null;
    this.reach = reachOf(experiment.xy);
  }

  // The same scale on both axes, all points in sight.
  frame(width, height) {
    const { x, y, across, up } = this.reach;
    const scale = Math.min((width - 48) / across, (height - 48) / up);
    const [w, h] = [width / scale / 2, height / scale / 2];
    this.box = { x0: x - w, x1: x + w, y0: y - h, y1: y + h };
    this.px = (value) => (value - this.box.x0) * scale;
    this.py = (value) => (this.box.y1 - value) * scale;
    this.size = `${width} ${height}`;
  }

  draw(t, active, look) {
    const { pen, width, height } = fitted(this.canvas);
    if (!width || !height) return;
    this.frame(width, height);
    const learner = this.experiment.learners[active], step = learner.at(t);
    pen.fillStyle = look.colour("--stage");
    pen.fillRect(0, 0, width, height);
    if (step > 0) this.drawRegions(pen, learner, step, look, width, height);
    this.drawGrid(pen, look, width, height);
    this.drawTrail(pen, learner, step, look);
    const others = this.experiment.learners.filter((other) => other !== learner);
    for (const one of [...others, learner]) this.drawBoundaries(pen, one, one.at(t), look);
    if (learner.boosts) this.drawAttention(pen, learner, step, look);
    this.drawPoints(pen, learner, step, look);
  }

  // Scores on a grid of cells over what is in sight, for any learner and readout. Regions, borders
  // and margins ask for the same, and the trail for those of the frames before.
  terrain(learner, step, readout, width, height) {
    const key = `${learner.index} ${readout} ${step} ${this.size}`;
    if (!this.scored.has(key)) {
      const oldest = this.scored.keys().next().value;
      if (this.scored.size >= MOST_KEPT) this.scored.delete(oldest);
      this.scored.set(key, this.score(learner, step, readout, width, height));
    }
    return this.scored.get(key);
  }

  score(learner, step, readout, width, height) {
    const { recording } = learner;
    const wide = recording.own(this.experiment.map.at(0, 0)).length;
    let cells = MOST_NUMBERS / Math.max(wide, 1);
    if (readout === "voted") cells = Math.min(cells, MOST_VOTES / (wide * Math.max(learner.steps, 1)));
    if (learner.boosts) cells = Math.min(cells, 1e4);
    cells = Math.max(cells, FEWEST_CELLS ** 2);
    const cell = Math.max(CELL, Math.sqrt((width * height) / cells));
    const [columns, rows] = [Math.max(Math.ceil(width / cell), 2), Math.max(Math.ceil(height / cell), 2)];
    const key = `${learner.index} ${columns} ${rows} ${this.size}`;
    if (!this.grids.has(key)) {
      if (this.grids.size > 8) this.grids.clear();
      this.grids.set(key, this.sampled(learner, gridOf(this.box, columns, rows)));
    }
    const { grid, seen } = this.grids.get(key);
    return { grid, scores: recording.scoresFor(seen, step, readout, `plane ${key}`) };
  }

  sampled(learner, grid) {
    const table = [];
    for (let row = 0; row < grid.rows; row++) {
      for (let column = 0; column < grid.columns; column++) {
        table.push(learner.recording.own(this.experiment.map.at(grid.x(column), grid.y(row))));
      }
    }
    return { grid, seen: Rows.dense(table, table[0].length) };
  }

  // One small picture, stretched smoothly; the tint is as strong as the score is clear.
  drawRegions(pen, learner, step, look, width, height) {
    if (this.isStepped(learner)) {
      this.drawStairs(pen, learner, step, look);
      return;
    }
    const { grid, scores } = this.terrain(learner, step, learner.readout, width, height);
    const classes = this.experiment.classes.length, best = bestOfEach(scores, classes);
    const image = new ImageData(grid.columns, grid.rows);
    const tint = tinter(look, classes);
    for (let place = 0; place < best.length; place++) {
      const gap = marginOf(scores.subarray(place * classes, (place + 1) * classes), best[place]);
      const row = grid.rows - 1 - Math.floor(place / grid.columns);
      const to = row * grid.columns + (place % grid.columns);
      image.data.set([...tint(best[place], gap), 255], 4 * to);
    }
    Object.assign(this.picture, { width: grid.columns, height: grid.rows });
    this.picture.getContext("2d").putImageData(image, 0, 0);
    pen.drawImage(this.picture, 0, 0, width, height);
  }

  // Boosted stumps on the plain plane answer in rectangles.
  isStepped(learner) {
    return learner.boosts && this.experiment.straight;
  }

  drawStairs(pen, learner, step, look) {
    const classes = this.experiment.classes.length, tint = tinter(look, classes);
    const { xs, ys, scores } = stairsOf(learner.recording, step, this.box);
    scores.forEach((row, j) => row.forEach((own, i) => {
      const best = predicted(own);
      pen.fillStyle = `rgb(${tint(best, marginOf(own, best)).join(" ")})`;
      const [left, top] = [Math.floor(this.px(xs[i])), Math.floor(this.py(ys[j + 1]))];
      pen.fillRect(left, top, Math.ceil(this.px(xs[i + 1])) - left, Math.ceil(this.py(ys[j])) - top);
    }));
  }

  drawGrid(pen, look, width, height) {
    pen.strokeStyle = look.colour("--grid");
    pen.fillStyle = look.colour("--muted");
    pen.font = `11px ${look.font}`;
    pen.lineWidth = 1;
    pen.globalAlpha = 0.7;
    pen.beginPath();
    const most = Math.max(Math.floor(width / 90), 2);
    const xs = ticks(this.box.x0, this.box.x1, most), ys = ticks(this.box.y0, this.box.y1, most);
    for (const x of xs) path(pen, [[this.px(x), 0], [this.px(x), height]]);
    for (const y of ys) path(pen, [[0, this.py(y)], [width, this.py(y)]]);
    pen.stroke();
    pen.globalAlpha = 1;
    pen.textAlign = "center";
    for (const x of xs) if (this.px(x) > 40 && this.px(x) < width - 16) pen.fillText(brief(x), this.px(x), height - 5);
    pen.textAlign = "left";
    for (const y of ys) if (this.py(y) > 16 && this.py(y) < height - 24) pen.fillText(brief(y), 5, this.py(y) - 3);
  }

  segments(learner, step, readout) {
    const { recording } = learner;
    if (step === 0) return [];
    if (learner.isStraight(readout)) {
      return straightBorders(recording.weights(step, readout), recording.heads, this.box);
    }
    if (this.isStepped(learner)) return stairBorders(stairsOf(recording, step, this.box));
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const { grid, scores } = this.terrain(learner, step, readout, width, height);
    return curvedBorders(grid, scores, this.experiment.classes.length);
  }

  margins(learner, step) {
    const { recording, readout } = learner;
    const wanted = learner.loss === "hinge" && this.experiment.classes.length === 2;
    if (!wanted || step === 0 || readout === "voted") return [];
    if (learner.isStraight(readout)) return marginLines(recording.weights(step, readout), this.box);
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const { grid, scores } = this.terrain(learner, step, readout, width, height);
    const lead = leads(scores, 2, 0, 1);
    return [-1, 1].flatMap((level) => contour(grid, lead.map((score) => score - level)));
  }

  drawSegments(pen, segments, colour, kind, width) {
    pen.beginPath();
    for (const line of chained(segments, this.box)) {
      path(pen, line.map(([x, y]) => [this.px(x), this.py(y)]));
    }
    stroke(pen, colour, kind, width);
  }

  drawBoundaries(pen, learner, step, look) {
    const colour = look.colour(learnerColour(learner.index));
    this.drawSegments(pen, this.margins(learner, step), colour, "margin", 1);
    for (const readout of [...learner.readouts].reverse()) {
      this.drawSegments(pen, this.segments(learner, step, readout), colour, readout);
    }
  }

  // Where the boundary was before its last few changes, fading with age.
  drawTrail(pen, learner, step, look) {
    const { readout, recording } = learner;
    const straight = learner.isStraight(readout);
    if (readout === "voted" || (!straight && learner.experiment.map.width > 12)) return;
    const length = straight && this.experiment.classes.length === 2 ? TRAIL : SHORT_TRAIL;
    let age = 0;
    for (let t = step; t > 1 && age < length; t--) {
      if (!recording.changes(t)) continue;
      pen.globalAlpha = 0.36 - (0.3 * age++) / TRAIL;
      this.drawSegments(pen, this.segments(learner, t - 1, readout), look.colour(learnerColour(learner.index)), "trail", 1);
    }
    pen.globalAlpha = 1;
  }

  drawAttention(pen, learner, step, look) {
    const colour = look.colour(learnerColour(learner.index));
    learner.recording.attention(step).forEach((weight, i) => {
      if (this.experiment.heldOut[i]) return;
      const across = Math.min(Math.max(6 + 13 * Math.sqrt(weight), 8), 56);
      pen.beginPath();
      pen.arc(...this.spot(i), across / 2, 0, 2 * Math.PI);
      pen.globalAlpha = 0.12;
      pen.fillStyle = colour;
      pen.fill();
      pen.globalAlpha = 0.55;
      stroke(pen, colour, "solid", 1);
    });
    pen.globalAlpha = 1;
  }

  spot(i) {
    const [x, y] = this.experiment.xy[i];
    return [this.px(x), this.py(y)];
  }

  drawPoints(pen, learner, step, look) {
    const { labels, heldOut, classes } = this.experiment;
    const size = labels.length > 600 ? 6 : labels.length > 250 ? 8 : 9.5;
    labels.forEach((label, i) => drawSign(pen, look, label, ...this.spot(i), size, heldOut[i] === 1));
    if (step > 0) {
      const scores = learner.recording.scores(step, learner.readout);
      labels.forEach((label, i) => {
        const own = scores.subarray(i * classes.length, (i + 1) * classes.length);
        if (!heldOut[i] && marginOf(own, label) <= 0) drawCross(pen, look, ...this.spot(i), 0.34 * size);
      });
    }
    for (const i of learner.recording.visited(step)) drawRing(pen, look, ...this.spot(i), size + 3);
    if (this.pointed !== null) {
      pen.beginPath();
      pen.arc(...this.spot(this.pointed), size + 1, 0, 2 * Math.PI);
      stroke(pen, look.colour("--accent"), "solid", 2);
    }
  }

  // The example nearest to a place on the canvas; null if none is near.
  nearest(x, y) {
    let [best, away] = [null, NEAR];
    this.experiment.xy.forEach((_, i) => {
      const [px, py] = this.spot(i), distance = Math.hypot(px - x, py - y);
      if (distance < away) [best, away] = [i, distance];
    });
    return best;
  }

  told(t, active) {
    const { labels, axes } = this.experiment, learner = this.experiment.learners[active];
    const count = mistakenCount(learner, learner.at(t));
    return `${labels.length} points, ${axes[0]} across and ${axes[1]} up; ${learner.title} gets ${count} of the training points wrong after step ${t}.`;
  }
}

// How many training examples the learner gets wrong; a tie is wrong.
export function mistakenCount(learner, step) {
  const { labels, heldOut, classes } = learner.experiment;
  const scores = learner.recording.scores(step, learner.readout);
  let wrong = 0;
  labels.forEach((label, i) => {
    const own = scores.subarray(i * classes.length, (i + 1) * classes.length);
    if (!heldOut[i] && marginOf(own, label) <= 0) wrong += 1;
  });
  return wrong;
}

// What is said of an example after a step.
export function exampleTold(learner, step, i, readout) {
  const { experiment } = learner, gold = experiment.labels[i];
  const margin = marginOf(learner.recording.scoresOf(i, step, readout), gold);
  const held = experiment.heldOut[i] ? ", held out" : "";
  return [`${experiment.noun} ${i + 1}${held}: `, experiment.classes[gold], ` · margin ${shown(margin)}`];
}

// The tint of a label that is ahead by a gap: [red, green, blue].
function tinter(look, classes) {
  const ground = look.parts("--stage"), [least, most] = look.dark ? TINTS.dark : TINTS.light;
  const colours = Array.from({ length: classes }, (_, k) => look.parts(classColour(k)));
  return (label, gap) => {
    const share = gap > 0 ? least + (most - least) * Math.tanh(gap / 2) : 0;
    return ground.map((part, c) => Math.round(part + share * (colours[label][c] - part)));
  };
}

function path(pen, [first, ...rest]) {
  pen.moveTo(...first);
  for (const spot of rest) pen.lineTo(...spot);
}

function reachOf(xy) {
  const xs = xy.map(([x]) => x), ys = xy.map(([, y]) => y);
  const span = (values) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return values.length ? [(low + high) / 2, high - low] : [0, 2];
  };
  const [[x, across], [y, up]] = [span(xs), span(ys)];
  const least = Math.max(across, up, 1e-9) / 4;
  return { x, y, across: Math.max(across, least), up: Math.max(up, least) };
}
