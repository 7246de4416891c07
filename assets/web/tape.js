// The recording of an online learner, replayed.

import { unpacked } from "./packing.js";
import { Weighted } from "./recordings.js";

const SMALLEST_SCALE = 1e-5; // below, the scale is multiplied into the weights

// An online learner: W[h] ← shrink · W[h] + c[h] · x. Weights are kept as scale · v, and the sum
// of the weights after every step as p · v + u.
export class Tape extends Weighted {
  constructor(experiment, data) {
    const rows = data.bias ? experiment.rows.withOnes() : experiment.rows;
    super(experiment, data, rows, data.heads);
    this.moved = unpacked(data.moved);
    this.sizes = unpacked(data.sizes);
    this.everyHead = data.everyHead;
    this.wrong = data.wrong ? unpacked(data.wrong) : null;
    this.shrinks = data.shrinks ? unpacked(data.shrinks) : null;
    this.places = new Uint32Array(this.moved.length + 1); // among the updates that moved something
    this.moved.forEach((moved, e) => { this.places[e + 1] = this.places[e] + moved; });
  }

  freshState() {
    const size = this.rows.width * this.heads;
    const [v, u] = [new Float64Array(size), new Float64Array(size)];
    return { t: 0, scale: 1, p: 0, v, u, bytes: 16 * size };
  }

  copy(state) {
    return { ...state, v: state.v.slice(), u: state.u.slice() };
  }

  take(state) {
    if (this.shrinks) {
      state.scale *= this.shrinks[state.t];
      if (state.scale < SMALLEST_SCALE || state.scale > 1 / SMALLEST_SCALE) fold(state);
    }
    const [from, to] = [this.visitsUntil(state.t), this.visitsUntil(state.t + 1)];
    for (let e = from; e < to; e++) {
      if (!this.moved[e]) continue;
      this.add(e, 1 / state.scale, state.v);
      this.add(e, -state.p / state.scale, state.u);
    }
    state.p += state.scale;
    state.t += 1;
  }

  // What update e adds to each head, in multiples of its example.
  coefficients(e) {
    const found = new Float64Array(this.heads);
    if (!this.moved[e]) return found;
    const [gold, place] = [this.labels[this.order[e]], this.places[e]];
    if (this.everyHead) {
      for (let h = 0; h < this.heads; h++) found[h] = this.sizes[place * this.heads + h];
    } else if (this.heads === 1) {
      found[0] = (2 * gold - 1) * this.sizes[place];
    } else {
      found[gold] = this.sizes[place];
      found[this.wrong[place]] = -this.sizes[place];
    }
    return found;
  }

  add(e, factor, target) {
    const { heads } = this, coefficients = this.coefficients(e);
    const [columns, values] = this.rows.row(this.order[e]);
    for (let k = 0; k < columns.length; k++) {
      for (let h = 0; h < heads; h++) target[columns[k] * heads + h] += factor * coefficients[h] * values[k];
    }
  }

  read(state, readout) {
    if (readout === "averaged") {
      const steps = Math.max(state.t, 1);
      return state.v.map((v, j) => (state.p * v + state.u[j]) / steps);
    }
    return state.v.map((v) => state.scale * v);
  }

  stepSize(t) {
    return Math.max(...this.coefficients(this.mostTelling(t)).map(Math.abs));
  }

  changes(t) {
    const [from, to] = [this.visitsUntil(t - 1), this.visitsUntil(t)];
    return this.shrinks !== null || this.places[to] > this.places[from];
  }

  // How a place of the plane looks to the weights.
  own(features) {
    return this.rows.width > features.length ? [...features, 1] : features;
  }
}

function fold(state) {
  for (let j = 0; j < state.v.length; j++) {
    state.u[j] += state.p * state.v[j];
    state.v[j] *= state.scale;
  }
  state.p = 0;
  state.scale = 1;
}
