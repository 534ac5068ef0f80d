/**
 * What the HTML standard says of elements, as far as a body's balance and text depend on it.
 * Source of the rules: HTML Living Standard, sections 13.1.2 (void, optional tags) and 13.2.6
 * (tree construction).
 */

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Elements without content or end tag. */
export const VOID_ELEMENTS = names(
  'area base br col embed hr img input link meta param source track wbr',
);

/** Elements whose end tag may be left out; closing them is no mistake to report. */
export const OPTIONAL_END = names(
  'p li dt dd tr td th thead tbody tfoot caption colgroup option optgroup rt rp',
);

/** Elements that end an open paragraph. */
export const PARAGRAPH_ENDERS = names(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary ' +
    'table ul',
);

/**
 * Elements that an end tag of an inline element does not reach across, and that part words. The
 * standard's "special" elements, but for those that never hold text.
 */
export const BLOCK_ELEMENTS = new Set([
  ...PARAGRAPH_ENDERS,
  ...names('li dt dd tr td th thead tbody tfoot caption colgroup option select body html br'),
]);

/** Elements that an implied end of a paragraph, list item or cell does not reach across. */
export const SCOPE_BOUNDARIES = names(
  'table td th caption button object template noscript svg math html',
);

/** Elements whose end tag reaches out to the table, and no further. */
export const TABLE_PARTS = names('table tr td th thead tbody tfoot caption');

/** For an opening element: the open elements it closes, and where the search for them stops. */
export const CLOSED_BY_OPENING: ReadonlyMap<
  string,
  { readonly closes: ReadonlySet<string>; readonly within: ReadonlySet<string> }
> = new Map(
  Object.entries({
    li: { closes: names('li'), within: names('ul ol menu') },
    dt: { closes: names('dt dd'), within: names('dl') },
    dd: { closes: names('dt dd'), within: names('dl') },
    tr: { closes: names('tr td th'), within: names('table') },
    td: { closes: names('td th'), within: names('table tr') },
    th: { closes: names('td th'), within: names('table tr') },
    thead: { closes: names('thead tbody tfoot tr td th caption colgroup'), within: names('table') },
    tbody: { closes: names('thead tbody tfoot tr td th caption colgroup'), within: names('table') },
    tfoot: { closes: names('thead tbody tfoot tr td th caption colgroup'), within: names('table') },
    option: { closes: names('option'), within: names('select optgroup datalist') },
    optgroup: { closes: names('option optgroup'), within: names('select') },
    select: { closes: names('select'), within: names('table td th caption object') },
    button: { closes: names('button'), within: names('table td th caption object template') },
    a: { closes: names('a'), within: names('table td th caption object') },
  }),
);

/** Elements whose text is not the essay's: it counts neither as words nor for the excerpt. */
export const TEXTLESS_ELEMENTS = names(
  'script style template noscript iframe svg math title noembed noframes',
);

/** Elements inside which browsers take little else. */
export const SELECT_PARTS = names('select option optgroup');

/** All that browsers take inside <select>. */
export const SELECT_CONTENT = names('select option optgroup hr script template');

/** Elements whose content is text to the tokenizer, whatever it looks like. */
export const RAW_TEXT_ELEMENTS = names('script style textarea title iframe xmp noembed noframes');

/** What makes a page of a body, or could not be undone: left out, their content kept. */
export const LEFT_OUT_ELEMENTS = names('html head body base plaintext frameset frame');

/** Elements that hold foreign content, in which "/>" closes. */
export const FOREIGN_ELEMENTS = names('svg math');

/** Elements of foreign content inside which HTML stands again. */
export const HTML_IN_FOREIGN = names('foreignobject desc title annotation-xml mi mo mn ms mtext');

/** HTML elements that end foreign content when they open in it (section 13.2.6.5). */
export const FOREIGN_ENDERS = names(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li ' +
    'listing main menu meta nobr ol p pre ruby s section article aside footer header nav small span ' +
    'strong strike sub sup table tt u ul var',
);

/** Elements that may lack something which the body pass adds. */
const ADDED_TO_ELEMENTS = names('iframe input pre table');

/** Elements that bring along what a strict policy would refuse. */
const EMBEDDING_ELEMENTS = names('script object embed');

/** What an element's name says of it, all at once: every tag of every body is asked. */
export interface ElementKind {
  readonly isVoid: boolean;
  readonly isBlock: boolean;
  readonly isHeading: boolean;
  readonly isLeftOut: boolean;
  readonly isForeign: boolean;
  readonly endsParagraph: boolean;
  readonly endsForeign: boolean;
  readonly takesAdditions: boolean;
  readonly isEmbedding: boolean;
}

const kinds = new Map<string, ElementKind>();
/** Authors make names up; what is kept of those must not grow with their essays. */
const MAX_KINDS = 1000;

export function kindOf(name: string): ElementKind {
  const known = kinds.get(name);
  if (known !== undefined) return known;
  const kind = {
    isVoid: VOID_ELEMENTS.has(name),
    isBlock: BLOCK_ELEMENTS.has(name),
    isHeading: /^h[1-6]$/.test(name),
    isLeftOut: LEFT_OUT_ELEMENTS.has(name),
    isForeign: FOREIGN_ELEMENTS.has(name),
    endsParagraph: PARAGRAPH_ENDERS.has(name),
    endsForeign: FOREIGN_ENDERS.has(name),
    takesAdditions: ADDED_TO_ELEMENTS.has(name),
    isEmbedding: EMBEDDING_ELEMENTS.has(name),
  };
  if (kinds.size < MAX_KINDS) kinds.set(name, kind);
  return kind;
}

/** Attributes whose value a browser would run, were it a script URL. */
export const SCRIPTABLE_ATTRIBUTES = names('href src action formaction xlink:href data poster');

/** Attributes whose value is a URL that may lead into the site. */
export const URL_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    a: ['href'],
    area: ['href'],
    audio: ['src'],
    embed: ['src'],
    iframe: ['src'],
    img: ['src', 'srcset'],
    link: ['href'],
    object: ['data'],
    script: ['src'],
    source: ['src', 'srcset'],
    track: ['src'],
    video: ['src', 'poster'],
  }),
);
