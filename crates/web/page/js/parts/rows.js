// The moves of a game in two columns.

/** @typedef {import('../types.js').Played} Played */
/** A move in a row, with the roll before it. @typedef {{ply:number, text:string}} Ply */
/** @typedef {{number:number, move:Ply|null, roll:Ply|null}} Cell */

/**
 * Rows of two columns. Turns need not alternate: who moves twice gets two rows. A roll is no move: it belongs to the
 * one that follows it.
 * @param {Played[]} moves @param {boolean} pairs whether a move and the answer to it share a number
 * @returns {{number:number, cells:(Cell|null)[]}[]}
 */
export function rows(moves, pairs) {
  /** @type {{number:number, cells:(Cell|null)[]}[]} */
  const all = [];
  /** @type {Ply|null} */
  let roll = null;
  let [number, next] = [0, 0];
  let last = -1;
  /** @param {number} column @param {Ply|null} move */
  const put = (column, move) => {
    if (!pairs || last === -1 || (column === 0 && last === 1)) number += 1;
    last = column;
    const cell = { number, move, roll };
    const row = all.at(-1);
    if (row && column === 1 && row.cells[1] === null) row.cells[1] = cell;
    else all.push({ number, cells: column ? [null, cell] : [cell, null] });
    [roll, next] = [null, 1 - column];
  };
  moves.forEach(({ player, text }, i) => {
    const ply = { ply: i + 1, text };
    if (player !== null) return put(player === 'second' ? 1 : 0, ply);
    if (roll) put(next, null);
    roll = ply;
  });
  if (roll) put(next, null);
  return all;
}
