// The drawn board and what lies over it: the piece under the pointer, legal squares, squares at fault, the cursor.

const SVG = "http://www.w3.org/2000/svg";

export function element(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// "c3" or "-1,2" as numbers.
function cellOf(name) {
  if (name.includes(",")) return name.split(",").map(Number);
  return [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
}

const key = (x, y) => `${x},${y}`;

export class Board {
  // onPoint(square) when the pointer or the cursor gets to a square [x, y], or off the board: null; onPlay(square).
  // onPick(name) when a piece or tile in hand is clicked, as it is drawn beside the board.
  constructor(holder, onPoint, onPlay, onPick) {
    this.holder = holder;
    this.onPoint = onPoint;
    this.onPlay = onPlay;
    this.onPick = onPick;
    this.at = null;
    holder.addEventListener("pointermove", (event) => this.point(this.squareOf(event)));
    holder.addEventListener("pointerleave", () => this.point(null));
    holder.addEventListener("click", (event) => {
      const square = this.squareOf(event);
      if (square) {
        this.point(square);
        this.onPlay(square);
        return;
      }
      const drawn = event.target.closest("[data-piece], [data-tile]");
      if (drawn) this.onPick(drawn.getAttribute("data-piece") || drawn.getAttribute("data-tile"));
    });
    holder.addEventListener("keydown", (event) => this.press(event));
  }

  // The picture is made by this page's own server; it is read as XML, and the page's policy lets no script in it run.
  show(picture) {
    const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    const svg = document.importNode(parsed, true);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.holder.replaceChildren(svg);
    this.places = new Map();
    for (const node of svg.querySelectorAll("[data-cell]")) {
      const { x, y, width, height } = node.getBBox();
      const cell = cellOf(node.getAttribute("data-cell"));
      this.places.set(key(...cell), { cell, x, y, width, height });
    }
    const cells = [...this.places.values()].map((place) => place.cell);
    const least = (axis) => Math.min(...cells.map((cell) => cell[axis]));
    const size = (axis) => Math.max(...cells.map((cell) => cell[axis])) - least(axis) + 1;
    this.range = cells.length ? { x0: least(0), y0: least(1), w: size(0), h: size(1) } : { x0: 0, y0: 0, w: 0, h: 0 };
    this.layers = {};
    for (const name of ["squares", "ghost", "faults", "cursor"]) {
      this.layers[name] = element("g", { "data-layer": name });
      svg.append(this.layers[name]);
    }
    if (this.at && !this.places.has(key(...this.at))) this.at = null;
  }

  squareOf(event) {
    const name = event.target.closest?.("[data-cell]")?.getAttribute("data-cell");
    return name ? cellOf(name) : null;
  }

  point(square) {
    if (square?.join() === this.at?.join()) return;
    this.at = square;
    this.onPoint(square);
  }

  press(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) {
      event.preventDefault();
      const { x0, y0, w, h } = this.range;
      const [x, y] = this.at || [x0 + Math.floor(w / 2) - step[0], y0 + Math.floor(h / 2) - step[1]];
      const next = [x + step[0], y + step[1]];
      if (this.places.has(key(...next))) this.point(next);
    } else if ((event.key === "Enter" || event.key === " ") && this.at) {
      event.preventDefault();
      this.onPlay(this.at);
    }
  }

  // A rectangle over a square, smaller by a share of it on each side; null where the picture has no such square.
  over(cell, share, kind) {
    const place = this.places.get(key(...cell));
    if (!place) return null;
    const { x, y, width, height } = place;
    const line = { "stroke-width": width * 0.08 };
    const box = { x: x + width * share, y: y + height * share };
    return element("rect", {
      ...box, ...line, class: kind, "data-at": cell.join(),
      width: width * (1 - 2 * share), height: height * (1 - 2 * share),
    });
  }

  fill(layer, cells, share, kind) {
    this.layers[layer].replaceChildren(...cells.map((cell) => this.over(cell, share, kind)).filter(Boolean));
  }

  legal(now, turned) {
    const marks = [];
    for (const place of this.places.values()) {
      const name = key(...place.cell);
      const r = place.width * 0.17;
      const middle = { cx: place.x + place.width / 2, cy: place.y + place.height / 2, "data-at": name };
      if (now.has(name)) marks.push(element("circle", { ...middle, r, class: "legal" }));
      else if (turned.has(name)) {
        marks.push(element("circle", { ...middle, r, class: "maybe", "stroke-width": place.width * 0.06 }));
      }
    }
    this.layers.squares.replaceChildren(...marks);
  }

  ghost(cells, legal) {
    this.fill("ghost", cells, 0.04, legal ? "ghost" : "ghost wrong");
  }

  cursor(cell) {
    this.fill("cursor", cell ? [cell] : [], 0, "cursor");
  }

  // Squares at fault have a cross beside the colour.
  faults(squares) {
    const cells = [...new Map(squares.map((cell) => [key(...cell), cell])).values()];
    this.fill("faults", cells, 0, "fault");
    for (const cell of cells) {
      const place = this.places.get(key(...cell));
      if (!place) continue;
      const { x, y, width, height } = place;
      const [left, top, right, low] = [x + width * 0.2, y + height * 0.2, x + width * 0.8, y + height * 0.8];
      const d = `M${left} ${top}L${right} ${low}M${left} ${low}L${right} ${top}`;
      this.layers.faults.append(element("path", { d, class: "cross", "stroke-width": width * 0.12 }));
    }
  }
}
