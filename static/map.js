// The map comes alive: layers change without a new page, an area's card follows pointer and keyboard, the map zooms
// and moves, and the years run. Without this file every one of these is a link.
"use strict";
(() => {
  const page = document.querySelector(".atlas-page");
  const svg = page && page.querySelector("svg.map");
  if (!svg) return;
  const card = page.querySelector(".area-card");
  const scroll = page.querySelector(".scroll");
  const make = (name, words, attributes = {}) => {
    const element = document.createElement(name);
    element.textContent = words;
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };

  // layers
  const layers = [...page.querySelectorAll(".layers a")];
  const current = () => (layers.find(link => link.hasAttribute("aria-current")) || layers[0]).dataset.layer;
  const show = id => {
    for (const link of layers) link.toggleAttribute("aria-current", link.dataset.layer === id);
    for (const link of layers) if (link.dataset.layer === id) link.setAttribute("aria-current", "true");
    for (const part of svg.querySelectorAll("g[data-layer]")) {
      if (part.dataset.layer === id) part.removeAttribute("display"); else part.setAttribute("display", "none");
    }
    for (const legend of page.querySelectorAll(".legend[data-layer]")) legend.hidden = legend.dataset.layer !== id;
  };
  for (const link of layers) {
    link.addEventListener("click", event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      show(link.dataset.layer);
      history.replaceState(null, "", link.href);
    });
  }

  // area card: pointer, keyboard, first tap
  const areas = [...svg.querySelectorAll("a[data-area]")];
  let told = null;
  const tell = id => {
    const row = document.getElementById("area-" + id);
    if (!row || told === id) return;
    told = id;
    card.replaceChildren(...[...row.childNodes].map(node => node.cloneNode(true)));
    card.classList.add("told");
  };
  for (const area of areas) {
    area.setAttribute("tabindex", "0");
    const name = area.querySelector("title");
    if (name) area.setAttribute("aria-label", name.textContent.split("\n")[0]);
    area.addEventListener("pointerenter", event => { if (event.pointerType === "mouse") tell(area.dataset.area); });
    area.addEventListener("focus", () => tell(area.dataset.area));
    // A tap gives the focus before it clicks, so what was told is asked when the finger comes down.
    let first = false;
    area.addEventListener("pointerdown", event => { first = event.pointerType !== "mouse" && told !== area.dataset.area; });
    area.addEventListener("click", event => {
      if (moved) { event.preventDefault(); return; }
      if (first) { event.preventDefault(); tell(area.dataset.area); first = false; }
    });
  }

  // zoom and pan
  const whole = svg.viewBox.baseVal;
  const home = [whole.x, whole.y, whole.width, whole.height];
  let box = [...home];
  let moved = false;
  const look = () => {
    const [x, y, width, height] = home;
    box[2] = Math.min(Math.max(box[2], width / 12), width);
    box[3] = box[2] * height / width;
    box[0] = Math.min(Math.max(box[0], x), x + width - box[2]);
    box[1] = Math.min(Math.max(box[1], y), y + height - box[3]);
    svg.setAttribute("viewBox", box.map(Math.round).join(" "));
    scroll.classList.toggle("near", box[2] < width);
  };
  const zoom = (by, cx = 0.5, cy = 0.5) => {
    const [width, height] = [box[2], box[3]];
    box[2] = Math.min(Math.max(width / by, home[2] / 12), home[2]);
    box[3] = box[2] * home[3] / home[2];
    box[0] += (width - box[2]) * cx;
    box[1] += (height - box[3]) * cy;
    look();
  };
  const move = (right, down) => { box[0] += box[2] * right; box[1] += box[3] * down; look(); };
  const at = event => {
    const edge = svg.getBoundingClientRect();
    return [(event.clientX - edge.left) / edge.width, (event.clientY - edge.top) / edge.height];
  };
  svg.addEventListener("wheel", event => {
    if (!event.ctrlKey && !event.metaKey && box[2] >= home[2]) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.25 : 0.8, ...at(event));
  }, { passive: false });
  const fingers = new Map();
  svg.addEventListener("pointerdown", event => { fingers.set(event.pointerId, at(event)); moved = false; });
  addEventListener("pointermove", event => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const to = at(event);
    const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    if (others.length === 1) {
      const far = place => Math.hypot(place[0] - others[0][0], place[1] - others[0][1]);
      if (far(from) > 0.01) zoom(far(to) / far(from), (to[0] + others[0][0]) / 2, (to[1] + others[0][1]) / 2);
      moved = true;
    } else if (box[2] < home[2]) {
      if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 0.004 && !moved) return;
      moved = true;
      move(from[0] - to[0], from[1] - to[1]);
    }
    fingers.set(event.pointerId, to);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, event => fingers.delete(event.pointerId));
  svg.addEventListener("dragstart", event => event.preventDefault());
  const keys = {
    "+": () => zoom(1.4), "=": () => zoom(1.4), "-": () => zoom(1 / 1.4), "0": () => zoom(1 / 100),
    ArrowLeft: () => move(-0.15, 0), ArrowRight: () => move(0.15, 0), ArrowUp: () => move(0, -0.15), ArrowDown: () => move(0, 0.15),
  };
  scroll.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow") && box[2] >= home[2]) return;
    const act = keys[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  const tools = make("div", "", { class: "tools", role: "group", "aria-label": "Zoom" });
  for (const [words, label, act] of [["+", "Larger", () => zoom(1.4)], ["−", "Smaller", () => zoom(1 / 1.4)], ["⤢", "Whole map", () => zoom(1 / 100)]]) {
    const button = make("button", words, { type: "button", "aria-label": label, title: label });
    button.addEventListener("click", act);
    tools.append(button);
  }
  scroll.before(tools);

  // the years run
  const line = page.querySelector(".moments");
  const links = [...line.querySelectorAll("a[data-year]")];
  if (links.length < 2) return;
  const player = make("div", "", { class: "player", role: "group", "aria-label": "Whose the land was" });
  const play = make("button", "▶ Play", { type: "button", "aria-pressed": "false" });
  const last = String(links.length - 1);
  const slider = make("input", "", { type: "range", min: "0", max: last, step: "1", "aria-label": "Year" });
  slider.value = last;
  const year = make("output", "");
  player.append(play, slider, year);
  line.before(player);
  let story = null, clock = null;
  const load = async () => {
    if (story) return story;
    const answer = await fetch(page.dataset.ownership, { headers: { accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.status);
    const read = await answer.json();
    const now = [];
    read.states = read.pentades.map(([first, changes]) => {
      for (const [area, holder] of changes) now[area] = holder;
      return { first, owners: [...now], changed: new Set(changes.map(([area]) => area)) };
    });
    story = read;
    slider.max = read.states.length - 1;
    return read;
  };
  const hatches = ["", "1", "2", "3", "4", "5"];
  const drawn = "http://www.w3.org/2000/svg";
  let stage = null;
  const paint = at => {
    const state = story.states[at];
    const tints = svg.querySelector(".tints");
    if (!stage) {
      stage = document.createElementNS(drawn, "g");
      stage.setAttribute("data-layer", "years");
      tints.append(stage);
      for (const label of [...svg.querySelectorAll(".figures, .inroads, .chosen"), ...svg.querySelectorAll(".names use")]) label.setAttribute("display", "none");
    }
    show("years");
    const parts = [];
    state.owners.forEach((holder, area) => {
      const id = story.areas[area];
      if (!svg.getElementById(id)) return;
      const [, fill, hatch] = story.holders[holder];
      for (const colour of [fill, hatch && `url(#hatch${hatches[hatch]})`]) {
        if (!colour) continue;
        const use = document.createElementNS(drawn, "use");
        use.setAttribute("href", "#" + id);
        use.setAttribute("fill", colour);
        if (at > 0 && state.changed.has(area)) use.setAttribute("class", "taken");
        parts.push(use);
      }
    });
    stage.replaceChildren(...parts);
    const frontier = story.borders.filter(([one, other]) => state.owners[one] !== state.owners[other]).map(border => border[2]).join("");
    for (const name of [".frontier", ".casing"]) svg.querySelector(name).setAttribute("d", frontier);
    const names = at > 0 ? [...state.changed].length : 0;
    year.textContent = `before ${state.first}${names ? `: ${names} changed hands` : ""}`;
    slider.setAttribute("aria-valuetext", String(state.first));
    for (const link of links) link.toggleAttribute("data-told", link.dataset.year === String(state.first));
  };
  const stop = () => {
    clearInterval(clock);
    clock = null;
    play.textContent = "▶ Play";
    play.setAttribute("aria-pressed", "false");
  };
  const step = by => {
    const next = Number(slider.value) + by;
    if (next < 0 || next > Number(slider.max)) { stop(); return; }
    slider.value = next;
    paint(next);
  };
  const failed = () => { year.textContent = "The years could not be loaded; the links below show each."; stop(); };
  play.addEventListener("click", () => {
    if (clock) { stop(); return; }
    load().then(() => {
      if (slider.value === slider.max) { slider.value = 0; paint(0); }
      play.textContent = "❚❚ Stop";
      play.setAttribute("aria-pressed", "true");
      clock = setInterval(() => step(1), 700);
    }).catch(failed);
  });
  slider.addEventListener("input", () => { stop(); load().then(() => paint(Number(slider.value))).catch(failed); });
  slider.addEventListener("focus", () => { load().catch(failed); }, { once: true });
  slider.addEventListener("pointerdown", () => { load().catch(failed); }, { once: true });
  player.addEventListener("keydown", event => {
    if (event.key !== " " || event.target === play) return;
    event.preventDefault();
    play.click();
  });
})();
