// A game with variations: each node is a move, the first child is the main line.

import { numbers } from './numbers.js';

/** @typedef {import('../types.js').RecordNode} RecordNode */
/** @typedef {import('../types.js').Score} Score */
/** @typedef {import('../types.js').Reviewed} Reviewed */
/**
 * @typedef {{move:string, parent:Node|null, children:Node[], comment:string, score:Score|null, review:Reviewed|null,
 *   player?:import('../types.js').Player|null}} Node
 */

/** @param {string} move @param {Node|null} parent @returns {Node} */
function node(move, parent) {
  return { move, parent, children: [], comment: '', score: null, review: null };
}

/** A game without a move. */
export const root = () => node('', null);

/** The child with that move, made if it is not there. @param {Node} parent @param {string} move */
export function add(parent, move) {
  const there = parent.children.find((child) => child.move === move);
  if (there) return there;
  const child = node(move, parent);
  parent.children.push(child);
  return child;
}

/** @param {Node} from @param {string[]} moves @returns {Node} the last one */
export function addLine(from, moves) {
  return moves.reduce(add, from);
}

/** The moves from the root to a node, which is the last. @param {Node} at @returns {Node[]} */
export function lineTo(at) {
  const line = [];
  for (let now = at; now.parent; now = now.parent) line.unshift(now);
  return line;
}

/**
 * The number of the move that leads to a node; dice have none. Who has made it is known of the moves that the server has
 * played; the others are taken to alternate.
 * @param {Node} at @param {boolean} pairs
 */
export function numberOf(at, pairs) {
  /** @type {import('../types.js').Player|null} */
  let last = null;
  const players = lineTo(at).map((each) => {
    const player = each.player === undefined ? (last === 'first' ? 'second' : 'first') : each.player;
    last = player ?? last;
    return player;
  });
  return numbers(players, pairs).at(-1) ?? null;
}

/** Keeps who has made the moves that lead to a node. @param {Node} at @param {import('../types.js').Played[]} moves */
export function keepPlayers(at, moves) {
  lineTo(at).forEach((each, i) => {
    if (moves[i]) each.player = moves[i].player;
  });
}

/** @param {Node} at @returns {string[]} */
export const movesTo = (at) => lineTo(at).map((each) => each.move);

/** The line through a node, to its end. @param {Node} at @returns {Node[]} */
export function lineThrough(at) {
  const line = lineTo(at);
  for (let now = at.children[0]; now; now = now.children[0]) line.push(now);
  return line;
}

/** Takes a node and what follows away. @param {Node} at @returns {Node} its parent */
export function remove(at) {
  if (!at.parent) return at;
  at.parent.children = at.parent.children.filter((child) => child !== at);
  return at.parent;
}

/** Makes the line through a node the main one. @param {Node} at */
export function promote(at) {
  for (let now = at; now.parent; now = now.parent) {
    const { children } = now.parent;
    now.parent.children = [now, ...children.filter((child) => child !== now)];
  }
}

/** Is the node on the main line? @param {Node} at @returns {boolean} */
export const isMain = (at) => lineTo(at).every((each) => each.parent?.children[0] === each);

/** @param {RecordNode[]} moves @returns {Node} */
export function fromRecord(moves) {
  const start = root();
  grow(start, moves);
  return start;
}

/** @param {Node} from @param {RecordNode[]} moves */
function grow(from, moves) {
  let at = from;
  for (const { move, comment, variations } of moves) {
    const next = add(at, move);
    if (comment) next.comment = comment;
    for (const variation of variations ?? []) grow(at, variation);
    at = next;
  }
}

/** @param {Node} start @returns {RecordNode[]} */
export function toRecord(start) {
  return recordFrom(start.children[0]);
}

/** @param {Node|undefined} first @returns {RecordNode[]} */
function recordFrom(first) {
  /** @type {RecordNode[]} */
  const moves = [];
  for (let at = first; at; at = at.children[0]) {
    const main = at.parent?.children[0] === at;
    const others = main ? (at.parent?.children.slice(1) ?? []) : [];
    /** @type {RecordNode} */
    const written = { move: at.move, variations: others.map((other) => recordFrom(other)) };
    if (at.comment) written.comment = at.comment;
    moves.push(written);
  }
  return moves;
}
