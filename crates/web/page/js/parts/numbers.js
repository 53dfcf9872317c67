// How moves are numbered: as the players of the game do, and dice not at all.

/** @typedef {import('../types.js').Played} Played */
/** @typedef {import('../types.js').Player} Player */

/**
 * The number of every ply; none for dice. A player who moves twice, with a double and then with the dice, has one number for
 * both where numbers go in pairs.
 * @param {(Player|null)[]} players @param {boolean} pairs whether a move and the answer to it share a number
 * @returns {(number|null)[]}
 */
export function numbers(players, pairs) {
  let number = 0;
  /** @type {Player|null} */
  let last = null;
  return players.map((player) => {
    if (player === null) return null;
    if (!pairs || last === null || (player === 'first' && last !== player)) number += 1;
    last = player;
    return number;
  });
}

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
  const each = numbers(moves.map((move) => move.player), pairs);
  let [last, next] = [0, 0];
  /** @param {number} column @param {Ply|null} move @param {number} number */
  const put = (column, move, number) => {
    last = number;
    const cell = { number, move, roll };
    const row = all.at(-1);
    if (row && column === 1 && row.cells[1] === null) row.cells[1] = cell;
    else all.push({ number, cells: column ? [null, cell] : [cell, null] });
    [roll, next] = [null, 1 - column];
  };
  /** A roll that nobody has played yet. */
  const alone = () => put(next, null, pairs && next === 1 && last > 0 ? last : last + 1);
  moves.forEach(({ player, text }, i) => {
    const [ply, number] = [{ ply: i + 1, text }, each[i]];
    if (number !== null) return put(player === 'second' ? 1 : 0, ply, number);
    if (roll) alone();
    roll = ply;
  });
  if (roll) alone();
  return all;
}
