/**
 * The script of the home page: filters the list by tag, keeps the reader's place in it on a reload, and
 * corrects the copyright year.
 *
 * One rule in a constructed style sheet selects cards by their tag numbers (`EssayCard.tsx`); only the
 * cards of the first screens are changed one by one. So the result of a click is shown within a tenth
 * of a second among ten thousand cards. The filter is not stored.
 *
 * A site's own home page may leave out any of the elements that the script looks for.
 */

/** More cards than the tallest screen shows: these fade in, 0.1 s apart up to the tenth. */
const WAITING = 30;

const script = document.currentScript as HTMLScriptElement;
const find = (selectors: string) => document.querySelector<HTMLElement>(selectors);
const findAll = (selectors: string) => document.querySelectorAll<HTMLElement>(selectors);
const filter = find('.filter');
const heading = find('#listed');
const copyright = find('.footer span');
const cards = findAll('.essays>*');
const lists = findAll('.essays');
/** The first is "All Essays"; the others are in the order of the tags' numbers. */
const buttons = [...findAll('.filter [aria-pressed]')];
const [all] = buttons;
const unfilteredHeading = heading?.cloneNode(true);
const sheet = new CSSStyleSheet();

let active = all;
let waiting = [...cards].slice(0, WAITING);

document.adoptedStyleSheets = [sheet];
// In the page a tag's number stands beside its name, which compresses well; the rule needs it on the card.
for (const tag of findAll('.essays [data-t]')) {
  const card = tag.closest<HTMLElement>('.essays>*') as HTMLElement;
  card.dataset.t = `${card.dataset.t} ${tag.dataset.t}`;
}

filter?.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button');
  if (button?.className) revealTags()?.focus();
  else if (button) select(button === active ? all : button);
});

/** Lists the essays of the button's tag, or all essays. */
function select(button: HTMLElement | undefined): void {
  if (!button || !active || button === active) return;
  active.ariaPressed = 'false';
  active = button;
  active.ariaPressed = 'true';
  const words = active === all ? unfilteredHeading : active;
  if (words) heading?.replaceChildren(...words.cloneNode(true).childNodes);

  const tag = active === all ? '*' : `[data-t~="${buttons.indexOf(active) - 1}"]`;
  const listed = `.essays>${tag}`;
  sheet.replaceSync(`.essays>:not(${tag}){display:none}`);
  // A list that was near the screen would be laid out with all its cards, even if it moves off screen.
  // Computing its style once while it is hidden makes it count as off screen. (Forcing a layout would
  // do that as well, but lose the scroll position.)
  for (const list of lists) list.hidden = true;
  getComputedStyle(heading ?? button).display;
  for (const list of lists) {
    const count = list.querySelectorAll(listed).length;
    list.hidden = !count;
    list.style.setProperty('--cards', `${count}`);
  }
  for (const year of findAll('.year')) year.hidden = !year.querySelector('ol:not([hidden])');
  // Cards that were hidden fade in when they are shown again, each after its class (home.css).
  for (const card of waiting) card.className = '';
  waiting = [...findAll(listed)].slice(0, WAITING);
  waiting.forEach((card, position) => {
    card.className = `wait${Math.min(position, 10)}`;
  });
}

/** Shows every tag, and takes `+N More` away; returns the first tag that was hidden. */
function revealTags(): HTMLElement | undefined {
  const hidden = buttons.filter((button) => button.hidden);
  for (const button of hidden) button.hidden = false;
  find('.more')?.remove();
  return hidden[0];
}

if ('readTagQuery' in script.dataset) {
  const tag = new URLSearchParams(location.search).get('tag');
  const button = buttons.find(({ firstChild }) => firstChild?.textContent === `#${tag} `);
  if (button?.hidden) revealTags();
  if (button) select(button);
}

// Heights off screen are estimates, so a place is remembered as a card and its distance from the top. Other scripts
// may have remembered something else.
const { 0: position, 1: top } = history.state ?? {};
if (cards[position]) {
  history.scrollRestoration = 'manual';
  cards[position].scrollIntoView();
  scrollBy(0, -top);
}
addEventListener('scrollend', () => {
  // Cards that have just come into view have a position already, but elementFromPoint does not find them yet.
  const first = document.elementFromPoint(innerWidth / 2, 0)?.closest('.year,.essays');
  const card = [...(first?.querySelectorAll('.essays>*') ?? [])].find(
    (each) => each.getBoundingClientRect().bottom > 0,
  );
  const place = card && [[...cards].indexOf(card as HTMLElement), card.getBoundingClientRect().top];
  history.replaceState(place, '');
});

const year = new Date().getFullYear();
if (copyright && year > Number(copyright.textContent)) copyright.textContent = `${year}`;

export {};
