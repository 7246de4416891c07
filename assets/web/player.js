// The player: one moment of the experiment, shown by every view; buttons, keys and the clock.

import { Experiment } from "./experiment.js";
import { Plane, exampleTold } from "./plane.js";
import { DocumentMap } from "./documents.js";
import { WordBars } from "./words.js";
import { Reader } from "./reader.js";
import { CurvePlot } from "./curves.js";
import { StepPanel } from "./step.js";
import { Timeline } from "./timeline.js";
import { Look, element, nameElement, signCanvas, shorter, learnerColour } from "./ink.js";
import { grouped } from "./numbers.js";

const SLOWEST = 0.5, FASTEST = 1000; // steps a second
const READABLE = 8; // steps a second up to which examples slide and panels follow every step
const PANELS_EVERY = 100; // milliseconds between two refreshes of panels while it plays fast

const part = (id) => document.getElementById(id);

class Player {
  constructor(experiment) {
    this.experiment = experiment;
    this.place = experiment.placeOf(experiment.position);
    this.active = 0;
    this.playing = false;
    this.speed = 4;
    this.look = new Look();
    this.panelsAt = 0;
    this.makeViews();
    this.makeHeader();
    this.makeLearners();
    this.listen();
    this.refresh();
  }

  get t() {
    return this.experiment.stepAt(this.place);
  }

  get learner() {
    return this.experiment.learners[this.active];
  }

  makeViews() {
    const { experiment } = this, points = experiment.kind === "points";
    document.body.classList.add(points ? "points" : "rows");
    this.stage = new (points ? Plane : DocumentMap)(part("stage"), experiment);
    this.words = points ? null : new WordBars(part("words"), experiment);
    const reading = { heading: part("reader-heading"), badges: part("reader-badges"), text: part("reader-text") };
    this.reader = points ? null : new Reader(reading, experiment);
    const step = Object.fromEntries(["sentence", "rule", "figures", "scores", "changes", "more"]
      .map((name) => [name, part(`step-${name}`)]));
    this.panel = new StepPanel(step, experiment);
    this.timeline = new Timeline(part("marks"), part("time"), experiment);
    const losses = new Set(experiment.learners.map((learner) => learner.loss));
    const [only] = losses;
    const loss = losses.size === 1 && only !== "zero-one" ? only : "hinge";
    part("loss").value = loss;
    this.error = new CurvePlot(part("error-curves"), experiment, "error");
    this.loss = new CurvePlot(part("loss-curves"), experiment, loss);
    for (const plot of [this.error, this.loss]) plot.onStep = (t) => this.go(experiment.placeOf(t));
  }

  makeHeader() {
    const { experiment } = this;
    document.title = experiment.title;
    part("title").replaceChildren(nameElement(experiment.title));
    part("classes").replaceChildren(...experiment.classes.map((name, label) => {
      const chip = element("li", "chip"), count = experiment.labels.filter((own) => own === label).length;
      chip.append(signCanvas(label, this.look), nameElement(shorter(name, 24)), element("span", "muted", grouped(count)));
      chip.title = name;
      return chip;
    }));
    part("notes").replaceChildren(...experiment.notes.map((note) => element("p", "", note)));
    part("words-heading").textContent = experiment.kind === "table" ? "Heaviest features" : "Heaviest words";
    part("held-out-key").hidden = !experiment.heldOut.includes(1);
  }

  makeLearners() {
    const buttons = this.experiment.learners.map((learner, index) => {
      const button = element("button", "learner");
      button.type = "button";
      button.append(sample(learner, learner.readout), element("span", "", learner.titleOf(learner.readout)));
      for (const readout of learner.readouts.slice(1)) {
        button.append(sample(learner, readout), element("span", "muted", readout));
      }
      button.title = `Show the regions and the step of ${learner.title}`;
      button.addEventListener("click", () => {
        this.active = index;
        this.refresh();
      });
      return button;
    });
    part("learners").replaceChildren(...buttons);
  }

  // Moving through time

  go(place) {
    this.place = Math.min(Math.max(place, 0), this.experiment.moments - 1);
    if (this.reader) this.reader.chosen = null;
    this.refresh();
  }

  step(by) {
    this.pause();
    this.go(this.place + by);
  }

  // To the next (or previous) step that began with a mistake of the chosen learner.
  toMistake(by) {
    this.pause();
    const { experiment, learner } = this;
    for (let place = this.place + by; place >= 0 && place < experiment.moments; place += by) {
      if (learner.mistaken(experiment.stepAt(place))) {
        this.go(place);
        return;
      }
    }
    this.say(`There is no ${by > 0 ? "later" : "earlier"} mistake of ${learner.title}.`);
  }

  play() {
    if (this.place === this.experiment.moments - 1) this.place = 0;
    this.playing = true;
    this.clock = this.t;
    this.lastFrame = null;
    requestAnimationFrame((now) => this.tick(now));
    this.refresh();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.refresh();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  tick(now) {
    if (!this.playing) return;
    if (this.lastFrame !== null) this.clock += (this.speed * Math.min(now - this.lastFrame, 250)) / 1000;
    this.lastFrame = now;
    const place = this.experiment.placeOf(this.clock);
    if (place !== this.place) {
      this.place = place;
      if (this.reader) this.reader.chosen = null;
      if (place === this.experiment.moments - 1) this.playing = false;
      this.refresh();
    }
    if (this.playing) requestAnimationFrame((next) => this.tick(next));
  }

  // Showing the moment

  refresh() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.show();
    });
  }

  show() {
    const { t, learner, look } = this;
    this.showStage();
    this.showTime();
    const now = performance.now(), fast = this.playing && this.speed > READABLE;
    if (fast && now - this.panelsAt < PANELS_EVERY) return;
    this.panelsAt = now;
    this.panel.show(t, learner);
    this.words?.show(t, learner, look);
    this.reader?.show(t, learner);
    for (const plot of [this.error, this.loss]) plot.draw(t, look);
    this.showNote();
    if (!this.playing) this.describe();
  }

  showStage() {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const sliding = !calm && (!this.playing || this.speed <= READABLE);
    if (this.stage.draw(this.t, this.active, this.look, sliding)) {
      requestAnimationFrame(() => this.showStage());
    }
  }

  showTime() {
    const { t, experiment, learner } = this, slider = part("time");
    slider.value = this.place;
    slider.setAttribute("aria-valuetext", `step ${t} of ${experiment.last}`);
    slider.style.setProperty("--done", `${(100 * this.place) / Math.max(experiment.moments - 1, 1)}%`);
    this.timeline.draw(learner, this.look);
    part("count-step").textContent = grouped(t);
    const pass = learner.perPass ? ` · pass ${grouped(Math.max(Math.ceil(learner.at(t) / learner.perPass), 1))}` : "";
    part("count-all").textContent = ` / ${grouped(experiment.last)}${pass}`;
    document.body.classList.toggle("playing", this.playing);
    const play = part("play");
    play.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    play.title = `${this.playing ? "Pause" : "Play"} (Space)`;
    part("back").disabled = part("start").disabled = this.place === 0;
    part("forward").disabled = part("end").disabled = this.place === experiment.moments - 1;
    part("learners").childNodes.forEach((button, index) => (
      button.setAttribute("aria-pressed", String(index === this.active))
    ));
    // What changes many times a second is not read aloud.
    part("step-sentence").setAttribute("aria-live", this.playing ? "off" : "polite");
  }

  // The small words on the stage: the example that is pointed at, else the visited one.
  showNote() {
    const { learner, t } = this, step = learner.at(t), note = part("note");
    const pointed = this.stage.pointed;
    const visited = learner.recording.visited(step).length
      ? learner.recording.order[learner.recording.mostTelling(step)] : undefined;
    note.hidden = pointed === null && visited === undefined;
    if (note.hidden) return;
    const parts = [];
    if (pointed === null) { // as it was before the step
      const wrong = learner.recording.mistaken(step);
      parts.push(element("span", wrong ? "wrong" : "", wrong ? "mistake" : "right"), " on ");
    }
    const [before, name, after] = pointed === null
      ? exampleTold(learner, step - 1, visited, "last")
      : exampleTold(learner, step, pointed, learner.readout);
    parts.push(before, nameElement(shorter(name, 24)), after);
    note.replaceChildren(...parts);
  }

  describe() {
    part("stage").setAttribute("aria-label", this.stage.told(this.t, this.active));
    part("error-curves").setAttribute("aria-label", this.error.told(this.t));
    part("loss-curves").setAttribute("aria-label", this.loss.told(this.t));
    part("mistakes-part").hidden = this.learner.boosts;
    part("mistakes").textContent = grouped(this.learner.mistakesUntil(this.t));
  }

  say(sentence) {
    part("said").textContent = sentence;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => { part("said").textContent = ""; }, 3000);
  }

  // Hands

  listen() {
    const does = {
      start: () => this.go(0),
      back: () => this.step(-1),
      play: () => this.toggle(),
      forward: () => this.step(1),
      end: () => this.go(this.experiment.moments - 1),
      previous: () => this.toMistake(-1),
      next: () => this.toMistake(1),
      look: () => this.changeLook(),
    };
    for (const [id, act] of Object.entries(does)) {
      part(id).addEventListener("click", (event) => {
        act();
        if (event.detail > 0) part(id).blur(); // clicked, not pressed: the keys go on meaning time
      });
    }
    part("time").addEventListener("input", (event) => {
      this.pause();
      this.go(Number(event.target.value));
    });
    part("speed").addEventListener("input", (event) => this.setSpeed(Number(event.target.value)));
    part("loss").addEventListener("change", (event) => {
      this.loss.measure = event.target.value;
      this.refresh();
    });
    document.addEventListener("keydown", (event) => this.key(event, does));
    new ResizeObserver(() => this.refresh()).observe(part("stage"));
    new ResizeObserver(() => this.refresh()).observe(part("curves"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.relook());
    this.listenToStage();
    this.setSpeed(Number(part("speed").value));
  }

  listenToStage() {
    const canvas = part("stage");
    const point = (event) => {
      const found = this.stage.nearest(event.offsetX, event.offsetY);
      if (found === this.stage.pointed) return;
      this.stage.pointed = found;
      this.showStage();
      this.showNote();
    };
    canvas.addEventListener("pointermove", point);
    canvas.addEventListener("pointerdown", (event) => {
      point(event);
      if (!this.reader) return;
      this.reader.chosen = this.stage.pointed;
      this.reader.show(this.t, this.learner);
    });
    canvas.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "mouse") return;
      this.stage.pointed = null;
      this.showStage();
      this.showNote();
    });
  }

  key(event, does) {
    const { target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const own = target.id === "speed" || target.tagName === "SELECT";
    const button = target.tagName === "BUTTON" && (event.key === " " || event.key === "Enter");
    const keys = {
      " ": does.play, ArrowRight: does.forward, ArrowLeft: does.back, PageDown: does.forward,
      PageUp: does.back, n: does.next, p: does.previous, Home: does.start, End: does.end,
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || button || (own && event.key.length > 1)) return;
    event.preventDefault();
    act();
  }

  // From 0 to 100, each step faster by the same factor.
  setSpeed(level) {
    this.speed = SLOWEST * (FASTEST / SLOWEST) ** (level / 100);
    const told = this.speed < 10 ? this.speed.toFixed(1) : String(Math.round(this.speed));
    part("speed").setAttribute("aria-valuetext", `${told} steps a second`);
    part("speed-told").textContent = `${told}/s`;
  }

  changeLook() {
    document.documentElement.dataset.look = this.look.dark ? "light" : "dark";
    this.relook();
  }

  relook() {
    this.look = new Look();
    this.makeHeader();
    this.refresh();
  }
}

// How a learner's boundary is drawn, beside its name.
function sample(learner, readout) {
  const made = element("span", `sample ${readout}`);
  made.setAttribute("aria-hidden", "true");
  made.style.color = `var(${learnerColour(learner.index)})`;
  return made;
}

const player = new Player(new Experiment(JSON.parse(part("data").textContent)));
