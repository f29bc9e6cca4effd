// What a click on a square means: which piece, tile or platform is in hand, how it is turned, and the move that this makes.

const key = (x, y) => `${x},${y}`;
const letter = (x, y) => `${String.fromCharCode(97 + x)}${y + 1}`;

function normal(cells) {
  const left = Math.min(...cells.map((c) => c[0]));
  const bottom = Math.min(...cells.map((c) => c[1]));
  return cells.map(([x, y, mark]) => [x - left, y - bottom, mark]);
}

const extent = (cells, axis) => Math.max(...cells.map((c) => c[axis])) + 1;

// Quarter turns clockwise, y upwards; a flip comes first.
function oriented(cells, turns, flipped) {
  let form = flipped ? cells.map(([x, y, mark]) => [-x, y, mark]) : cells;
  for (let i = 0; i < turns; i++) form = form.map(([x, y, mark]) => [y, -x, mark]);
  return normal(form);
}

// The cell of a form that is under the pointer: the one nearest to its middle.
function gripOf(form) {
  const mid = [0, 1].map((axis) => form.reduce((sum, c) => sum + c[axis], 0) / form.length);
  const far = (c) => (c[0] - mid[0]) ** 2 + (c[1] - mid[1]) ** 2;
  return form.reduce((best, c) => (far(c) < far(best) - 1e-9 ? c : best));
}

function cellsOfRows(rows) {
  const cells = [];
  rows.forEach((row, down) =>
    [...row].forEach((sign, x) => {
      if (sign !== ".") cells.push([x, rows.length - 1 - down, sign === "O"]);
    }),
  );
  return cells;
}

const turnedSides = (sides, r) => [0, 1, 2, 3].map((d) => sides[(d - r + 4) % 4]).join("");

// The smallest rotation with the same picture: of those that look alike only one is a move's name.
function smallest(r, picture) {
  const wanted = picture(r);
  return [0, 1, 2, 3].find((other) => picture(other) === wanted);
}

export class Choice {
  // board: {x0, y0, w, h}, the squares that can be clicked.
  constructor(view, board) {
    this.kind = view.choice.kind;
    this.items = view.choice.items;
    this.plainWords = view.choice.words || [];
    this.board = board;
    this.legal = new Set(view.legal);
    this.item = 0;
    this.turns = 0;
    this.flipped = false;
  }

  get canTurn() {
    return ["piece", "tile", "platform"].includes(this.kind) && this.items.length > 0;
  }

  get canFlip() {
    return this.kind === "piece" && this.items.length > 0;
  }

  // Moves that need no square, with the words on their buttons.
  get words() {
    if (this.kind === "word") return this.items.map((item) => item.name);
    return this.plainWords.filter((word) => this.legal.has(word));
  }

  form(index = this.item, turns = this.turns, flipped = this.flipped) {
    const item = this.items[index];
    if (this.kind === "piece") return oriented(item.cells, turns, flipped);
    if (this.kind === "platform") return oriented(cellsOfRows(item.rows), turns, false);
    return [[0, 0, false]];
  }

  sides(index = this.item, turns = this.turns) {
    return turnedSides(this.items[index].sides, turns);
  }

  // Where the form lies when its grip is on (x, y); pushed back onto the board if it would stick out.
  anchor(x, y, form) {
    const [gripX, gripY] = gripOf(form);
    const clamp = (at, least, room) => Math.max(least, Math.min(at, least + room));
    const { x0, y0, w, h } = this.board;
    return [clamp(x - gripX, x0, w - extent(form, 0)), clamp(y - gripY, y0, h - extent(form, 1))];
  }

  cells(x, y, ...how) {
    if (!this.placeable) return [];
    const form = this.form(...how);
    const [ax, ay] = this.anchor(x, y, form);
    return form.map(([dx, dy]) => [ax + dx, ay + dy]);
  }

  get placeable() {
    return this.kind === "block" || (this.canTurn && this.item < this.items.length);
  }

  // The move that a click on (x, y) plays, in the rules' notation; null when a click plays nothing.
  move(x, y, index = this.item, turns = this.turns, flipped = this.flipped) {
    if (!this.placeable) return null;
    if (this.kind === "block") return letter(x, y);
    const name = this.items[index].name;
    if (this.kind === "tile") {
      return `${name}/${smallest(turns, (r) => this.sides(index, r))}@${x},${y}`;
    }
    const form = this.form(index, turns, flipped);
    if (this.kind === "platform") {
      const r = smallest(turns, (other) => JSON.stringify(this.form(index, other, false).sort()));
      return `${name}/${r}@${letter(...this.anchor(x, y, form))}`;
    }
    const cells = this.cells(x, y, index, turns, flipped);
    cells.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    return cells.map((cell) => letter(...cell)).join(",");
  }

  ways() {
    const flips = this.canFlip ? [false, true] : [false];
    const turns = this.canTurn ? [0, 1, 2, 3] : [0];
    return turns.flatMap((turn) => flips.map((flip) => [turn, flip]));
  }

  // Squares to click for a legal move as the item is turned now, and those for one if it were turned otherwise.
  legalSquares() {
    const now = new Set();
    const turned = new Set();
    if (!this.placeable) return { now, turned };
    const { x0, y0, w, h } = this.board;
    for (let y = y0; y < y0 + h; y++) {
      for (let x = x0; x < x0 + w; x++) {
        if (this.legal.has(this.move(x, y))) now.add(key(x, y));
        else if (this.ways().some((way) => this.legal.has(this.move(x, y, this.item, ...way)))) turned.add(key(x, y));
      }
    }
    return { now, turned };
  }

  // Whether an item can be laid anywhere in any way.
  fits(index) {
    const name = this.items[index].name;
    if (this.kind === "draft") return this.legal.has(name);
    if (this.kind !== "piece") return [...this.legal].some((move) => move.startsWith(`${name}/`));
    this.forms ??= new Set([...this.legal].map((move) => shapeOf(move)));
    return this.ways().some((way) => this.forms.has(JSON.stringify(sorted(this.form(index, ...way)))));
  }

  // The item and the way it was turned in the position before, if it is still there.
  keep(other) {
    if (!other || other.kind !== this.kind) return;
    const index = this.items.findIndex((item) => item.name === other.items[other.item]?.name);
    if (index < 0) return;
    this.item = index;
    this.turns = other.turns;
    this.flipped = other.flipped;
  }

  // Takes the first item that fits anywhere if the one in hand does not.
  takeOneThatFits() {
    if (!this.canTurn || this.fits(this.item)) return;
    const index = this.items.findIndex((_, i) => this.fits(i));
    if (index >= 0) [this.item, this.turns, this.flipped] = [index, 0, false];
  }

  // Turns the item so that it can be laid somewhere, if it cannot as it is.
  turnToFit() {
    if (!this.canTurn || !this.fits(this.item) || this.legalSquares().now.size) return;
    for (const [turns, flipped] of this.ways()) {
      [this.turns, this.flipped] = [turns, flipped];
      if (this.legalSquares().now.size) return;
    }
  }
}

const sorted = (cells) => cells.map(([x, y]) => [x, y]).sort((a, b) => a[1] - b[1] || a[0] - b[0]);

function shapeOf(move) {
  const cells = move.split(",").map((name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1]);
  return JSON.stringify(sorted(normal(cells)));
}
