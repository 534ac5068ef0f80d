/**
 * The home page's filter: the one script that readers' pages carry.
 *
 * It never walks the cards. One constructed style sheet hides those that lack the pressed tag's
 * number (`EssayCard.tsx`) and times the fade of those that stay, so that ten thousand cards answer
 * within a tenth of a second. The state is the page's own: nothing is stored.
 */
const script = document.currentScript as HTMLScriptElement;
const filter = document.querySelector('.filter') as HTMLElement;
const all = filter.firstElementChild as HTMLButtonElement;
const heading = document.querySelector('#listed') as HTMLElement;
const unfilteredHeading = heading.cloneNode(true);
const year = document.querySelector('#year') as HTMLElement;
const sheet = new CSSStyleSheet();

let active = all;
let isOddPress = false;

document.adoptedStyleSheets = [sheet];

filter.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button');
  if (!button) return;
  if (button.className) revealTags().focus();
  else select(button === active ? all : button);
});

/** Lists the essays of the button's tag, or all essays. */
function select(button: HTMLButtonElement): void {
  active.setAttribute('aria-pressed', 'false');
  active = button;
  active.setAttribute('aria-pressed', 'true');
  const name = active === all ? unfilteredHeading : active;
  heading.replaceChildren(...name.cloneNode(true).childNodes);

  const shown = active === all ? '*' : `[data-t~="${active.value}"]`;
  // Another name of the same animation starts it anew on cards that were listed before.
  isOddPress = !isOddPress;
  let fade = `.essays>:nth-child(-n+30 of ${shown})>.card{animation:${isOddPress ? 'appear-again' : 'appear'} .4s 1s both}`;
  for (let position = 0; position < 10; position++) {
    fade += `.essays>:nth-child(${position + 1} of ${shown})>.card{animation-delay:${position / 10}s}`;
  }
  sheet.replaceSync(
    `.essays>:not(${shown}){display:none}@media (prefers-reduced-motion:no-preference){${fade}}`,
  );
}

/** Shows every tag in place of `+N More`; returns the first that was hidden. */
function revealTags(): HTMLButtonElement {
  const hidden = filter.querySelectorAll<HTMLButtonElement>('[hidden]');
  for (const button of hidden) button.hidden = false;
  filter.querySelector('.more')?.remove();
  return hidden[0] as HTMLButtonElement;
}

if ('readTagQuery' in script.dataset) {
  const tag = new URLSearchParams(location.search).get('tag');
  for (const button of filter.querySelectorAll('button')) {
    if (tag && button.dataset.tag === tag) {
      if (button.hidden) revealTags();
      select(button);
    }
  }
}

const thisYear = new Date().getFullYear();
if (thisYear > Number(year.textContent)) year.textContent = String(thisYear);

export {};
