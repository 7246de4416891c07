// Boundaries on the plane: exact where they are straight, else traced on a grid of scores.
//
// A box is { x0, y0, x1, y1 }; a segment is [x, y, x, y].

// The part of a·x + b·y + c = 0 inside the box; null if it is not in sight.
export function clipped(a, b, c, box) {
  const size = Math.max(Math.abs(a), Math.abs(b));
  if (!(size > 0) || !Number.isFinite(size + c)) return null;
  if (Math.abs(b) < Math.abs(a)) {
    const turned = clipped(b, a, c, { x0: box.y0, y0: box.x0, x1: box.y1, y1: box.x1 });
    return turned && [turned[1], turned[0], turned[3], turned[2]];
  }
  const heights = [box.x0, box.x1].map((x) => -(a * x + c) / b);
  if (Math.max(...heights) < box.y0 || Math.min(...heights) > box.y1) return null;
  const ends = [box.x0, box.x1].map((x, k) => {
    if (heights[k] >= box.y0 && heights[k] <= box.y1) return [x, heights[k]];
    const y = heights[k] < box.y0 ? box.y0 : box.y1; // it enters through the top or the bottom
    return [Math.min(Math.max(-(b * y + c) / a, box.x0), box.x1), y];
  });
  return ends.flat();
}

// Where the regions of straight-edged classes meet. Weights [2 or 3, heads], the bias last.
export function straightBorders(weights, heads, box) {
  const lines = lineOfEach(weights, heads);
  if (heads === 1) {
    const line = clipped(...lines[0], box);
    return line ? [line] : [];
  }
  const found = [];
  for (let i = 0; i < heads; i++) {
    for (let j = i + 1; j < heads; j++) {
      const whole = clipped(...lines[i].map((w, k) => w - lines[j][k]), box);
      const part = whole && partAhead(whole, lines, i, j);
      if (part) found.push(part);
    }
  }
  return found;
}

// Where a two-class learner scores −1 and +1.
export function marginLines(weights, box) {
  const [[a, b, c]] = lineOfEach(weights, 1);
  return [c + 1, c - 1].map((offset) => clipped(a, b, offset, box)).filter((line) => line);
}

function lineOfEach(weights, heads) {
  return Array.from({ length: heads }, (_, h) => (
    [weights[h], weights[heads + h], weights.length > 2 * heads ? weights[2 * heads + h] : 0]
  ));
}

// The part of the line between i and j on which no other class scores higher.
function partAhead([px, py, qx, qy], lines, i, j) {
  let [start, stop] = [0, 1];
  lines.forEach(([a, b, c], k) => {
    if (k === i || k === j) return;
    const lead = (x, y) => (lines[i][0] - a) * x + (lines[i][1] - b) * y + (lines[i][2] - c);
    const [first, last] = [lead(px, py), lead(qx, qy)];
    if (first < 0 && last < 0) stop = -1;
    else if (first < 0) start = Math.max(start, first / (first - last));
    else if (last < 0) stop = Math.min(stop, first / (first - last));
  });
  if (!(start < stop)) return null;
  const at = (share) => [px + share * (qx - px), py + share * (qy - py)];
  return [...at(start), ...at(stop)];
}

// A box cut into cells; values are known at the cells' centres, bottom row first.
export function gridOf(box, columns, rows) {
  const [across, up] = [(box.x1 - box.x0) / columns, (box.y1 - box.y0) / rows];
  const x = (column) => box.x0 + (column + 0.5) * across;
  const y = (row) => box.y0 + (row + 0.5) * up;
  return { box, columns, rows, x, y };
}

// Segments along which a field (a number for each cell) is zero. With `among`, only between cells
// of which that says yes, given the four of them.
export function contour(grid, field, among = null) {
  const found = [], { columns, rows } = grid;
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const k = row * columns + column, up = k + columns;
      const high = (field[k] > 0) + (field[k + 1] > 0) + (field[up] > 0) + (field[up + 1] > 0);
      if (high === 0 || high === 4 || (among && !among(k, k + 1, up + 1, up))) continue;
      cross(grid, column, row, [field[k], field[k + 1], field[up + 1], field[up]], found);
    }
  }
  return found;
}

// Corners go round from the lower left one; edge k leads from corner k to the next.
function cross(grid, column, row, values, found) {
  const spots = [[0, 0], [1, 0], [1, 1], [0, 1]];
  const crossings = [];
  for (let k = 0; k < 4; k++) {
    const [from, to] = [values[k], values[(k + 1) % 4]];
    if (!Number.isFinite(from + to) || (from > 0) === (to > 0)) continue;
    const share = from / (from - to), [[x, y], [u, v]] = [spots[k], spots[(k + 1) % 4]];
    crossings.push([grid.x(column + x + share * (u - x)), grid.y(row + y + share * (v - y))]);
  }
  if (crossings.length === 2) found.push(crossings.flat());
  if (crossings.length !== 4) return;
  // A saddle: the middle says which two crossings belong together.
  const middle = values.reduce((sum, value) => sum + value, 0);
  const order = (middle > 0) === (values[0] > 0) ? [0, 1, 2, 3] : [3, 0, 1, 2];
  found.push([...crossings[order[0]], ...crossings[order[1]]]);
  found.push([...crossings[order[2]], ...crossings[order[3]]]);
}

// By how much label j is ahead of label i in each cell.
export function leads(scores, classes, i, j) {
  const found = new Float64Array(scores.length / classes);
  for (let k = 0; k < found.length; k++) found[k] = scores[k * classes + j] - scores[k * classes + i];
  return found;
}

// Where the best-scored label of scores [cells, classes] changes.
export function curvedBorders(grid, scores, classes) {
  if (classes === 2) return contour(grid, leads(scores, 2, 0, 1));
  const best = bestOfEach(scores, classes), found = [];
  for (const [i, j] of neighbours(grid, best, classes)) {
    const both = (...four) => four.some((k) => best[k] === i) && four.some((k) => best[k] === j);
    found.push(...contour(grid, leads(scores, classes, i, j), both));
  }
  return found;
}

// The pairs of labels that meet somewhere.
function neighbours(grid, best, classes) {
  const met = new Set();
  const meet = (one, other) => {
    if (one !== other) met.add(Math.min(one, other) * classes + Math.max(one, other));
  };
  for (let k = 0; k + grid.columns < best.length; k++) {
    meet(best[k], best[k + 1]);
    meet(best[k], best[k + grid.columns]);
    meet(best[k], best[k + grid.columns + 1]);
  }
  return [...met].map((pair) => [Math.floor(pair / classes), pair % classes]);
}

// Segments put in a row where they meet, so that dashes run along them: lists of [x, y].
export function chained(segments, box) {
  const [across, up] = [1e7 / (box.x1 - box.x0), 1e7 / (box.y1 - box.y0)];
  const key = (x, y) => `${Math.round(x * across)} ${Math.round(y * up)}`;
  const ends = new Map();
  segments.forEach(([x, y, u, v], k) => {
    for (const end of [key(x, y), key(u, v)]) ends.set(end, [...(ends.get(end) ?? []), k]);
  });
  const free = new Set(segments.keys());
  const follow = (line) => {
    for (;;) {
      const [x, y] = line.at(-1);
      const next = ends.get(key(x, y)).find((k) => free.has(k));
      if (next === undefined) return line;
      free.delete(next);
      const [px, py, qx, qy] = segments[next];
      line.push(key(px, py) === key(x, y) ? [qx, qy] : [px, py]);
    }
  };
  const found = [];
  for (const k of segments.keys()) {
    if (!free.delete(k)) continue;
    const [x, y, u, v] = segments[k];
    const back = follow([[u, v], [x, y]]).reverse();
    found.push(follow(back));
  }
  return found;
}

export function bestOfEach(scores, classes) {
  const best = new Uint8Array(scores.length / classes);
  for (let place = 0; place < best.length; place++) {
    const from = place * classes;
    for (let k = 1; k < classes; k++) if (scores[from + k] > scores[from + best[place]]) best[place] = k;
  }
  return best;
}
