// The step that led to the moment: a sentence, its numbers, and the weights that it changed.

import { marginOf, lossOf, probabilities } from "./measure.js";
import { shown } from "./numbers.js";
import { element, nameElement, classColour, shorter } from "./ink.js";

export const MOST_CHANGES = 8;

// The numbers of step t of a learner; null where it visited no single example.
export function figuresOf(learner, t) {
  const { recording, experiment } = learner;
  if (t === 0 || recording.visited(t).length === 0) return null;
  const i = recording.order[recording.mostTelling(t)], gold = experiment.labels[i];
  const scores = Array.from(recording.scoresOf(i, t - 1)).slice(0, experiment.classes.length);
  return {
    example: i,
    gold,
    scores,
    margin: marginOf(scores, gold),
    loss: lossOf(learner.loss, scores, gold),
    size: recording.stepSize(t),
    mistake: recording.mistaken(t),
    probabilities: learner.probable ? probabilities(scores) : null,
  };
}

// The weights that step t changed, the largest change first, and how many more there are.
export function changesOf(learner, t, most = MOST_CHANGES) {
  const { recording } = learner;
  if (t === 0) return { changes: [], more: 0 };
  const after = recording.weights(t), before = recording.weights(t - 1);
  const found = [];
  let count = 0;
  for (let place = 0; place < after.length; place++) {
    const old = place < before.length ? before[place] : 0, moved = Math.abs(after[place] - old);
    if (moved === 0) continue;
    count += 1;
    if (found.length === most && moved <= found.at(-1).moved) continue;
    const rank = found.findIndex((other) => other.moved < moved);
    found.splice(rank < 0 ? found.length : rank, 0, { place, moved, before: old, after: after[place] });
    if (found.length > most) found.pop();
  }
  const heads = learner.boosts ? 1 : recording.heads;
  const changes = found.map(({ place, before: old, after: now }) => ({
    feature: featureName(learner, Math.floor(place / heads)),
    label: heads > 1 ? place % heads : null,
    before: old,
    after: now,
  }));
  return { changes, more: count - changes.length };
}

function featureName(learner, place) {
  const { features, classes } = learner.experiment, width = features.length;
  if (learner.boosts) {
    const { column, threshold, low, high } = learner.recording.stumps[place];
    if (column < 0) return `always ${classes[high]}`;
    return `${classes[high]} if ${features[column]} > ${shown(threshold)}, else ${classes[low]}`;
  }
  if (place < width) return features[place];
  return place < 2 * width && !learner.plain ? `${features[place - width]}²` : "bias";
}

export class StepPanel {
  constructor(parts, experiment) {
    Object.assign(this, { ...parts, experiment });
  }

  show(t, learner) {
    const step = learner.at(t), figures = figuresOf(learner, step);
    this.sentence.replaceChildren(...coloured(learner.sentence(t), this.named(figures)));
    this.rule.textContent = learner.rule;
    this.figures.replaceChildren(...this.figureParts(learner, figures));
    this.scores.replaceChildren(...this.scoreRows(figures));
    this.showChanges(learner, step);
  }

  named(figures) {
    if (!figures) return [];
    const labels = Array.from(this.experiment.classes.keys());
    const best = labels.sort((a, b) => figures.scores[b] - figures.scores[a]);
    return [figures.gold, ...best.filter((label) => label !== figures.gold)].map((label) => (
      [label, this.experiment.classes[label]]
    ));
  }

  figureParts(learner, figures) {
    if (!figures) return [];
    const parts = [
      ["margin", shown(figures.margin)],
      [`${learner.loss} loss`, shown(figures.loss)],
      ["step size", shown(figures.size)],
    ];
    return parts.map(([name, value], k) => {
      const part = element("div");
      part.append(element("dt", "", name), element("dd", k === 0 && figures.mistake ? "wrong" : "", value));
      return part;
    });
  }

  scoreRows(figures) {
    if (!figures) return [];
    const head = row("tr", ["class", "score", ...(figures.probabilities ? ["p"] : [])], "th");
    return [head, ...this.named(figures).map(([label, name]) => {
      const likely = figures.probabilities ? [shown(figures.probabilities[label])] : [];
      const made = row("tr", [null, shown(figures.scores[label]), ...likely], "td");
      made.firstChild.append(nameElement(shorter(name, 24)));
      made.firstChild.style.color = `var(${classColour(label)})`;
      if (label === figures.gold) made.className = "gold";
      return made;
    })];
  }

  showChanges(learner, step) {
    const { changes, more } = changesOf(learner, step);
    this.changes.hidden = changes.length === 0;
    if (!changes.length) {
      this.changes.replaceChildren();
      this.more.textContent = step > 0 ? "No weight changes." : "";
      return;
    }
    const several = changes.some(({ label }) => label !== null);
    const head = row("tr", ["weight", ...(several ? ["of"] : []), "before", "", "after"], "th");
    this.changes.replaceChildren(head, ...changes.map((change) => changeRow(change, several, this.experiment)));
    this.more.textContent = more ? `and ${more} more ${more === 1 ? "weight" : "weights"}` : "";
  }
}

function changeRow({ feature, label, before, after }, several, experiment) {
  const made = row("tr", [null, ...(several ? [null] : []), shown(before), "→", shown(after)], "td");
  made.firstChild.append(nameElement(shorter(feature, 44)));
  if (several) {
    made.children[1].append(nameElement(shorter(experiment.classes[label], 18)));
    made.children[1].style.color = `var(${classColour(label)})`;
  }
  return made;
}

function row(tag, cells, cell) {
  const made = element(tag);
  made.append(...cells.map((text) => element(cell, "", text ?? "")));
  return made;
}

// A sentence in which the first mention of each of these classes has the class's colour.
function coloured(sentence, named) {
  const spots = [];
  for (const [label, name] of named) {
    const start = name ? wholeWord(sentence, name) : -1;
    if (start < 0) continue;
    const end = start + name.length;
    if (spots.every((spot) => end <= spot.start || start >= spot.end)) spots.push({ start, end, label });
  }
  spots.sort((a, b) => a.start - b.start);
  const parts = [];
  let end = 0;
  for (const spot of spots) {
    const name = nameElement(sentence.slice(spot.start, spot.end), "named");
    name.style.color = `var(${classColour(spot.label)})`;
    parts.push(sentence.slice(end, spot.start), name);
    end = spot.end;
  }
  return [...parts, sentence.slice(end)];
}

function wholeWord(text, name) {
  const letter = /[\p{L}\p{N}]/u;
  let start = text.indexOf(name);
  while (start >= 0) {
    if (!letter.test(text[start - 1] ?? "") && !letter.test(text[start + name.length] ?? "")) return start;
    start = text.indexOf(name, start + 1);
  }
  return -1;
}
