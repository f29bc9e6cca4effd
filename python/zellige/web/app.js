// The page: shows what the server says about the game, and asks it to play what is clicked.

import { Board } from "./board.js";
import { Choice } from "./choices.js";
import { formPicture, tilePicture } from "./pictures.js";
import { ask } from "./server.js";

const $ = (id) => document.getElementById(id);
const make = (tag, text = "", attributes = {}) => {
  const node = document.createElement(tag);
  node.textContent = text;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
};

const ITEM_TITLES = {
  piece: "Pieces in hand: choose one, then a square",
  draft: "Tiles face up: choose one to take it",
  tile: "Tiles in hand: choose one, then a square",
  platform: "Platforms left: choose one, then a square",
  block: "Choose a square for the block",
  word: "Steps to buy",
};

let game;
let view;
let choice;
let session = sessionStorage.getItem("session");
let busy = false;
const board = new Board($("board"), pointAt, playAt, pickDrawn);

// One request at a time; what goes wrong is shown, and a game that has gone on elsewhere is fetched again.
async function request(action, body = {}) {
  if (busy) return null;
  busy = true;
  document.body.dataset.busy = "yes";
  say("error", "");
  try {
    return await ask(action, { session, ply: view?.ply, ...body });
  } catch (why) {
    say("error", why.message);
    if (why.status === 409 && action !== "state") {
      try {
        show((await ask("state", { session })).view);
      } catch {
        // The message that is shown already says what is wrong.
      }
    }
    return null;
  } finally {
    busy = false;
    delete document.body.dataset.busy;
  }
}

function say(id, text) {
  $(id).textContent = text;
  $(id).hidden = !text;
}

function show(next) {
  view = next;
  board.show(view.svg);
  const last = choice;
  choice = new Choice(view, board.range);
  choice.keep(last);
  choice.takeOneThatFits();
  choice.turnToFit();
  clearRefusal();
  $("task").textContent = view.over ? `Game over: ${view.result}` : view.task;
  showScores();
  showItems();
  showLog();
  $("moves").replaceChildren(...view.legal.slice(0, 2000).map((move) => make("option", "", { value: move })));
  $("undo").disabled = !view.log.some((entry) => entry.by === "person");
  $("move").value = "";
  redraw();
  document.body.dataset.ply = view.ply;
  document.body.dataset.over = view.over ? "yes" : "no";
}

function showScores() {
  const rows = view.scores.map((score, player) => {
    const row = make("tr", "", player === view.player ? { class: "turn" } : {});
    const who = view.seats.includes(player) ? "you" : view.opponent;
    const turn = player === view.player ? " ▸" : "";
    row.append(make("th", `${turn} ${game.names[player]}: ${who}`, { scope: "row" }), make("td", view.facts[player]));
    row.append(make("td", String(score), { class: "score" }));
    return row;
  });
  $("scores").tBodies[0].replaceChildren(...rows);
}

function showItems() {
  $("items-title").textContent = ITEM_TITLES[choice.kind] || "";
  const listed = choice.kind === "word" ? [] : choice.items;
  $("items").replaceChildren(...listed.map((item, index) => itemButton(item, index)));
  $("words").replaceChildren(
    ...choice.words.map((word) => {
      const button = make("button", word, { type: "button", "data-word": word });
      button.addEventListener("click", () => play(word));
      return button;
    }),
  );
  $("turn").disabled = !choice.canTurn;
  $("flip").disabled = !choice.canFlip;
}

function itemButton(item, index) {
  const chosen = choice.kind !== "draft" && index === choice.item;
  const fits = choice.fits(index);
  const button = make("button", "", { type: "button", "data-item": item.name, "data-index": index });
  if (choice.kind !== "draft") button.setAttribute("aria-pressed", chosen);
  if (!fits) button.className = "none";
  const way = chosen ? [choice.turns, choice.flipped] : [0, false];
  button.append(item.sides ? tilePicture(choice.sides(index, way[0])) : formPicture(choice.form(index, ...way)));
  button.append(make("span", item.name));
  const facts = [];
  if (item.value) facts.push(`${item.value} pts`);
  if (item.count > 1) facts.push(`× ${item.count}`);
  if (!fits) facts.push("no place");
  if (facts.length) button.append(make("small", facts.join(" ")));
  button.addEventListener("click", () => {
    if (choice.kind === "draft") play(item.name);
    else choose(index);
  });
  return button;
}

function choose(index) {
  if (index !== choice.item) [choice.turns, choice.flipped] = [0, false];
  choice.item = index;
  choice.turnToFit();
  again(() => document.querySelector(`[data-index="${index}"]`)?.focus());
}

function again(then = () => {}) {
  clearRefusal();
  showItems();
  redraw();
  then();
}

function turn() {
  if (!choice.canTurn) return;
  choice.turns = (choice.turns + 1) % 4;
  again();
}

function flip() {
  if (!choice.canFlip) return;
  choice.flipped = !choice.flipped;
  again();
}

function showLog() {
  const follow = view.log.map((entry) => make("li", entry.text, { class: entry.by }));
  $("log").replaceChildren(...follow);
  $("log").scrollTop = $("log").scrollHeight;
}

function redraw() {
  const { now, turned } = choice.legalSquares();
  board.legal(now, turned);
  pointAt(board.at);
}

function pointAt(square) {
  if (!choice) return;
  board.cursor(square);
  const move = square && choice.move(...square);
  if (!move) {
    board.ghost([], true);
    $("where").textContent = "";
    return;
  }
  const legal = choice.legal.has(move);
  board.ghost(choice.kind === "block" ? [square] : choice.cells(...square), legal);
  $("where").textContent = `${move}${legal ? "" : " (not legal)"}`;
}

// A piece or tile that is drawn beside the board: the same as its button.
function pickDrawn(name) {
  const index = choice.items.findIndex((item) => item.name === name);
  if (index < 0) return;
  if (choice.kind === "draft") play(name);
  else if (choice.canTurn) choose(index);
}

function playAt(square) {
  const move = choice.move(...square);
  if (move) play(move);
}

async function play(move) {
  const answer = await request("move", { move });
  if (!answer) return;
  if (answer.refused) showRefusal(answer.refused);
  else show(answer.view);
}

function showRefusal({ move, reasons }) {
  const all = reasons.flatMap((reason) => reason.cells);
  $("refused-move").textContent = move;
  $("reasons").replaceChildren(
    ...reasons.map(({ rule, message, names, cells }) => {
      const item = make("li", "", { "data-rule": rule, tabindex: 0 });
      item.append(make("strong", rule), ` ${message}${names.length ? ` [${names.join(" ")}]` : ""}`);
      // Pointing at a rule shows its own squares.
      for (const type of ["pointerenter", "focus"]) item.addEventListener(type, () => board.faults(cells));
      for (const type of ["pointerleave", "blur"]) item.addEventListener(type, () => board.faults(all));
      return item;
    }),
  );
  $("refusal").hidden = false;
  board.ghost([], true);
  board.faults(all);
}

function clearRefusal() {
  $("refusal").hidden = true;
  board.faults([]);
}

async function explain() {
  const move = $("move").value.trim();
  if (!move) return;
  const answer = await request("explain", { move });
  if (!answer) return;
  clearRefusal();
  if (answer.reasons.length) showRefusal(answer);
  else $("where").textContent = `${move} is legal`;
}

async function undo() {
  const answer = await request("undo");
  if (answer) show(answer.view);
}

async function begin(settings) {
  const answer = await request("new", settings);
  if (!answer) return;
  session = answer.session;
  sessionStorage.setItem("session", session);
  show(answer.view);
}

async function download() {
  const answer = await request("record");
  if (!answer) return;
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(answer.record)}\n`], { type: "application/json" }));
  make("a", "", { href: url, download: `${game.name}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function listen() {
  $("turn").addEventListener("click", turn);
  $("flip").addEventListener("click", flip);
  $("undo").addEventListener("click", undo);
  $("why").addEventListener("click", explain);
  $("download").addEventListener("click", download);
  $("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    if ($("move").value.trim()) play($("move").value.trim());
  });
  $("new").addEventListener("submit", (event) => {
    event.preventDefault();
    const seats = $("seat").value === "all" ? [...Array(game.players).keys()] : [Number($("seat").value)];
    begin({ seats, opponent: $("opponent").value, seed: Number($("seed").value) || 0 });
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
    const action = { r: turn, f: flip, u: undo, Escape: clearRefusal }[event.key];
    if (action && !(action === undo && $("undo").disabled)) action();
  });
}

function showGame() {
  document.title = `zellige: ${game.name}`;
  $("title").textContent = game.name.replace("_", " ");
  $("options").textContent = game.text;
  say("notes", game.notes.join(" "));
  const seats = [...Array(game.players).keys()].map((player) => make("option", game.names[player], { value: player }));
  if (game.players > 1) seats.push(make("option", "all seats", { value: "all" }));
  $("seat").replaceChildren(...seats);
  $("seat").value = game.first.seats.length > 1 ? "all" : game.first.seats[0];
  $("opponent").replaceChildren(...game.opponents.map((name) => make("option", name, { value: name })));
  $("opponent").value = game.first.opponent;
  $("seed").value = Math.floor(Math.random() * 2 ** 32);
}

async function start() {
  listen();
  game = await request("game");
  if (!game) return;
  showGame();
  if (session) {
    try {
      show((await ask("state", { session })).view);
      return;
    } catch {
      // The server was started anew, or has let that game go.
    }
  }
  await begin({});
}

start();
