/**
 * The script of the home page: filters the list by tag, keeps the reader's place on a reload, and corrects the
 * copyright year.
 *
 * To filter, the script changes a single style rule, which selects cards by the numbers of their tags. Of the cards
 * themselves, it changes only those on the first screens. So a click shows its result within a tenth of a second even
 * among ten thousand cards. The filter isn't stored.
 *
 * A home page of the site's own may leave out any of the elements that the script looks for.
 */

/** These cards fade in, 0.1 s apart up to the tenth. They are more than the tallest screen shows. */
const WAITING = 30;

// The elements of the page: see HomePage.tsx, TagFilter.tsx, EssayList.tsx and SiteFooter.tsx.
const script = document.currentScript as HTMLScriptElement;
const find = (selectors: string) => document.querySelector<HTMLElement>(selectors);
const findAll = (selectors: string) => document.querySelectorAll<HTMLElement>(selectors);
const filter = find('.filter');
const heading = find('#listed');
const copyright = find('.footer span');
const cards = [...findAll('.essays>*')];
const lists = findAll('.essays');
/** The first button is "All Essays" (`all`); the others are in the order of the tags' numbers, before `+N More`. */
const buttons = [...findAll('.filter button')];
const [all] = buttons;
const unfilteredHeading = heading?.cloneNode(true);
const sheet = new CSSStyleSheet();

/** The button of the tag that is selected. */
let active = all as HTMLElement;
/** The cards that fade in. */
let waiting = cards.slice(0, WAITING);

document.adoptedStyleSheets = [sheet];
// In the HTML, the numbers of tags are next to their names, which compresses well; the rule needs them on the card. The
// word "undefined", with which each list begins, matches no number.
for (const tag of findAll('.essays [data-t]')) {
  const card = tag.closest<HTMLElement>('.essays>*') as HTMLElement;
  card.dataset.t = `${card.dataset.t} ${tag.dataset.t}`;
}

filter?.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button');
  if (button?.className) revealTags()?.focus();
  else select(button === active ? all : button);
});

/** Shows the essays with the button's tag, or all essays. */
function select(button: HTMLElement | null | undefined): void {
  if (!button || button === active) return;
  active.ariaPressed = 'false';
  active = button;
  active.ariaPressed = 'true';
  const words = (active === all ? unfilteredHeading : active) as Node;
  heading?.replaceChildren(...words.cloneNode(true).childNodes);

  const tag = active === all ? '*' : `[data-t~="${buttons.indexOf(active) - 1}"]`;
  const listed = `.essays>${tag}`;
  sheet.replaceSync(`.essays>:not(${tag}){display:none}`);
  // The browser would lay out all cards of a list that was near the screen, even if the list moves off screen.
  // Computing a style while the lists are hidden makes it treat them as off screen. (Forcing a layout would do so as
  // well, but would lose the scroll position.)
  for (const list of lists) list.hidden = true;
  getComputedStyle(button).display;
  for (const list of lists) {
    const count = list.querySelectorAll(listed).length;
    list.hidden = !count;
    list.style.setProperty('--cards', `${count}`);
  }
  for (const year of findAll('.year')) year.hidden = !year.querySelector('ol:not([hidden])');
  // Cards that were hidden fade in when they are shown again; `wait0` to `wait10` are their delays (cards.css).
  for (const card of waiting) card.className = '';
  waiting = [...findAll(listed)].slice(0, WAITING);
  waiting.forEach((card, position) => {
    card.className = `wait${Math.min(position, 10)}`;
  });
}

/** Shows all tags and removes `+N More`. Returns the first tag that was hidden. */
function revealTags(): HTMLElement | undefined {
  const first = buttons.find(({ hidden }) => hidden);
  for (const button of buttons) button.hidden = false;
  find('.more')?.remove();
  // On a phone, the reader may have scrolled the row sideways, which is now a paragraph.
  (filter as HTMLElement).scrollLeft = 0;
  return first;
}

// With `readTagQuery: true` in site.yaml, `/?tag=x` selects the tag `x`, or goes on to its page.
if ('readTagQuery' in script.dataset) {
  const tag = new URLSearchParams(location.search).get('tag');
  // A button, or a link to the tag's page.
  const found = [...findAll('.filter *')].find(
    (each) => each.firstChild?.textContent === `#${tag} `,
  ) as HTMLAnchorElement | undefined;
  if (found?.hidden) revealTags();
  if (found?.href) location.replace(found.href);
  else select(found);
}

// Heights off screen are estimates, so the reader's place is stored as the position of a card and its distance from the
// top. Other scripts may have stored something else.
const { 0: position, 1: top } = history.state ?? {};
if (cards[position]) {
  history.scrollRestoration = 'manual';
  cards[position].scrollIntoView();
  scrollBy(0, -top);
}
addEventListener('scrollend', () => {
  // When cards have just come into view, they have a position, but elementFromPoint doesn't find them yet. So ask for
  // the list, and look for the card in it.
  const first = document.elementFromPoint(innerWidth / 2, 0)?.closest('.year,.essays');
  const card = [...(first?.querySelectorAll('.essays>*') ?? [])].find(
    (each) => each.getBoundingClientRect().bottom > 0,
  );
  const place = card && [cards.indexOf(card as HTMLElement), card.getBoundingClientRect().top];
  history.replaceState(place, '');
});

const year = `${new Date().getFullYear()}`;
if (copyright && year > copyright.innerText) copyright.innerText = year;

export {};
