// The frame around the rooms: header, dialogs, messages, and which room is open.
import { applyTheme, closeDialog, drawWith, go, nextTheme, refresh, shell } from './app.js';
import { html, nothing, render } from './html.js';
import { icon, logo } from './icons.js';
import { focusBoard, listen, openKeys } from './keys.js';
import { followCurrent } from './parts/moves.js';
import { openRecordDialog } from './parts/record.js';
import { Analysis, keepRecord } from './rooms/analysis.js';
import { Editor } from './rooms/editor.js';
import { Games } from './rooms/games.js';
import { Home } from './rooms/home.js';
import { Join } from './rooms/join.js';
import { Museum } from './rooms/museum.js';
import { NewGame } from './rooms/new_game.js';
import { nowhere } from './rooms/nowhere.js';
import { OwnGame, isOwnGame, openOwnGame } from './rooms/own_game.js';
import { Play } from './rooms/play.js';
import { Problems } from './rooms/problems.js';
import { Replay } from './rooms/replay.js';
import { Robots } from './rooms/robots.js';
import { Runs } from './rooms/runs.js';
import { ConversationRoom } from './rooms/conversation.js';
import { World } from './rooms/world.js';
import { parse, to as address } from './router.js';
import { keepSeats, prefer, preferences } from './store.js';
import { t } from './texts.js';

/** @typedef {import('./app.js').Room} Room */
/** @typedef {import('./router.js').Route} Route */

/** @type {Room|null} */
let room = null;
/** @type {Route|null} */
let route = null;

/** @param {Route} to @returns {Room} */
function enter(to) {
  switch (to.room) {
    case 'home':
      return new Home();
    case 'new':
      return new NewGame(to.game, to.query);
    case 'play':
      return new Play(to.id);
    case 'seat': {
      // The key to the seat does not stay in the address.
      const [first, second] = [to.query.get('first'), to.query.get('second')];
      keepSeats(to.id, { ...(first ? { first } : {}), ...(second ? { second } : {}) });
      history.replaceState(null, '', address.play(to.id));
      return new Play(to.id);
    }
    case 'games':
      return new Games(to.query);
    case 'join':
      return new Join(to.id);
    case 'analysis':
      return new Analysis(to.query);
    case 'editor':
      return new Editor(to.query);
    case 'talk':
      return new ConversationRoom(to.name);
    case 'museum':
      return new Museum(to.name);
    case 'own':
      return new OwnGame(to.query);
    case 'problems':
      return new Problems(to.name);
    case 'robots':
      return new Robots();
    case 'replay':
      return new Replay();
    case 'world':
      return new World(to.id);
    case 'runs':
      return new Runs();
    default:
      return nowhere('nowhere.text');
  }
}

function follow() {
  const next = parse(location.hash);
  if (route && 'query' in next && next.room === route.room && room?.moved?.(next.query)) {
    route = next;
    return;
  }
  const first = route === null;
  room?.stop?.();
  closeDialog();
  route = next;
  room = enter(next);
  refresh();
  window.scrollTo(0, 0);
  // Whoever reads by ear hears that the page has changed.
  if (!first) requestAnimationFrame(() => document.querySelector('main')?.focus({ preventScroll: true }));
}

const THEME_ICONS = /** @type {const} */ ({ auto: 'half', light: 'sun', dark: 'moon' });

function toggleSound() {
  prefer({ sound: !preferences().sound });
  refresh();
}

function page() {
  const { theme: chosen, sound } = preferences();
  const soundLabel = t(sound ? 'app.sound.off' : 'app.sound.on');
  const themeLabel = t('app.theme', { theme: t(`app.theme.${chosen}`) });
  return html`
    <a class="skip" href="#main" @click=${(/** @type {Event} */ event) => {
      event.preventDefault();
      focusBoard();
    }}>${t('app.skip')}</a>
    <header class="top">
      <a class="brand" href=${address.home()} aria-label="${t('app.name')}: ${t('app.games')}">${logo()}<span>${t('app.name')}</span></a>
      <nav aria-label=${t('app.name')}>
        <a class="button quiet" href=${address.home()}>${t('app.games')}</a>
        <a class="button quiet" href=${address.robots()}>${t('app.robots')}</a>
        <button class="button quiet icon-only" @click=${nextTheme} aria-label=${themeLabel} title=${themeLabel}>${icon(THEME_ICONS[chosen])}</button>
        <button class="button quiet icon-only" @click=${toggleSound} aria-label=${soundLabel} title=${soundLabel}>${icon(sound ? 'sound' : 'mute')}</button>
        <button class="button quiet icon-only" @click=${openKeys} aria-label=${t('app.keys')} title=${t('app.keys')}>${icon('keys')}</button>
      </nav>
    </header>
    ${shell.offline ? html`<div class="offline" role="status">${typeof shell.offline === 'string' ? shell.offline : t('app.reconnecting')}</div>` : nothing}
    <main id="main" tabindex="-1">${room?.view() ?? nothing}</main>
    ${shell.toast ? html`<div class="toast ${shell.toast.kind}">${shell.toast.text}</div>` : nothing}
    <dialog class="dialog" aria-labelledby="dialog-title" @close=${closeDialog}
      @click=${(/** @type {Event} */ event) => event.target === event.currentTarget && closeDialog()}>
      ${shell.dialog
        ? html`<div class="dialog-body"><header><h2 id="dialog-title">${shell.dialogTitle}</h2>
            <button class="button quiet icon-only" @click=${closeDialog} aria-label=${t('app.close')}>${icon('close')}</button></header>
            ${shell.dialog()}</div>`
        : nothing}
    </dialog>`;
}

drawWith(() => {
  const root = document.getElementById('app');
  if (!root) return;
  render(page(), root);
  const title = room?.title();
  document.title = title ? `${title} · ${t('app.name')}` : t('app.name');
  const dialog = /** @type {HTMLDialogElement|null} */ (root.querySelector('dialog'));
  if (dialog && shell.dialog && !dialog.open) dialog.showModal();
  if (dialog && !shell.dialog && dialog.open) dialog.close();
  followCurrent();
});

// A record, or a game of one's own, can be dropped anywhere.
window.addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
window.addEventListener('drop', async (event) => {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  const text = await file.text();
  if (isOwnGame(file.name, text)) {
    openOwnGame(text);
    return;
  }
  openRecordDialog((record) => {
    const hash = keepRecord(record);
    if (hash === location.hash) window.dispatchEvent(new HashChangeEvent('hashchange'));
    else go(hash);
  }, text);
});

applyTheme();
listen(() => room);
window.addEventListener('hashchange', follow);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', refresh);
follow();
