// The heaviest features of each class as bars that grow and shrink.

import { shown } from "./numbers.js";
import { element, nameElement, classColour, signCanvas, shorter } from "./ink.js";

const MOST_OF_TWO = 6, MOST_OF_MANY = 4;

// The features that speak most for a class, the strongest first: [feature, weight].
export function heaviest(weights, heads, width, label, most) {
  const toward = (j) => {
    if (heads === 1) return label ? weights[j] : -weights[j];
    let total = 0;
    for (let h = 0; h < heads; h++) total += weights[j * heads + h];
    return weights[j * heads + label] - total / heads;
  };
  const found = [];
  for (let j = 0; j < width; j++) {
    const weight = toward(j);
    if (weight > 0 && (found.length < most || weight > found.at(-1)[1])) {
      const place = found.findIndex(([, other]) => other < weight);
      found.splice(place < 0 ? found.length : place, 0, [j, weight]);
      if (found.length > most) found.pop();
    }
  }
  return found;
}

export class WordBars {
  constructor(place, experiment) {
    Object.assign(this, { place, experiment });
    place.classList.toggle("many", experiment.classes.length > 2);
  }

  show(t, learner, look) {
    const { classes, features } = this.experiment, step = learner.at(t);
    if (!learner.plain || learner.readout === "voted") {
      this.place.replaceChildren(element("p", "muted", "This learner has no weight for each feature."));
      return;
    }
    const { recording } = learner, weights = recording.weights(step, learner.readout);
    const most = classes.length === 2 ? MOST_OF_TWO : MOST_OF_MANY;
    const lists = classes.map((_, label) => heaviest(weights, recording.heads, features.length, label, most));
    const longest = Math.max(1e-12, ...lists.flat().map(([, weight]) => weight));
    this.place.replaceChildren(...lists.map((list, label) => this.list(list, label, longest, look)));
  }

  list(list, label, longest, look) {
    const { classes, features } = this.experiment;
    const part = element("section", classes.length === 2 ? `bars two side-${label}` : "bars");
    const head = element("h3");
    head.append(signCanvas(label, look), nameElement(shorter(classes[label], 30)));
    const bars = element("ul");
    for (const [feature, weight] of list) bars.append(bar(features[feature], weight, label, longest));
    part.append(head, list.length ? bars : element("p", "muted", "nothing yet"));
    return part;
  }
}

function bar(feature, weight, label, longest) {
  const line = element("li"), track = element("span", "track"), fill = element("span", "fill");
  fill.style.width = `${(100 * weight) / longest}%`;
  fill.style.background = `var(${classColour(label)})`;
  track.append(fill);
  line.append(nameElement(shorter(feature, 26), "word"), track, element("span", "value", shown(weight, 2)));
  line.title = feature;
  return line;
}
