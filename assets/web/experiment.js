// The experiment of the page: its examples and its learners, from the data that it carries.

import { Rows, mapOf } from "./features.js";
import { unpacked, sentenceAt } from "./packing.js";
import { Tape } from "./tape.js";
import { Words, Bells } from "./counting.js";
import { Stumps } from "./boosting.js";

export class Experiment {
  constructor(data) {
    const { title, notes, kind, noun, classes, features, first, last, position } = data;
    Object.assign(this, { title, notes, kind, noun, classes, features, first, last, position });
    this.labels = unpacked(data.labels);
    this.heldOut = unpacked(data.heldOut);
    this.training = this.heldOut.reduce((sum, out) => sum + 1 - out, 0);
    this.shown = data.shown ? unpacked(data.shown) : null;
    if (kind === "points") this.readPoints(data);
    else this.readRows(data);
    this.learners = data.learners.map((learner, index) => new Learner(this, learner, index));
  }

  readPoints(data) {
    const xy = unpacked(data.xy);
    this.axes = data.axes;
    this.xy = Array.from({ length: this.labels.length }, (_, i) => [xy[2 * i], xy[2 * i + 1]]);
    const numbers = { ...data.map };
    if (numbers.kind === "waves") {
      numbers.frequencies = unpacked(numbers.frequencies);
      numbers.phases = unpacked(numbers.phases);
    }
    this.map = mapOf(numbers);
    this.straight = numbers.kind === "plain";
    this.rows = Rows.dense(this.xy.map(([x, y]) => this.map.at(x, y)), this.map.width);
  }

  readRows(data) {
    const { lengths, columns, values } = data.rows;
    this.rows = Rows.packed(unpacked(lengths), unpacked(columns), unpacked(values), this.features.length);
    this.heights = data.heights;
    this.texts = data.texts ?? null;
    this.marks = data.marks ? marksOf(data.marks) : null;
  }

  // How many moments there are to look at, and which step each is.
  get moments() {
    return this.shown ? this.shown.length : this.last - this.first + 1;
  }

  stepAt(place) {
    return this.shown ? this.shown[place] : this.first + place;
  }

  // The last moment that is not after step t.
  placeOf(t) {
    if (!this.shown) return Math.min(Math.max(Math.floor(t) - this.first, 0), this.moments - 1);
    let [low, high] = [0, this.shown.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.shown[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

export class Learner {
  constructor(experiment, data, index) {
    const { title, rule, idea, loss, probable, readouts, steps, perPass, ending, curves } = data;
    Object.assign(this, { title, rule, idea, loss, probable, readouts, steps, perPass, ending, curves });
    Object.assign(this, { experiment, index, sentences: data.sentences });
    this.recording = recordingOf(experiment, data.recording);
    this.boosts = data.recording.kind === "stumps";
    // Is it a weighted sum of the features as they are?
    this.plain = data.recording.kind === "tape" || data.recording.model === "multinomial";
    for (const curve of Object.values(curves)) curve.steps = unpacked(curve.steps);
  }

  get readout() {
    return this.readouts[0];
  }

  // Learners that end earlier stay at their last step.
  at(t) {
    return Math.min(t, this.steps);
  }

  mistaken(t) {
    return t <= this.steps && this.recording.mistaken(t);
  }

  mistakesUntil(t) {
    const { recording } = this;
    let count = 0;
    for (let step = 1; step <= this.at(t); step++) count += recording.mistaken(step) ? 1 : 0;
    return count;
  }

  sentence(t) {
    const step = this.at(t);
    const told = sentenceAt(this.sentences, this.experiment.placeOf(step));
    if (step < this.steps || !this.ending) return told;
    return `${told} ${t > step ? `It ended at step ${step}` : "It ends here"}: ${this.ending}.`;
  }

  titleOf(readout) {
    return readout === "last" ? this.title : `${this.title}, ${readout}`;
  }

  isStraight(readout) {
    return this.plain && readout !== "voted" && this.experiment.straight;
  }
}

// For every text, its words: where they begin and end (in characters) and their features.
function marksOf(data) {
  const [words, gaps, lengths, counts, features] = ["words", "gaps", "lengths", "counts", "features"]
    .map((name) => unpacked(data[name]));
  let [word, feature] = [0, 0];
  return Array.from(words, (count) => {
    let end = 0;
    return Array.from({ length: count }, () => {
      const start = end + gaps[word];
      end = start + lengths[word];
      const own = features.subarray(feature, feature + counts[word]);
      feature += counts[word++];
      return { start, end, features: own };
    });
  });
}

function recordingOf(experiment, data) {
  if (data.kind === "tape") return new Tape(experiment, data);
  if (data.kind === "stumps") return new Stumps(experiment, data);
  return data.model === "gaussian" ? new Bells(experiment, data) : new Words(experiment, data);
}
