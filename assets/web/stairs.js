// Boosted stumps on the plain plane, exactly: what they say changes only at their thresholds.

import { predicted } from "./measure.js";

// The box cut at every threshold, with the scores of each rectangle [rows][columns][classes].
export function stairsOf(recording, step, box) {
  const stumps = recording.stumps.slice(0, step);
  const xs = edges(stumps, 0, box.x0, box.x1), ys = edges(stumps, 1, box.y0, box.y1);
  const middle = (values, k) => (values[k] + values[k + 1]) / 2;
  const scores = Array.from({ length: ys.length - 1 }, (_, j) => (
    Array.from({ length: xs.length - 1 }, (_unused, i) => (
      scoresAt(stumps, [middle(xs, i), middle(ys, j)], recording.classes)
    ))
  ));
  return { xs, ys, scores };
}

// The straight stretches along which the answer changes.
export function stairBorders({ xs, ys, scores }) {
  const best = scores.map((row) => row.map(predicted)), found = [];
  best.forEach((row, j) => row.forEach((label, i) => {
    if (i > 0 && label !== row[i - 1]) found.push([xs[i], ys[j], xs[i], ys[j + 1]]);
    if (j > 0 && label !== best[j - 1][i]) found.push([xs[i], ys[j], xs[i + 1], ys[j]]);
  }));
  return found;
}

function edges(stumps, column, low, high) {
  const inside = stumps.filter((s) => s.column === column && s.threshold > low && s.threshold < high);
  return [...new Set([low, ...inside.map((stump) => stump.threshold), high])].sort((a, b) => a - b);
}

function scoresAt(stumps, place, classes) {
  const scores = new Float64Array(classes);
  for (const { column, threshold, low, high, alpha } of stumps) {
    scores[(column < 0 ? 0 : place[column]) > threshold ? high : low] += alpha;
  }
  return scores;
}
