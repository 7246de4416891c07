// A run, replayed: its weights and scores after any of its steps.
//
// Weights [width, heads] lie row by row in one array, the bias last. One head h stands for the two
// labels −h/2 and +h/2.

import { unpacked } from "./packing.js";

const MOST_BYTES = 48e6; // of states kept for looking back
const MOST_REMEMBERED = 96; // weights and scores asked for last

// The last few results of a function of (t, readout).
export class Memory {
  constructor() {
    this.kept = new Map();
  }

  recall(key, make) {
    let found = this.kept.get(key);
    if (found === undefined) found = make();
    this.kept.delete(key);
    this.kept.set(key, found);
    if (this.kept.size > MOST_REMEMBERED) this.kept.delete(this.kept.keys().next().value);
    return found;
  }
}

export function labelScores(heads, classes, scores) {
  if (heads > 1) return scores;
  scores[1] = 0.5 * scores[0];
  scores[0] = -scores[1];
  return scores;
}

// Whatever has weights: subclasses make a state, take a step with it, and read weights out of it.
export class Weighted {
  constructor(experiment, data, rows, heads) {
    const { labels, classes } = experiment;
    Object.assign(this, { labels, rows, heads, classes: classes.length });
    this.order = unpacked(data.order);
    this.mistakes = unpacked(data.mistakes);
    this.batch = data.batch;
    this.examples = experiment.training;
    this.perPass = Math.ceil(this.examples / this.batch);
    this.memory = new Memory();
    this.states = null;
  }

  begin() {
    const first = this.freshState();
    const most = Math.max(4, Math.floor(MOST_BYTES / first.bytes));
    this.interval = Math.max(32, Math.ceil((this.order.length + 1) / most));
    this.states = [this.copy(first)];
    this.now = first;
  }

  // How many examples the first t steps visit; the last step of a pass may be short.
  visitsUntil(t) {
    const passes = Math.floor(t / this.perPass);
    return passes * this.examples + Math.min((t - passes * this.perPass) * this.batch, this.examples);
  }

  visited(t) {
    return t > 0 ? this.order.subarray(this.visitsUntil(t - 1), this.visitsUntil(t)) : [];
  }

  // Of the examples of step t, the first that was got wrong, else the first.
  mostTelling(t) {
    const [from, to] = [this.visitsUntil(t - 1), this.visitsUntil(t)];
    for (let e = from; e < to; e++) if (this.mistakes[e]) return e;
    return from;
  }

  mistaken(t) {
    return t > 0 && this.mistakes[this.mostTelling(t)] === 1;
  }

  stateAt(t) {
    if (this.states === null) this.begin();
    const place = Math.min(Math.floor(t / this.interval), this.states.length - 1);
    if (this.now.t > t || this.now.t < place * this.interval) this.now = this.copy(this.states[place]);
    while (this.now.t < t) {
      this.take(this.now);
      const reached = this.now.t / this.interval;
      if (reached === this.states.length) this.states.push(this.copy(this.now));
    }
    return this.now;
  }

  weights(t, readout = "last") {
    return this.memory.recall(`w ${readout} ${t}`, () => this.read(this.stateAt(t), readout));
  }

  // The scores of every label for one example.
  scoresOf(i, t, readout = "last") {
    if (readout === "voted") {
      const all = this.scores(t, readout);
      return all.subarray(i * this.classes, (i + 1) * this.classes);
    }
    const scores = new Float64Array(Math.max(this.heads, this.classes));
    this.rows.dot(i, this.weights(t, readout), this.heads, scores);
    return labelScores(this.heads, this.classes, scores);
  }

  // [examples, classes]
  scores(t, readout = "last") {
    return this.memory.recall(`s ${readout} ${t}`, () => this.scoresFor(this.rows, t, readout, "examples"));
  }

  // The same for any rows of its own kind; `name` says which, so that votes can be counted on.
  scoresFor(rows, t, readout, name) {
    if (readout === "voted") return this.ballot(rows, name).shares(t);
    const { heads, classes } = this, weights = this.weights(t, readout);
    const found = new Float64Array(rows.length * classes);
    const scores = new Float64Array(Math.max(heads, classes));
    for (let i = 0; i < rows.length; i++) {
      rows.dot(i, weights, heads, scores);
      found.set(labelScores(heads, classes, scores), i * classes);
    }
    return found;
  }

  ballot(rows, name) {
    this.ballots ??= new Map();
    if (this.ballots.get(name)?.rows !== rows) this.ballots.set(name, new Ballot(this, rows));
    return this.ballots.get(name);
  }
}

// Every weight vector votes, once for each step that it survived; a tie votes for nobody.
class Ballot {
  constructor(tape, rows) {
    Object.assign(this, { tape, rows });
    this.start();
  }

  start() {
    this.counted = 0;
    this.votes = new Float64Array(this.rows.length * this.tape.classes);
  }

  shares(t) {
    if (t < this.counted) this.start();
    while (this.counted < t) {
      let end = this.counted + 1; // the weights after step `end` stand until the next change
      while (end < t && !this.tape.changes(end + 1)) end++;
      this.cast(this.counted + 1, end - this.counted);
      this.counted = end;
    }
    return this.votes.map((vote) => vote / Math.max(t, 1));
  }

  cast(t, weight) {
    const { heads, classes } = this.tape;
    const weights = this.tape.read(this.tape.stateAt(t), "last");
    const scores = new Float64Array(Math.max(heads, classes));
    for (let i = 0; i < this.rows.length; i++) {
      this.rows.dot(i, weights, heads, scores);
      labelScores(heads, classes, scores);
      const best = leader(scores);
      if (best >= 0) this.votes[i * classes + best] += weight;
    }
  }
}

// The label that scores higher than all others; −1 for a tie.
function leader(scores) {
  let best = 0, tied = false;
  for (let k = 1; k < scores.length; k++) {
    if (scores[k] > scores[best]) {
      best = k;
      tied = false;
    } else if (scores[k] === scores[best]) tied = true;
  }
  return tied ? -1 : best;
}
