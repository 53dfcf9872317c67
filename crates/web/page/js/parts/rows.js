// The moves of a game in two columns.

/** @typedef {import('../types.js').Played} Played */
/** A move in a row, with the roll before it. @typedef {{ply:number, text:string}} Ply @typedef {{move:Ply|null, roll:Ply|null}} Cell */

/**
 * Rows of two columns. Turns need not alternate: who moves twice gets two rows. A roll belongs to the move
 * that follows it.
 * @param {Played[]} moves @returns {{number:number, cells:(Cell|null)[]}[]}
 */
export function rows(moves) {
  /** @type {{number:number, cells:(Cell|null)[]}[]} */
  const all = [];
  /** @type {Ply|null} */
  let roll = null;
  let next = 0;
  /** @param {number} column @param {Cell} cell */
  const put = (column, cell) => {
    const row = all.at(-1);
    if (row && column === 1 && row.cells[1] === null) row.cells[1] = cell;
    else all.push({ number: all.length + 1, cells: column ? [null, cell] : [cell, null] });
  };
  moves.forEach(({ player, text }, i) => {
    const ply = { ply: i + 1, text };
    if (player === null) {
      if (roll) put(next, { move: null, roll });
      roll = ply;
      return;
    }
    const column = player === 'second' ? 1 : 0;
    put(column, { move: ply, roll });
    [roll, next] = [null, 1 - column];
  });
  if (roll) put(next, { move: null, roll });
  return all;
}
