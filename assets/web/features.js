// Examples as learners see them: sparse rows, and the feature maps that points pass through.

// Row i has values[starts[i] … starts[i + 1] − 1] in those columns.
export class Rows {
  constructor(starts, columns, values, width) {
    Object.assign(this, { starts, columns, values, width });
  }

  get length() {
    return this.starts.length - 1;
  }

  static packed(lengths, columns, values, width) {
    const starts = new Uint32Array(lengths.length + 1);
    lengths.forEach((length, i) => { starts[i + 1] = starts[i] + length; });
    return new Rows(starts, columns, values, width);
  }

  static dense(table, width) {
    const starts = Uint32Array.from({ length: table.length + 1 }, (_, i) => i * width);
    const columns = Uint32Array.from({ length: table.length * width }, (_, k) => k % width);
    const values = new Float64Array(table.length * width);
    table.forEach((row, i) => values.set(row, i * width));
    return new Rows(starts, columns, values, width);
  }

  // Each row made anew from its columns and values.
  mapped(change, width) {
    const lengths = [], columns = [], values = [];
    for (let i = 0; i < this.length; i++) {
      const [some, their] = change(...this.row(i));
      lengths.push(some.length);
      for (let k = 0; k < some.length; k++) {
        columns.push(some[k]);
        values.push(their[k]);
      }
    }
    return Rows.packed(lengths, Uint32Array.from(columns), Float64Array.from(values), width);
  }

  // With one more column, the bias.
  withOnes() {
    const { width } = this;
    return this.mapped((columns, values) => [[...columns, width], [...values, 1]], width + 1);
  }

  row(i) {
    const [from, to] = [this.starts[i], this.starts[i + 1]];
    return [this.columns.subarray(from, to), this.values.subarray(from, to)];
  }

  // The scores of row i by weights [width, heads], into `scores`.
  dot(i, weights, heads, scores) {
    const { starts, columns, values } = this;
    scores.fill(0, 0, heads);
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      for (let h = 0; h < heads; h++) scores[h] += values[k] * weights[columns[k] * heads + h];
    }
  }
}

// A feature map: how many features there are, and what they are at a place of the plane.
export function mapOf(data) {
  if (data.kind === "plain") return { width: 2, at: (x, y) => [x, y] };
  if (data.kind === "powers") {
    const { powers } = data;
    return { width: powers.length, at: (x, y) => powers.map(([i, j]) => x ** i * y ** j) };
  }
  const { frequencies, phases } = data; // frequencies [2, waves]
  const waves = phases.length;
  const height = Math.sqrt(2 / waves);
  return {
    width: waves,
    at: (x, y) => Float64Array.from(
      phases, (phase, k) => height * Math.cos(x * frequencies[k] + y * frequencies[waves + k] + phase),
    ),
  };
}
