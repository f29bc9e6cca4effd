// Small pictures of what can be chosen: pieces and platforms by their squares, tiles by the letters on their sides.

import { element } from "./board.js";

export function formPicture(form) {
  const side = 5;
  const width = Math.max(...form.map((cell) => cell[0])) + 1;
  const height = Math.max(...form.map((cell) => cell[1])) + 1;
  const room = Math.max(side, width, height);
  const svg = element("svg", { viewBox: `-0.1 -0.1 ${room + 0.2} ${room + 0.2}`, "aria-hidden": "true" });
  for (const [x, y, mark] of form) {
    const at = { x: x + (room - width) / 2, y: height - 1 - y + (room - height) / 2, width: 1, height: 1 };
    svg.append(element("rect", { ...at, class: mark ? "unit marked" : "unit", "stroke-width": 0.1 }));
  }
  return svg;
}

export function tilePicture(sides) {
  const svg = element("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" });
  svg.append(element("rect", { x: 1, y: 1, width: 38, height: 38, class: "tile", "stroke-width": 1.5 }));
  const places = [[20, 6.5], [33.5, 20], [20, 33.5], [6.5, 20]];
  places.forEach(([x, y], i) => {
    svg.append(element("rect", { x: x - 5.5, y: y - 5.5, width: 11, height: 11, class: `side side-${sides[i]}` }));
    svg.append(element("text", { x, y: y + 3.3, class: "tile-letter" }, sides[i]));
  });
  return svg;
}
