// Addresses inside the page: everything after the `#`.

/**
 * @typedef {{room:'home'}|{room:'new', game:string, query:URLSearchParams}|{room:'play', id:string}
 *   |{room:'join', id:string}|{room:'analysis', query:URLSearchParams}|{room:'editor', query:URLSearchParams}
 *   |{room:'talk', name:string}|{room:'museum', name:string}|{room:'problems', name:string}|{room:'runs'}|{room:'own', query:URLSearchParams}|{room:'robots'}|{room:'replay'}|{room:'world', id:string}
 *   |{room:'seat', id:string, query:URLSearchParams}|{room:'games', query:URLSearchParams}|{room:'nowhere', hash:string}} Route
 */

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} hash @returns {Route} */
export function parse(hash) {
  const text = hash.replace(/^#?\/?/, '');
  const [path, ...rest] = text.split('?');
  const query = new URLSearchParams(rest.join('?'));
  const parts = path.split('/').filter(Boolean).map(decode);
  if (parts.length === 0) return { room: 'home' };
  if (parts[0] === 'new' && parts.length === 2) return { room: 'new', game: parts[1], query };
  if (parts[0] === 'm' && parts.length === 2) return { room: 'play', id: parts[1] };
  if (parts[0] === 'm' && parts.length === 3 && parts[2] === 'join') return { room: 'join', id: parts[1] };
  if (parts[0] === 'm' && parts.length === 3 && parts[2] === 'seat') return { room: 'seat', id: parts[1], query };
  if (parts[0] === 'games' && parts.length === 1) return { room: 'games', query };
  if (parts[0] === 'a' && parts.length === 1) return { room: 'analysis', query };
  if (parts[0] === 'talk' && parts.length <= 2) return { room: 'talk', name: parts[1] ?? '' };
  if (parts[0] === 'museum' && parts.length <= 2) return { room: 'museum', name: parts[1] ?? '' };
  if (parts[0] === 'problems' && parts.length <= 2) return { room: 'problems', name: parts[1] ?? '' };
  // An address of earlier versions.
  if (parts[0] === 'tutor' && parts.length === 1) return { room: 'talk', name: 'gammon' };
  if (parts[0] === 'robots' && parts.length === 1) return { room: 'robots' };
  if (parts[0] === 'robots' && parts[1] === 'replay' && parts.length === 2) return { room: 'replay' };
  if (parts[0] === 'robots' && parts.length === 2) return { room: 'world', id: parts[1] };
  if (parts[0] === 'runs' && parts.length === 1) return { room: 'runs' };
  if (parts[0] === 'own' && parts.length === 1) return { room: 'own', query };
  if (parts[0] === 'edit' && parts.length === 1) return { room: 'editor', query };
  return { room: 'nowhere', hash };
}

/** What separates moves in an address, and the sign that takes this meaning from what follows it. */
const SEPARATES = /[,\s~]/g;

/** Moves as a value of a query: between them are commas, and a comma of a move has a `~` before it. @param {string[]|undefined} moves */
const joined = (moves) => moves?.map((move) => move.replace(SEPARATES, '~$&')).join(',');

/** Like `encodeURIComponent`, but leaves what is harmless and makes addresses readable. @param {string} text */
const encode = (text) => encodeURIComponent(text).replace(/%(3A|2C|2F|3D)/g, decodeURIComponent);
/** As a value of a query, where `=` and `,` have no meaning to us either. @param {Record<string,string|null|undefined>} values */
function queryOf(values) {
  const pairs = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return pairs.map(([key, value]) => `${key}=${encode(/** @type {string} */ (value))}`).join('&');
}

export const to = {
  home: () => '#/',
  /** @param {string} name whom to talk with */
  talk: (name) => `#/talk/${encodeURIComponent(name)}`,
  /** @param {string} [name] which program; all of them without it */
  museum: (name) => `#/museum${name ? `/${encodeURIComponent(name)}` : ''}`,
  /** @param {string} [game] of which game; the choice between all without it */
  problems: (game) => `#/problems${game ? `/${encodeURIComponent(game)}` : ''}`,
  robots: () => '#/robots',
  replay: () => '#/robots/replay',
  /** @param {string} id */
  world: (id) => `#/robots/${encodeURIComponent(id)}`,
  runs: () => '#/runs',
  /** A game of one's own. @param {string} [game] one whose file is to be changed */
  own: (game) => `#/own${game ? `?${queryOf({ game })}` : ''}`,
  /** @param {string} game @param {{setup?:string|null, moves?:string[]}} [from] */
  newGame: (game, from = {}) => {
    const query = queryOf({ setup: from.setup, moves: joined(from.moves) });
    return `#/new/${encodeURIComponent(game).replace(/%(3A|2C|3D)/g, decodeURIComponent)}${query && `?${query}`}`;
  },
  /** @param {string} id */
  play: (id) => `#/m/${encodeURIComponent(id)}`,
  /** Saved games. @param {{words?:string, kind?:string, page?:number}} [of] */
  games: ({ words, kind, page } = {}) => {
    const query = queryOf({ words, kind: kind === 'all' ? '' : kind, page: page && page > 1 ? String(page) : '' });
    return `#/games${query && `?${query}`}`;
  },
  /** The seats of a match, for another browser of the same person. @param {string} id @param {{first?:string, second?:string}} tokens */
  seat: (id, tokens) => `#/m/${encodeURIComponent(id)}/seat?${queryOf(tokens)}`,
  /** @param {string} id */
  join: (id) => `#/m/${encodeURIComponent(id)}/join`,
  /** @param {string} game @param {{setup?:string|null, moves?:string[], ply?:number}} [at] */
  analysis: (game, at = {}) =>
    `#/a?${queryOf({
      game,
      setup: at.setup,
      moves: joined(at.moves),
      ply: at.ply === undefined || at.ply === at.moves?.length ? undefined : String(at.ply),
    })}`,
  /** @param {string} game @param {string|null} [setup] */
  editor: (game, setup) => `#/edit?${queryOf({ game, setup })}`,
};

/** The moves in an address. @param {URLSearchParams} query */
export function movesOf(query) {
  const moves = [''];
  for (const [sign] of (query.get('moves') ?? '').matchAll(/~[^]|[^]/gu)) {
    if (sign.length > 1 && sign.startsWith('~')) moves[moves.length - 1] += sign.slice(1);
    else if (/[,\s]/.test(sign)) moves.push('');
    else moves[moves.length - 1] += sign;
  }
  return moves.filter(Boolean);
}
