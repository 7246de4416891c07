// Margins, losses and probabilities from the scores of all labels.

// The best-scored label but the gold one; the first of equals.
export function bestOther(scores, gold) {
  let best = gold === 0 ? 1 : 0;
  for (let k = 0; k < scores.length; k++) if (k !== gold && scores[k] > scores[best]) best = k;
  return best;
}

export function marginOf(scores, gold) {
  return scores[gold] - scores[bestOther(scores, gold)];
}

// The label with the highest score; the first of equals.
export function predicted(scores) {
  let best = 0;
  for (let k = 1; k < scores.length; k++) if (scores[k] > scores[best]) best = k;
  return best;
}

export function probabilities(scores) {
  const highest = Math.max(...scores);
  const raised = Array.from(scores, (score) => Math.exp(score - highest));
  const total = raised.reduce((sum, part) => sum + part, 0);
  return raised.map((part) => part / total);
}

export function lossOf(name, scores, gold) {
  const margin = marginOf(scores, gold);
  if (name === "zero-one") return margin <= 0 ? 1 : 0;
  if (name === "perceptron") return Math.max(0, -margin);
  if (name === "hinge") return Math.max(0, 1 - margin);
  if (name === "exp") return Math.exp(Math.min(-margin, 700));
  const highest = Math.max(...scores);
  const total = Array.from(scores).reduce((sum, score) => sum + Math.exp(score - highest), 0);
  return Math.log(total) + highest - scores[gold];
}
