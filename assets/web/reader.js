// The visited text, each word tinted by what it adds to the score; of a table, the visited row.

import { marginOf, predicted } from "./measure.js";
import { shown, brief } from "./numbers.js";
import { element, nameElement, classColour, shorter } from "./ink.js";

const MOST_CELLS = 40; // of a table's row

// What each word of a text adds to each label: [words][classes]. A feature that several words
// share in is split evenly among them.
export function pullsOf(experiment, learner, i, step) {
  const { recording } = learner, { heads } = recording, classes = experiment.classes.length;
  const weights = recording.weights(step, learner.readout), marks = experiment.marks[i];
  const [columns, values] = experiment.rows.row(i);
  const valueOf = new Map(Array.from(columns, (column, k) => [column, values[k]]));
  const shares = new Map();
  for (const mark of marks) for (const f of mark.features) shares.set(f, (shares.get(f) ?? 0) + 1);
  return marks.map((mark) => {
    const pull = new Float64Array(classes);
    for (const f of mark.features) {
      const value = (valueOf.get(f) ?? 0) / shares.get(f);
      if (heads === 1) {
        pull[1] += 0.5 * value * weights[f];
        pull[0] -= 0.5 * value * weights[f];
      } else for (let k = 0; k < classes; k++) pull[k] += value * weights[f * heads + k];
    }
    return pull;
  });
}

// The label that something pulls toward most, and how much more than toward the others.
export function direction(pull) {
  const label = predicted(pull);
  const total = pull.reduce((sum, part) => sum + part, 0);
  return [label, pull[label] - (total - pull[label]) / (pull.length - 1)];
}

export class Reader {
  constructor(parts, experiment) {
    Object.assign(this, { ...parts, experiment });
    this.chosen = null; // an example to read instead of the visited one
  }

  show(t, learner) {
    const step = learner.at(t), [visited] = learner.recording.visited(step);
    const i = this.chosen ?? visited;
    this.badges.replaceChildren();
    if (i === undefined) {
      this.heading.textContent = "Nothing visited";
      const words = "Nothing has been visited yet: step forward, or choose one on the map.";
      this.text.replaceChildren(element("p", "muted", words));
      return;
    }
    const { noun, labels, classes, heldOut } = this.experiment;
    const why = heldOut[i] ? ", held out" : this.chosen === null ? ", visited" : "";
    this.heading.textContent = `${noun[0].toUpperCase()}${noun.slice(1)} ${i + 1}${why}`;
    const scores = learner.recording.scoresOf(i, step, learner.readout);
    const answer = marginOf(scores, labels[i]) === 0 ? "a tie" : classes[predicted(scores)];
    this.badges.append(badge("truth", classes[labels[i]], labels[i]));
    this.badges.append(badge("predicted", answer, answer === "a tie" ? null : predicted(scores)));
    if (this.experiment.texts) this.text.replaceChildren(this.tinted(i, learner, step));
    else this.text.replaceChildren(this.table(i, learner, step));
  }

  tinted(i, learner, step) {
    const signs = Array.from(this.experiment.texts[i]), place = element("p", "text");
    place.dir = "auto";
    const sums = learner.plain && learner.readout !== "voted";
    const pulls = sums ? pullsOf(this.experiment, learner, i, step).map(direction) : [];
    const strongest = Math.max(1e-9, ...pulls.map(([, much]) => much));
    let end = 0;
    this.experiment.marks[i].forEach((mark, word) => {
      if (mark.start > end) place.append(signs.slice(end, mark.start).join(""));
      const own = element("span", mark.features.length ? "" : "unknown", signs.slice(mark.start, mark.end).join(""));
      if (mark.features.length && sums) tint(own, pulls[word], strongest, this.experiment.classes);
      place.append(own);
      end = mark.end;
    });
    place.append(signs.slice(end).join(""));
    return place;
  }

  table(i, learner, step) {
    const { features, rows, classes } = this.experiment, [columns, values] = rows.row(i);
    const list = element("ul", "cells"), { recording } = learner;
    const sums = learner.plain && learner.readout !== "voted";
    const weights = sums ? recording.weights(step, learner.readout) : null;
    const pulls = Array.from(columns, (column, k) => {
      if (!sums) return [0, 0];
      if (recording.heads > 1) return direction(classes.map((_, h) => values[k] * weights[column * classes.length + h]));
      return direction([-0.5 * values[k] * weights[column], 0.5 * values[k] * weights[column]]);
    });
    const strongest = Math.max(1e-9, ...pulls.map(([, much]) => much));
    Array.from(columns).slice(0, MOST_CELLS).forEach((column, k) => {
      const cell = element("li");
      cell.append(nameElement(shorter(features[column], 30)), element("span", "muted", " = "), brief(values[k]));
      if (sums) tint(cell, pulls[k], strongest, classes);
      list.append(cell);
    });
    return list;
  }
}

function tint(word, [label, much], strongest, classes) {
  if (!(much > 0)) return;
  const share = Math.round(8 + (52 * much) / strongest);
  word.style.background = `color-mix(in srgb, var(${classColour(label)}) ${share}%, transparent)`;
  word.title = `${shown(much)} toward ${classes[label]}`;
  word.classList.add("pulls");
}

function badge(what, name, label) {
  const made = element("span", "badge");
  made.append(element("span", "muted", `${what}: `), nameElement(shorter(name, 24)));
  if (label !== null) made.lastChild.style.color = `var(${classColour(label)})`;
  return made;
}
