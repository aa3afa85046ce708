/**
 * Names on a map: each stands in its region, clear of the point, or beside it with a leader where the region is thin.
 */
import { Scale } from "#draw/axes.js";
import { Shapes, ems, s, set, spans } from "#draw/html.js";
import { Setter } from "#draw/math.js";

/** @typedef {{x: number, cells: {action: number, top: number, foot: number}[]}} Slice a column of the map, in pixels */
/** @typedef {{x: number, y: number, wide: number, tall: number}} Box a place that is taken, around its middle */

/** The names of the actions of one map. */
export class Names {
  /** @param {Setter} setter */
  constructor(setter) {
    this.setter = setter;
    this.labels = s("g");
    this.leaders = new Shapes();
    this.groups = [this.leaders.g, this.labels];
    /** @type {Map<number, SVGTextElement>} */
    this.named = new Map();
    /** @type {Map<number, {at: [number, number], wide: number, tall: number}>} */
    this.rooms = new Map();
    /** @type {Slice[]} */
    this.slices = [];
    /** @type {Scale|null} */
    this.x = null;
    /** @type {Scale|null} */
    this.y = null;
  }

  /** The regions that are to be named. @param {Slice[]} slices from left to right @param {Scale} x @param {Scale} y */
  among(slices, x, y) {
    [this.slices, this.x, this.y] = [slices, x, y];
    this.rooms = roomiest(slices);
  }

  /** Every name in its region, clear of the point; where the region is thinner than its name, beside it with a leader. @param {[number, number]} point */
  draw([cx, cy]) {
    const { record } = this.setter;
    /** @type {Box[]} */
    const taken = [{ x: cx, y: cy, wide: 22, tall: 22 }];
    /** @type {{action: number, at: [number, number], wide: number}[]} */
    const thin = [];
    record.actions.forEach((action, k) => {
      const room = this.rooms.get(k), wide = ems(this.setter.plain(action)) * 14 + 8;
      if (!room) return this.name(k, null);
      if (wide >= room.wide || room.tall <= 18) return void thin.push({ action: k, at: room.at, wide });
      const [x, y] = room.at, covered = Math.abs(cx - x) < wide / 2 + 8 && Math.abs(cy - y) < 16;
      const at = /** @type {[number, number]} */ (covered && room.tall > 64 ? [x, cy + (y > cy ? 20 : -20)] : [x, y]);
      taken.push({ x: at[0], y: at[1], wide, tall: 18 });
      this.name(k, at);
    });
    /** @type {import("#draw/html.js").Drawn[]} */
    const drawn = [];
    for (const { action, at, wide } of thin) {
      const found = this.beside(at, wide, taken);
      this.name(action, found);
      if (!found) continue;
      taken.push({ x: found[0], y: found[1], wide, tall: 18 });
      // from the region to the side of the name that is nearest
      const [u, v] = [Math.min(found[0] + wide / 2, Math.max(found[0] - wide / 2, at[0])), Math.min(found[1] + 8, Math.max(found[1] - 8, at[1]))];
      drawn.push(["path", { class: "leader", d: `M${at[0].toFixed(1)} ${at[1].toFixed(1)}L${u.toFixed(1)} ${v.toFixed(1)}` }]);
      drawn.push(["circle", { class: "corner", cx: at[0].toFixed(1), cy: at[1].toFixed(1), r: 1.6 }]);
    }
    this.leaders.draw(drawn);
  }

  /** The nearest place for a name outside its region: clear of what is taken, on one region alone where that can be. @param {[number, number]} at @param {number} wide @param {Box[]} taken @returns {[number, number]|null} */
  beside([x, y], wide, taken) {
    if (!this.x || !this.y) return null;
    const inside = { left: this.x.start + wide / 2 + 2, right: this.x.stop - wide / 2 - 2, top: this.y.stop + 11, foot: this.y.start - 11 };
    /** @type {[number, number]|null} */
    let second = null;
    for (let far = 18; far < 400; far += 14) {
      for (let k = 0; k < 16; k++) {
        const [u, v] = [x + (far + wide / 2) * Math.cos((k * Math.PI) / 8), y + far * Math.sin((k * Math.PI) / 8)];
        if (u < inside.left || u > inside.right || v < inside.top || v > inside.foot) continue;
        if (taken.some((b) => Math.abs(b.x - u) < (b.wide + wide) / 2 + 4 && Math.abs(b.y - v) < (b.tall + 18) / 2 + 2)) continue;
        second = second ?? [u, v];
        const under = new Set([-1, -0.5, 0, 0.5, 1].flatMap((e) => [-9, 9].map((d) => this.actionAt(u + (e * wide) / 2, v + d))));
        if (under.size === 1) return [u, v];
      }
    }
    return second;
  }

  /** The action whose region holds a pixel, -1 outside the domain. @param {number} x @param {number} y @returns {number} */
  actionAt(x, y) {
    const { slices } = this;
    let [low, high] = [0, slices.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (slices[middle].x < x) low = middle + 1;
      else high = middle;
    }
    return slices.length ? actionIn(slices[low], y) : -1;
  }

  /** The name of an action at a place, or none: the legend has all. @param {number} action @param {[number, number]|null} at */
  name(action, at) {
    let text = this.named.get(action);
    if (at && !text) {
      const { raw, actions } = this.setter.record;
      text = s("text", { "text-anchor": "middle", class: "halo" }, ...spans(raw.names, actions[action]));
      this.named.set(action, text);
      this.labels.append(text);
    }
    // moved, not laid out again
    if (text) set(text, at ? { transform: `translate(${at[0].toFixed(1)} ${(at[1] + 5).toFixed(1)})`, visibility: "visible" } : { visibility: "hidden" });
  }
}

/** @param {Slice} slice @param {number} y @returns {number} the action at a height of a column, -1 outside the domain */
function actionIn(slice, y) {
  return slice.cells.find((c) => y >= c.top && y <= c.foot)?.action ?? -1;
}

/**
 * For each action the place with the most room for a label: of the middles of all cells, the one whose
 * box, as high as wide by the shape of a name, is largest.
 * @param {Slice[]} slices from left to right
 * @returns {Map<number, {at: [number, number], wide: number, tall: number}>}
 */
function roomiest(slices) {
  /** @type {Map<number, {at: [number, number], wide: number, tall: number}>} */
  const found = new Map();
  const step = Math.max(1, Math.floor(slices.length / 48));
  for (let i = 0; i < slices.length; i += step) {
    for (const cell of slices[i].cells) {
      const tall = cell.foot - cell.top, y = (cell.top + cell.foot) / 2, best = found.get(cell.action);
      if (cell.action < 0 || (best && tall * 2 < Math.min(best.wide, best.tall * 2))) continue;
      let left = i, right = i;
      while (left > 0 && actionIn(slices[left - 1], y) === cell.action) left -= 1;
      while (right + 1 < slices.length && actionIn(slices[right + 1], y) === cell.action) right += 1;
      const wide = 2 * Math.min(slices[i].x - slices[left].x, slices[right].x - slices[i].x);
      if (!best || Math.min(wide, tall * 2) > Math.min(best.wide, best.tall * 2)) found.set(cell.action, { at: [slices[i].x, y], wide, tall });
    }
  }
  return found;
}
