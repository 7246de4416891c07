// Error and loss along the run, a line for each learner and readout.

import { brief, ticks } from "./numbers.js";
import { fitted, stroke, learnerColour } from "./ink.js";

const EDGE = { left: 38, right: 10, top: 8, bottom: 20 };

// The value of a curve at step t: that of the last sample not after it.
export function valueAt(steps, values, t) {
  let place = 0;
  while (place + 1 < steps.length && steps[place + 1] <= t) place++;
  return values[place];
}

export class CurvePlot {
  constructor(canvas, experiment, measure) {
    Object.assign(this, { canvas, experiment, measure });
    canvas.addEventListener("pointerdown", (event) => {
      const share = (event.offsetX - EDGE.left) / (canvas.clientWidth - EDGE.left - EDGE.right);
      const { first, last } = experiment;
      this.onStep?.(first + Math.min(Math.max(share, 0), 1) * (last - first));
    });
  }

  lines() {
    const found = [];
    for (const learner of this.experiment.learners) {
      for (const readout of learner.readouts) {
        const { steps, train, heldOut } = learner.curves[readout];
        found.push({ learner, steps, values: train[this.measure], kind: readout });
        if (heldOut) found.push({ learner, steps, values: heldOut[this.measure], kind: "margin" });
      }
    }
    return found;
  }

  draw(t, look) {
    const { pen, width, height } = fitted(this.canvas);
    if (!width || !height) return;
    const { first, last } = this.experiment, lines = this.lines();
    const top = this.top(lines, first, last);
    const [right, bottom] = [width - EDGE.right, height - EDGE.bottom];
    const px = (step) => EDGE.left + ((step - first) / Math.max(last - first, 1)) * (right - EDGE.left);
    const py = (value) => bottom - (Math.min(value, 1.05 * top) / top) * (bottom - EDGE.top);
    this.drawAxes(pen, look, { first, last, top, px, py, right, bottom });
    pen.save();
    pen.beginPath();
    pen.rect(EDGE.left, 0, right - EDGE.left, bottom + 2);
    pen.clip();
    for (const line of lines) {
      pen.beginPath();
      line.steps.forEach((step, k) => { if (line.values[k] !== null) pen.lineTo(px(step), py(line.values[k])); });
      stroke(pen, look.colour(learnerColour(line.learner.index)), line.kind, 1.5);
    }
    pen.restore();
    pen.beginPath();
    pen.moveTo(px(t), EDGE.top);
    pen.lineTo(px(t), bottom);
    stroke(pen, look.colour("--accent"), "solid", 1.5);
  }

  // The highest value in sight; a few that are far beyond the others do not count.
  top(lines, first, last) {
    const values = lines.flatMap(({ steps, values: own }) => (
      own.filter((value, k) => value !== null && steps[k] >= first && steps[k] <= last)
    )).sort((a, b) => a - b);
    const share = this.measure === "error" ? 1 : 0.985;
    const high = values[Math.min(Math.floor(share * values.length), values.length - 1)] ?? 1;
    return Math.max(high * 1.08, 0.01);
  }

  drawAxes(pen, look, { first, last, top, px, py, right, bottom }) {
    pen.font = `11px ${look.font}`;
    pen.fillStyle = look.colour("--muted");
    pen.strokeStyle = look.colour("--grid");
    pen.lineWidth = 1;
    pen.beginPath();
    pen.textAlign = "right";
    for (const value of ticks(0, top, Math.max(Math.floor((bottom - EDGE.top) / 30), 2))) {
      pen.moveTo(EDGE.left, py(value));
      pen.lineTo(right, py(value));
      pen.fillText(this.measure === "error" ? `${brief(100 * value)} %` : brief(value), EDGE.left - 5, py(value) + 4);
    }
    pen.stroke();
    pen.textAlign = "center";
    for (const step of ticks(first, last, Math.max(Math.floor(right / 80), 2))) {
      if (Number.isInteger(step) && px(step) < right - 8) pen.fillText(brief(step), px(step), bottom + 14);
    }
  }

  told(t) {
    const values = this.lines().map(({ learner, steps, values: own, kind }) => {
      const what = kind === "margin" ? "held out" : kind;
      return `${learner.title} (${what}) ${brief(Number(valueAt(steps, own, t) ?? 0))}`;
    });
    return `${this.measure === "error" ? "Share of errors" : `${this.measure} loss`} at step ${t}: ${values.join("; ")}`;
  }
}
