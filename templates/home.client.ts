/**
 * The script of the home page: filters the list by tag, and corrects the copyright year.
 *
 * One rule in a constructed style sheet selects cards by their tag numbers (`EssayCard.tsx`); only the
 * cards of the first screens are changed one by one. So the result of a click is shown within a tenth
 * of a second among ten thousand cards. Nothing is stored.
 */

/** More cards than the tallest screen shows: these fade in. */
const FIRST_CARDS = 30;

const script = document.currentScript as HTMLScriptElement;
const filter = document.querySelector('.filter') as HTMLElement;
const heading = document.querySelector('#listed') as HTMLElement;
const lists = document.querySelectorAll<HTMLElement>('.essays');
const year = document.querySelector('#year') as HTMLElement;
const all = filter.firstElementChild as HTMLButtonElement;
const unfilteredHeading = heading.cloneNode(true);
const sheet = new CSSStyleSheet();

let active = all;
let firstCards: HTMLElement[] = [];
let animation = 'appear';

document.adoptedStyleSheets = [sheet];

filter.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button');
  if (button?.className) revealTags()?.focus();
  else if (button) select(button === active ? all : button);
});

/** Lists the essays of the button's tag, or all essays. */
function select(button: HTMLButtonElement): void {
  if (button === active) return;
  active.setAttribute('aria-pressed', 'false');
  active = button;
  active.setAttribute('aria-pressed', 'true');
  const words = active === all ? unfilteredHeading : active;
  heading.replaceChildren(...words.cloneNode(true).childNodes);

  const listed = active === all ? '*' : `[data-t~="${active.value}"]`;
  sheet.replaceSync(`.essays>:not(${listed}){display:none}`);
  // A list that was near the screen would be laid out with all its cards, even if it moves off screen.
  // Computing its style once while it is hidden makes it count as off screen. (Forcing a layout would
  // do that as well, but lose the scroll position.)
  for (const list of lists) list.hidden = true;
  getComputedStyle(heading).display;
  for (const list of lists) {
    const cards = list.querySelectorAll(`.essays>${listed}`).length;
    list.hidden = !cards;
    list.style.setProperty('--cards', `${cards}`);
  }
  fadeIn(document.querySelectorAll(`.essays>${listed}>.card`));
}

/** Lets the first of the listed cards appear one after another, 0.1 s apart. */
function fadeIn(cards: NodeListOf<HTMLElement>): void {
  for (const card of firstCards) card.removeAttribute('style');
  if (matchMedia('(prefers-reduced-motion:reduce)').matches) return;
  // The other name of the same animation restarts it on cards that were listed before.
  animation = animation === 'appear' ? 'appear-again' : 'appear';
  firstCards = Array.prototype.slice.call(cards, 0, FIRST_CARDS);
  firstCards.forEach(({ style }, position) => {
    style.animationName = animation;
    style.animationDelay = `${Math.min(position / 10, 1)}s`;
  });
}

/** Shows every tag, and takes `+N More` away; returns the first tag that was hidden. */
function revealTags(): HTMLButtonElement | undefined {
  const hidden = [...filter.querySelectorAll<HTMLButtonElement>('[hidden]')];
  for (const button of hidden) button.hidden = false;
  filter.querySelector('.more')?.remove();
  return hidden[0];
}

if ('readTagQuery' in script.dataset) {
  const tag = new URLSearchParams(location.search).get('tag');
  const button = [...filter.querySelectorAll('button')].find(({ dataset }) => dataset.tag === tag);
  if (button?.hidden) revealTags();
  if (button && tag) select(button);
}

const thisYear = new Date().getFullYear();
if (thisYear > Number(year.textContent)) year.textContent = String(thisYear);

export {};
