// Small line drawings for buttons. Always beside words or inside a labelled button.
import { svg } from './html.js';

/** @type {Record<string, string>} */
const PATHS = {
  undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  redo: 'm15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5.9 1.2.9 2V16h5.4v-.2c0-.8.3-1.5.9-2A6 6 0 0 0 12 3Z',
  flag: 'M5 21V4m0 1h12l-2.5 4L17 13H5',
  draw: 'M4 9h16M4 15h16',
  plus: 'M12 5v14M5 12h14',
  again: 'M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5',
  share: 'M12 15V4m0 0L8 8m4-4 4 4M5 12v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7',
  first: 'M18 6 12 12l6 6M7 6v12',
  back: 'm15 6-6 6 6 6',
  forward: 'm9 6 6 6-6 6',
  last: 'm6 6 6 6-6 6M17 6v12',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  half: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 0v16M12 8l6-1M12 12h8M12 16l6 1',
  keys: 'M4 7h16a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Zm3 3h.01M11 10h.01M15 10h.01M8 14h8',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  bar: 'M5 20V10m7 10V4m7 16v-7',
  edit: 'M4 20h4L19 9l-4-4L4 16v4Zm9-13 4 4',
  load: 'M12 4v11m0 0 4-4m-4 4-4-4M5 19h14',
  bot: 'M6 9h12v9H6zM12 9V5m-1 0h2M9.5 13h.01M14.5 13h.01',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7m2 3a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  people: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 8a6 6 0 0 1 12 0M16 5.2a3 3 0 0 1 0 5.6M17 13.3a6 6 0 0 1 4 5.7',
  eye: 'M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  trash: 'M5 7h14M10 7V4h4v3m-7 0 1 13h8l1-13',
  turn: 'M19 12a7 7 0 1 1-2.1-5M19 3v5h-5',
  flip: 'M12 3v18M9 7 3 17h6zM15 7l6 10h-6z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  names: 'M4 9h16M3 15h16M10 4 8 20M16 4l-2 16',
  play: 'M8 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  swap: 'M7 20V5m0 0L3.5 8.5M7 5l3.5 3.5M17 4v15m0 0 3.5-3.5M17 19l-3.5-3.5',
  sound: 'M4 9.5v5h3.5L12 18V6L7.5 9.5zM15.5 9a4 4 0 0 1 0 6m2.5-8.5a7.5 7.5 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 18V6L7.5 9.5zM16 9.5l5 5m0-5-5 5',
};

/** @param {keyof typeof PATHS} name */
export const icon = (name) =>
  svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]}></path></svg>`;

/** Two uprights and a lintel. */
export const logo = () => svg`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
  <path class="logo-back" d="M3 28V15h5v13zM24 28V15h5v13z"></path>
  <path class="logo-front" d="M9 28V12h5.4v16zm8.6 0V12H23v16z"></path>
  <path class="logo-front" d="M6.5 4.6 25 3.6l.8 6.2-19 .6z"></path>
</svg>`;
