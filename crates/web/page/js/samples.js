// A few moves for the pictures at home, so that they show a game and not an empty board. Only for
// looks: a game that is not here is shown at its start, and so is one whose sample is not legal.

/** @type {Record<string, string>} */
const SAMPLES = {
  'tic-tac-toe': 'b2 a1 c1 a3 a2',
  'connect-four': '4 4 3 5 5 4 3 3 6 2 2',
  stonehenge: '6:6 11:5 0:4 17:6 1:5 8:3',
  pentominoes: 'T1@9 W1@38 P1@28 X1@52',
  'go-moku': 'h8 i8 h9 i9 h10 h7 g8 f7 i10 g10 j11',
  hex: 'f6 e7 f7 g3 h3 g4 h4 g5 e9 d8 d10',
  fano: 'a g b',
  'five-in-a-row': 'h8 i8 h9 i9 h10 h7 g8 f7 i10',
  qubic: 'a1/1 b2/2 c3/3 d4/4 b3/2 c2/4 b2/3',
  'rows-and-columns': 'b2 d2 b4 d4 a1',
  'square-off': 'c3 b2 d3 c2',
  'sum-to-fifteen': '5 2 4 6',
  'torus-tic-tac-toe': 'b2 a1 c3',
};

/** @param {import('./types.js').GameEntry} game @returns {string[]} */
export function sample(game) {
  return game.sample ?? SAMPLES[game.slug]?.split(' ') ?? [];
}
