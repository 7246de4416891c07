// The stage for texts and tables: every example where its score puts it, drifting as it is learnt.

import { marginOf } from "./measure.js";
import { brief, ticks } from "./numbers.js";
import { fitted, drawSign, drawCross, drawRing, stroke, classColour, learnerColour, shorter } from "./ink.js";
import { mistakenCount } from "./plane.js";

const ROUND = [1, 1.5, 2, 3, 5, 7, 10];
const USUAL = 0.98; // share of the examples that the scale is made for
const GROUND_TINTS = { light: [0.03, 0.13], dark: [0.04, 0.15] };
const CLOSE = 12; // pixels within which an example is meant
const SLIDE = 160; // milliseconds from one place to the next

export class DocumentMap {
  constructor(canvas, experiment) {
    Object.assign(this, { canvas, experiment });
    this.bands = experiment.classes.length > 2;
    this.ups = this.bands ? inBands(experiment) : experiment.heights.map((h) => 0.05 + 0.9 * h);
    this.pointed = null;
    this.shown = null; // values and reaches as they are drawn, on their way to the wanted ones
    this.order = Array.from(experiment.labels.keys()).sort((a, b) => mixed(a) - mixed(b));
  }

  // Of two classes, by how much the second leads; of more, by how much the own one does.
  values(learner, step) {
    const { labels, classes } = this.experiment, count = classes.length;
    const scores = learner.recording.scores(step, learner.readout);
    return Float64Array.from(labels, (label, i) => {
      const own = scores.subarray(i * count, (i + 1) * count);
      return this.bands ? marginOf(own, label) : own[1] - own[0];
    });
  }

  // How far the scale goes to either side: as far as now or at the end, so that it seldom moves.
  reaches(learner, values) {
    const end = this.values(learner, learner.steps);
    const reach = (sign) => roundedUp(Math.max(usual(values, sign), usual(end, sign)));
    const [left, right] = [reach(-1), reach(1)];
    if (this.bands) return [Math.max(left, roundedUp(0.3 * right)), right];
    return [Math.max(left, right), Math.max(left, right)];
  }

  // Draws, and says whether examples are still on their way.
  draw(t, active, look, sliding) {
    const { pen, width, height } = fitted(this.canvas);
    if (!width || !height) return false;
    const learner = this.experiment.learners[active], step = learner.at(t);
    const values = this.values(learner, step);
    const moving = this.slide(values, this.reaches(learner, values), `${t} ${active}`, sliding);
    this.lay(width, height, look);
    pen.fillStyle = look.colour("--stage");
    pen.fillRect(0, 0, width, height);
    this.drawGround(pen, look);
    this.drawAxis(pen, learner, look, width, height);
    this.drawExamples(pen, learner, step, look);
    return moving;
  }

  slide(values, reaches, key, sliding) {
    const now = performance.now();
    if (!sliding || this.shown === null) {
      this.shown = { values, reaches };
      this.from = null;
    } else if (this.key !== key) {
      this.from = { ...this.shown, since: now };
    }
    this.key = key;
    if (!this.from) {
      this.shown = { values, reaches };
      return false;
    }
    const share = Math.min((now - this.from.since) / SLIDE, 1), eased = share * (2 - share);
    const between = (from, to) => from + eased * (to - from);
    this.shown = {
      values: values.map((value, i) => between(this.from.values[i], value)),
      reaches: reaches.map((reach, k) => between(this.from.reaches[k], reach)),
    };
    if (share === 1) this.from = null;
    return share < 1;
  }

  lay(width, height, look) {
    const names = this.bands && width > 520 ? 96 : 10;
    const area = { left: names, right: width - 10, top: 10, bottom: height - 34 };
    const [left, right] = this.shown.reaches;
    const scale = (area.right - area.left) / (left + right);
    this.area = area;
    this.px = (value) => area.left + Math.min(Math.max((value + left) * scale, 2), area.right - area.left - 2);
    this.py = (up) => area.bottom - up * (area.bottom - area.top);
    this.tints = look.dark ? GROUND_TINTS.dark : GROUND_TINTS.light;
  }

  drawGround(pen, look) {
    const { left, right, top, bottom } = this.area, zero = this.px(0);
    const classes = this.experiment.classes.length;
    this.drawTint(pen, look.colour(this.bands ? "--muted" : classColour(0)), zero, left, top, bottom);
    const height = (bottom - top) / (this.bands ? classes : 1);
    for (let k = 0; k < (this.bands ? classes : 1); k++) {
      const label = this.bands ? k : 1, from = top + k * height;
      this.drawTint(pen, look.of(label), zero, right, from, from + height - (this.bands ? 1.5 : 0));
      if (this.bands && left > 50) this.drawBandName(pen, look, k, from + height / 2);
    }
  }

  drawTint(pen, colour, from, to, top, bottom) {
    const gradient = pen.createLinearGradient(from, 0, to, 0);
    const tint = (share) => `color-mix(in srgb, ${colour} ${100 * share}%, transparent)`;
    gradient.addColorStop(0, tint(this.tints[0]));
    gradient.addColorStop(1, tint(this.tints[1]));
    pen.fillStyle = gradient;
    pen.fillRect(Math.min(from, to), top, Math.abs(to - from), bottom - top);
  }

  drawBandName(pen, look, label, y) {
    drawSign(pen, look, label, 14, y, 9);
    pen.fillStyle = look.colour("--muted");
    pen.font = `11px ${look.font}`;
    pen.textAlign = "left";
    pen.fillText(shorter(this.experiment.classes[label], 12), 24, y + 4);
  }

  drawAxis(pen, learner, look, width, height) {
    const { left, right, top, bottom } = this.area, colour = look.colour(learnerColour(learner.index));
    const [low, high] = this.shown.reaches;
    pen.fillStyle = look.colour("--muted");
    pen.font = `11px ${look.font}`;
    pen.textAlign = "center";
    for (const value of ticks(-low, high, Math.max(Math.floor(width / 90), 2))) {
      const x = this.px(value);
      if (x > left + 8 && x < right - 8) pen.fillText(brief(value), x, height - 20);
    }
    pen.fillText(shorter(this.axisName(learner, width), 90), (left + right) / 2, height - 6);
    const margins = learner.loss === "hinge" && learner.readout !== "voted" ? (this.bands ? [1] : [-1, 1]) : [];
    for (const value of [...margins, 0]) {
      pen.beginPath();
      pen.moveTo(this.px(value), top);
      pen.lineTo(this.px(value), bottom);
      stroke(pen, colour, value ? "margin" : learner.readout, value ? 1 : 2.4);
    }
    if (!this.bands) this.drawSides(pen, look);
  }

  axisName(learner, width) {
    if (this.bands) return width < 520 ? "lead of the own class; left of 0 is wrong" : "lead of its own class over the best other one; left of 0 is wrong";
    return learner.readout === "voted" ? "share of votes that leads; boundary at 0" : "score; boundary at 0";
  }

  // The class that is predicted on either side, in its upper corner.
  drawSides(pen, look) {
    const { left, right, top } = this.area;
    pen.font = `600 12px ${look.font}`;
    for (const [label, x] of [[0, left + 8], [1, right - 8]]) {
      const name = shorter(this.experiment.classes[label], 18);
      const wide = pen.measureText(name).width + 27, from = label ? x - wide : x;
      pen.globalAlpha = 0.85;
      pen.fillStyle = look.colour("--card");
      pen.beginPath();
      pen.roundRect(from, top + 6, wide, 22, 11);
      pen.fill();
      pen.globalAlpha = 1;
      drawSign(pen, look, label, from + 12, top + 17, 8);
      pen.fillStyle = look.colour("--text");
      pen.textAlign = "left";
      pen.fillText(name, from + 21, top + 21);
    }
  }

  spot(i) {
    return [this.px(this.shown.values[i]), this.py(this.ups[i])];
  }

  drawExamples(pen, learner, step, look) {
    const { labels, heldOut } = this.experiment, count = labels.length;
    const size = count > 1500 ? 6 : count > 400 ? 7.5 : 9;
    for (const i of this.order) drawSign(pen, look, labels[i], ...this.spot(i), size, heldOut[i] === 1);
    if (step > 0 && count <= 1000) {
      const wrong = (i) => (this.bands ? this.shown.values[i] : (2 * labels[i] - 1) * this.shown.values[i]) <= 0;
      labels.forEach((_, i) => { if (!heldOut[i] && wrong(i)) drawCross(pen, look, ...this.spot(i), 0.34 * size); });
    }
    for (const i of learner.recording.visited(step)) drawRing(pen, look, ...this.spot(i), size + 3);
    if (this.pointed !== null) {
      pen.beginPath();
      pen.arc(...this.spot(this.pointed), size + 1, 0, 2 * Math.PI);
      stroke(pen, look.colour("--accent"), "solid", 2);
    }
  }

  nearest(x, y) {
    let [best, away] = [null, CLOSE];
    if (this.shown) this.experiment.labels.forEach((_, i) => {
      const [px, py] = this.spot(i), distance = Math.hypot(px - x, py - y);
      if (distance < away) [best, away] = [i, distance];
    });
    return best;
  }

  told(t, active) {
    const { labels, noun } = this.experiment, learner = this.experiment.learners[active];
    const count = mistakenCount(learner, learner.at(t));
    return `${labels.length} ${noun}s by their scores; ${learner.title} gets ${count} of those to learn from wrong after step ${t}.`;
  }
}

// An order, always the same, in which no class lies over another.
function mixed(i) {
  return (i * 0.6180339887498949) % 1;
}

function usual(values, sign) {
  const sorted = values.map((value) => sign * value).sort();
  return sorted.length ? Math.max(sorted[Math.min(Math.ceil(USUAL * sorted.length), sorted.length - 1)], 0) : 1;
}

function roundedUp(reach) {
  const least = Math.min(Math.max(reach * 1.04, 0.5), 1e9), power = 10 ** Math.floor(Math.log10(least));
  return ROUND.map((k) => k * power).find((size) => size >= least) ?? 10 * power;
}

// Heights by rank within a band for each class, the first on top.
function inBands({ heights, labels, classes }) {
  const ups = new Float64Array(labels.length);
  for (let label = 0; label < classes.length; label++) {
    const own = Array.from(labels.keys()).filter((i) => labels[i] === label);
    own.sort((a, b) => heights[a] - heights[b]);
    own.forEach((i, rank) => {
      const within = 0.9 * ((rank + 0.5) / own.length - 0.5);
      ups[i] = (classes.length - 0.5 - label + within) / classes.length;
    });
  }
  return ups;
}
