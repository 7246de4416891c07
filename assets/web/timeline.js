// The timeline: every mistake a tick, passes as lines, and the slider that is dragged through time.

import { fitted, stroke } from "./ink.js";

const THUMB = 18; // pixels; the slider's middle goes from half of it to half of it before the end

export class Timeline {
  constructor(canvas, slider, experiment) {
    Object.assign(this, { canvas, slider, experiment });
    slider.min = 0;
    slider.max = experiment.moments - 1;
  }

  draw(learner, look) {
    const { pen, width, height } = fitted(this.canvas);
    const { experiment } = this, last = Math.max(experiment.moments - 1, 1);
    const px = (place) => THUMB / 2 + (place / last) * (width - THUMB);
    const line = (x, from, to) => {
      pen.moveTo(x, from);
      pen.lineTo(x, to);
    };
    pen.beginPath();
    const passes = learner.perPass ? Math.floor(learner.steps / learner.perPass) : 0;
    if (passes <= width / 6) {
      for (let pass = 1; pass <= passes; pass++) {
        const t = pass * learner.perPass;
        if (t >= experiment.first && t <= experiment.last) line(px(experiment.placeOf(t)), height - 8, height);
      }
    }
    stroke(pen, look.colour("--muted"), "solid", 1);
    pen.beginPath();
    let drawn = -2;
    for (let place = 0; place < experiment.moments; place++) {
      const x = px(place);
      if (x - drawn < 1 || !learner.mistaken(experiment.stepAt(place))) continue;
      line(x, 1, 9);
      drawn = x;
    }
    stroke(pen, look.colour("--mistake"), "solid", 1.5);
  }
}
