// The recording of boosted stumps, replayed.

import { Memory } from "./recordings.js";

// AdaBoost: a stump a round, each with its say in the vote.
export class Stumps {
  constructor(experiment, data) {
    this.stumps = data.stumps.map(([column, threshold, low, high, alpha, error]) => (
      { column, threshold, low, high, alpha, error }
    ));
    this.rows = experiment.rows;
    this.classes = experiment.classes.length;
    this.labels = experiment.labels;
    this.heldOut = experiment.heldOut;
    this.memory = new Memory();
  }

  visited() {
    return [];
  }

  mistaken() {
    return false;
  }

  changes() {
    return true;
  }

  weights(t) {
    return Float64Array.from(this.stumps.slice(0, t), (stump) => stump.alpha);
  }

  own(features) {
    return features;
  }

  scoresOf(i, t) {
    return this.scores(t).subarray(i * this.classes, (i + 1) * this.classes);
  }

  scores(t) {
    return this.memory.recall(`s ${t}`, () => this.scoresFor(this.rows, t));
  }

  scoresFor(rows, t) {
    const found = new Float64Array(rows.length * this.classes);
    for (let i = 0; i < rows.length; i++) {
      const [columns, values] = rows.row(i);
      for (const stump of this.stumps.slice(0, t)) {
        found[i * this.classes + answerOf(stump, columns, values)] += stump.alpha;
      }
    }
    return found;
  }

  // How much each training example counts when the next round begins, 1 on average.
  attention(t) {
    return this.memory.recall(`a ${t}`, () => {
      const grown = new Float64Array(this.rows.length);
      for (let i = 0; i < grown.length; i++) {
        const [columns, values] = this.rows.row(i);
        for (const stump of this.stumps.slice(0, t)) {
          if (answerOf(stump, columns, values) !== this.labels[i]) grown[i] += 2 * stump.alpha;
        }
      }
      const highest = Math.max(0, ...grown);
      const raised = grown.map((g, i) => (this.heldOut[i] ? 0 : Math.exp(g - highest)));
      const total = raised.reduce((sum, part) => sum + part, 0);
      const examples = this.heldOut.reduce((sum, out) => sum + 1 - out, 0);
      return raised.map((part) => (part * examples) / total);
    });
  }
}

function answerOf(stump, columns, values) {
  const place = stump.column < 0 ? -1 : columns.indexOf(stump.column);
  const value = place < 0 ? 0 : values[place];
  return value > stump.threshold ? stump.high : stump.low;
}
