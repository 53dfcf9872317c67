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

/** @typedef {{ply:number, text:string, number:number, dice:string}} Cell */

/**
 * Rows of two columns. Turns need not alternate: who moves twice gets two rows. Dice stand before the move that is made with
 * them.
 * @param {Played[]} moves @param {boolean} pairs
 * @returns {{number:number, cells:(Cell|null)[]}[]}
 */
export function rows(moves, pairs) {
  /** @type {{number:number, cells:(Cell|null)[]}[]} */
  const all = [];
  const each = numbers(moves.map((move) => move.player), pairs);
  let dice = '';
  moves.forEach(({ text, player }, i) => {
    const number = each[i];
    if (number === null) {
      dice = text;
      return;
    }
    const column = player === 'second' ? 1 : 0;
    const cell = { ply: i + 1, text, number, dice };
    dice = '';
    const row = all.at(-1);
    if (row && column === 1 && row.cells[1] === null) row.cells[1] = cell;
    else all.push({ number, cells: column ? [null, cell] : [cell, null] });
  });
  return all;
}
