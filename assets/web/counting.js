// The recording of a learner that counts, replayed.

import { unpacked } from "./packing.js";
import { Weighted } from "./recordings.js";

// Naive Bayes: counts per class, read out as log-probabilities.
class Counts extends Weighted {
  constructor(experiment, data, rows) {
    super(experiment, data, rows, experiment.classes.length === 2 ? 1 : experiment.classes.length);
    this.bias = data.bias;
  }

  freshState() {
    const counts = new Float64Array(this.rows.width * this.classes);
    return { t: 0, counts, bytes: counts.byteLength };
  }

  copy(state) {
    return { ...state, counts: state.counts.slice() };
  }

  take(state) {
    const i = this.order[state.t];
    const [columns, values] = this.rows.row(i);
    for (let k = 0; k < columns.length; k++) {
      state.counts[columns[k] * this.classes + this.labels[i]] += values[k];
    }
    state.t += 1;
  }

  read(state) {
    const theta = this.theta(state.counts);
    if (this.classes > 2) return theta;
    return Float64Array.from({ length: this.rows.width }, (_, j) => theta[2 * j + 1] - theta[2 * j]);
  }

  stepSize() {
    return 1;
  }

  changes() {
    return true;
  }
}

export class Words extends Counts {
  constructor(experiment, data) {
    super(experiment, data, data.bias ? experiment.rows.withOnes() : experiment.rows);
    this.alpha = data.alpha;
    this.known = unpacked(data.known);
    this.vocabulary = Math.max(this.known.reduce((sum, one) => sum + one, 0), 1);
  }

  theta(counts) {
    const { classes, known, alpha } = this;
    const theta = new Float64Array(counts.length);
    for (let k = 0; k < classes; k++) {
      let total = alpha * this.vocabulary;
      for (let j = 0; j < known.length; j++) total += counts[j * classes + k];
      for (let j = 0; j < known.length; j++) {
        if (known[j]) theta[j * classes + k] = Math.log(counts[j * classes + k] + alpha) - Math.log(total);
      }
    }
    if (this.bias) {
      const examples = counts.subarray(known.length * classes);
      const all = Math.max(examples.reduce((sum, n) => sum + n, 0), 1);
      examples.forEach((n, k) => { theta[known.length * classes + k] = Math.log(Math.max(n, 0.5) / all); });
    }
    return theta;
  }

  own(features) {
    return this.bias ? [...features, 1] : features;
  }
}

// A bell curve per class and feature: counts of x, of x² and of 1.
export class Bells extends Counts {
  constructor(experiment, data) {
    const origin = unpacked(data.origin), plain = experiment.rows;
    const own = (columns, values) => bellRow(columns, values, origin);
    super(experiment, data, plain.mapped(own, 2 * plain.width + 1));
    this.origin = origin;
    this.floors = unpacked(data.floors);
  }

  theta(counts) {
    const { classes } = this;
    const examples = counts.slice(2 * this.floors.length * classes);
    const seen = examples.reduce((sum, n) => sum + n, 0);
    const theta = new Float64Array(counts.length);
    for (let k = 0; k < classes; k++) this.readClass(counts, k, examples[k], seen, theta);
    return theta;
  }

  readClass(counts, k, own, seen, theta) {
    const { classes, floors, bias } = this, features = floors.length;
    const size = own > 0 ? own : seen; // without an example yet: the bell curve of all
    const sum = (j) => {
      if (own > 0) return counts[j * classes + k];
      return counts.subarray(j * classes, (j + 1) * classes).reduce((total, n) => total + n, 0);
    };
    let constant = bias ? Math.log(Math.max(own, 0.5) / Math.max(seen, 1)) : 0;
    for (let f = 0; f < features && size > 0; f++) {
      const mean = sum(f) / size;
      const variance = Math.max(sum(features + f) / size - mean * mean, 0) + floors[f];
      theta[f * classes + k] = mean / variance;
      theta[(features + f) * classes + k] = -0.5 / variance;
      constant -= 0.5 * (Math.log(2 * Math.PI * variance) + (mean * mean) / variance);
    }
    theta[2 * features * classes + k] = constant;
  }

  own(features) {
    const apart = Array.from(features, (x, j) => x - this.origin[j]);
    return [...apart, ...apart.map((x) => x * x), 1];
  }
}

function bellRow(columns, values, origin) {
  const table = origin.map((place) => -place);
  columns.forEach((column, k) => { table[column] += values[k]; });
  const filled = Array.from(table.keys()).filter((j) => table[j] !== 0);
  const apart = filled.map((j) => table[j]);
  const squares = filled.map((j) => table.length + j);
  return [[...filled, ...squares, 2 * table.length], [...apart, ...apart.map((x) => x * x), 1]];
}
