
"use strict";
// Replays a game from the data in this page. Every text is put in as text; the pictures are parsed as XML.
(() => {
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const data = JSON.parse($("data").textContent);
  const last = data.moves.length;
  const views = Object.keys(data.views);
  let view = views[0];
  let ply = 0;
  let timer = 0;

  // The texts of a pack: each is made out of the one before by its changes.
  function unpack(pack) {
    const texts = [];
    const now = [];
    for (const changes of pack.frames) {
      for (const [at, removed, added] of changes) now.splice(at, removed, ...added);
      texts.push(now.slice());
    }
    return (k) => texts[k].map((number) => pack.lines[number]).join("\n");
  }

  const picture = {};
  for (const name of views) picture[name] = unpack(data.views[name]);
  const words = unpack(data.words);

  function make(tag, text, attributes = {}) {
    const node = document.createElement(tag);
    node.textContent = text;
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  }

  function shape(tag, attributes) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  }

  const said = (k) => `${data.names[data.players[k - 1]]}: ${data.moves[k - 1]}`;

  // ---- What stands still -------------------------------------------------------------------------------------------

  $("game").textContent = data.game;
  $("notes").textContent = data.notes.join(" ");
  $("slider").max = last;

  const rows = data.scores[0].map((_, player) => {
    const row = make("tr", "");
    const head = make("th", "", { scope: "row" });
    const swatch = shape("svg", { class: "key", viewBox: "0 0 24 8", "aria-hidden": "true" });
    const line = document.querySelectorAll(`#chart .line-${player}`)[0];
    swatch.append(shape("path", { class: `line line-${player}`, d: "M0 4H24", "stroke-dasharray": line.getAttribute("stroke-dasharray") }));
    head.append(swatch, ` ${data.names[player]}`);
    row.append(head, make("td", ""));
    $("scores").tBodies[0].append(row);
    return row;
  });

  const entries = data.moves.map((_, i) => {
    const item = make("li", "");
    const button = make("button", said(i + 1), { type: "button" });
    button.addEventListener("click", () => go(i + 1));
    item.append(button);
    $("moves").append(item);
    return button;
  });

  const chart = $("chart").firstElementChild;
  const { left, right, top, bottom } = data.place;
  const across = (k) => left + ((right - left) * k) / Math.max(1, last);
  const now = shape("path", { class: "now" });
  chart.append(now);

  // ---- What changes ------------------------------------------------------------------------------------------------

  function show() {
    const parsed = new DOMParser().parseFromString(picture[view](ply), "image/svg+xml").documentElement;
    $("board").replaceChildren(document.importNode(parsed, true));
    $("words").textContent = ply ? `${ply}. ${said(ply)}. Then ${words(ply)}.` : `The start: ${words(0)}.`;
    $("slider").value = ply;
    $("slider").setAttribute("aria-valuetext", `move ${ply} of ${last}`);
    rows.forEach((row, player) => (row.cells[1].textContent = data.scores[ply][player]));
    for (const button of document.querySelectorAll("#moves [aria-current]")) button.removeAttribute("aria-current");
    if (ply) {
      const button = entries[ply - 1];
      button.setAttribute("aria-current", "true");
      const list = $("moves");
      const at = button.offsetTop - list.clientHeight / 2;
      if (Math.abs(list.scrollTop - at) > list.clientHeight / 2 - 30) list.scrollTop = at;
    }
    now.setAttribute("d", `M${across(ply)} ${top}V${bottom}`);
    document.body.dataset.ply = ply;
  }

  function go(k) {
    const next = Math.max(0, Math.min(last, k));
    if (next !== ply) {
      ply = next;
      show();
    }
    if (ply === last) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    $("play").textContent = "Play";
  }

  function play() {
    if (timer) {
      stop();
      return;
    }
    if (ply === last) go(0);
    if (!last) return;
    $("play").textContent = "Pause";
    timer = setInterval(() => go(ply + 1), Number($("speed").value));
  }

  function turnView() {
    view = views[(views.indexOf(view) + 1) % views.length];
    nameView();
    show();
  }

  function nameView() {
    const other = views[(views.indexOf(view) + 1) % views.length];
    $("view").textContent = other === "plan" ? "Show in plan" : "Show in space";
    $("view").hidden = views.length < 2;
  }

  const steps = {
    ArrowRight: () => ply + 1, ArrowUp: () => ply + 1, ArrowLeft: () => ply - 1, ArrowDown: () => ply - 1,
    Home: () => 0, End: () => last, PageUp: () => ply + 10, PageDown: () => ply - 10,
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select")) return;
    if (event.key === " " && !event.target.closest("button")) play();
    else if (steps[event.key]) go(steps[event.key]());
    else return;
    event.preventDefault();
  });
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(ply - 1));
  $("next").addEventListener("click", () => go(ply + 1));
  $("last").addEventListener("click", () => go(last));
  $("play").addEventListener("click", play);
  $("view").addEventListener("click", turnView);
  $("speed").addEventListener("change", () => {
    if (timer) {
      stop();
      play();
    }
  });
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
    go(Math.round(((at - left) / (right - left)) * last));
  });

  ply = data.start;
  nameView();
  show();
})();
