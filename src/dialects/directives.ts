/**
 * Containers in colons, as Docusaurus, Starlight, VitePress, VuePress and markdown-it-container write them
 * (`:::note Title`, `:::note[Title]{id="x"}`), Pandoc and Quarto (`::: {.callout-note title="…"}`) and MyST
 * (`:::{note} Title`); and the other directives of remark: `::name[label]{id="x"}` and `:name[label]`. Pure.
 *
 * Described at docusaurus.io/docs/markdown-features/admonitions, vitepress.dev/guide/markdown#custom-containers,
 * pandoc.org/MANUAL.html#divs-and-spans and github.com/remarkjs/remark-directive.
 */
import { readShortcodeArguments, type ShortcodeArguments } from '../markdown/arguments.ts';
import { CALLOUTS } from '../markdown/callouts.ts';
import { ADMONITION } from './admonitions.ts';
import { type ContainerElement, closeContainer } from './containers.ts';
import {
  type Dialect,
  type DialectScan,
  IN_CODE,
  type Match,
  makeUnknown,
  reportUnknown,
} from './dialect.ts';
import { SHORTCODES } from './shortcode-table.ts';

/** Of a line; the bounds keep the cost linear. */
const LEAF = String.raw`::[a-zA-Z][\w-]{0,60}(?:\[[^\]\n]{0,300}\]|\{[^{}\n]{0,300}\})`;
const IN_TEXT = String.raw`(?<![^\s(*_]):[a-zA-Z][\w-]{0,60}\[[^\]\n]{1,300}\](?![(:])(?:\{[^{}\n]{0,300}\})?`;

export const directives: Dialect = {
  name: 'directives',
  signs: [':::', LEAF, IN_TEXT],
  syntaxes: [
    {
      starts: ':',
      isAtLineStart: true,
      pattern: /(?<indent>[ \t>]*)(?<colons>:{3,})[ \t]*(?<head>[^\n]*)/y,
      translate: readContainer,
    },
    {
      // At the start of a list item.
      starts: ':',
      pattern:
        /(?=:{3})(?<=^(?<item>[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]{1,9}))(?<colons>:{3,})[ \t]*(?<head>[^\s:][^\n]*)/imy,
      translate: readContainer,
    },
    {
      starts: ':',
      isAtLineStart: true,
      pattern:
        /(?<indent>[ \t>]*)::(?<name>[a-z][\w-]*)(?=[[{])(?:\[(?<label>[^\]\n]*)\])?(?:\{(?<given>[^{}\n]*)\})?[ \t]*$/imy,
      translate: translateLeaf,
    },
    makeUnknown({
      starts: ':',
      pattern: new RegExp(IN_TEXT, 'y'),
      show: (written) => `${/^:[\w-]+/.exec(written)?.[0]}[ … ]`,
    }),
  ],
};

/** The most characters after the colons; a longer line is text. */
const MAX_HEAD = 300;
const HEAD =
  /^(?:\{(?<braces>[^{}]*)\}|(?<name>[a-z][\w-]*))(?:\[(?<label>(?:[^[\]]|\[[^[\]]*\])*)\])?(?![^\s{])(?<rest>.*)$/i;
const ATTRIBUTES_AT_END = /\{([^{}]*)\}$/;

/** Reads the start or the end of a container. Its colons tell which start an end belongs to, if any has as many. */
function readContainer({ start, end, groups }: Match, scan: DialectScan): null {
  const { item = '', colons = '', head = '' } = groups;
  const { indent = item.replace(/[^>\s]/g, ' ') } = groups;
  const { containers, foreign } = scan;
  const at = start + (groups.indent ?? '').length;
  const shown = (colons + head).trimEnd().slice(0, 40);
  if (head.trim() === '') {
    const same = containers.findLastIndex(({ mark }) => mark === colons);
    const last = containers.findLastIndex(({ mark }) => mark.startsWith(':::'));
    const index = same === -1 ? last : same;
    if (index !== -1) closeContainer(index, { start: at, end }, scan);
    else if (!scan.hasUnreadable) {
      // The end of a container that can't be read was reported with its start.
      const message = `\`${shown}\` ends here, but no container is open`;
      foreign.push({ code: 'markup-foreign', message, hint: REMOVE, at, subject: '' });
    }
    return null;
  }
  const element = head.length > MAX_HEAD ? null : readHead(head, scan, at);
  if (element === null) {
    reportUnknown({ kind: 'syntax', shown: UNREADABLE }, at, scan);
    scan.hasUnreadable = true;
    return null;
  }
  const reportUnclosed = () => {
    const message = `\`${shown}\` is never closed`;
    foreign.push({ code: 'markup-foreign', message, hint: UNCLOSED, at, subject: '' });
  };
  containers.push({ ...element, mark: colons, start: at, end, indent, reportUnclosed });
  return null;
}

const UNREADABLE = ':::';
const REMOVE = `Remove it, or write \`:::note\` where the container begins.`;
const UNCLOSED =
  'Add `:::` on a line of its own where the container ends. To show the colons as text, put them in code.';

/** Reads what follows the colons; null for a line that doesn't begin a container. */
function readHead(head: string, scan: DialectScan, at: number): ContainerElement | null {
  // Pandoc allows colons at the end.
  const groups = HEAD.exec(head.replace(/[ \t]*:*[ \t]*$/, ''))?.groups;
  if (groups === undefined) return null;
  const { braces, name = '', label, rest = '' } = groups;
  const [, later = ''] = ATTRIBUTES_AT_END.exec(rest.trim()) ?? [];
  const { args, props } = readShortcodeArguments(`${braces ?? ''} ${later}`);
  const text = rest.trim().replace(ATTRIBUTES_AT_END, '').trim();
  const title = label ?? props.title ?? (text || undefined);
  const classes = [...listAfter('.', args), ...(props.class?.split(' ') ?? [])];
  const words = [name, ...classes, ...(braces === undefined || classes.length > 0 ? [] : args)];
  const [id = props.id] = listAfter('#', args);
  const names = words.filter((word) => /^[a-z]/i.test(word));
  const kinds = names.map((word) => word.replace(/^(?:callout|admonition)-/, ''));
  const admonition = names.findIndex((word) => word.startsWith(ADMONITION));
  const word = kinds[admonition] ?? kinds.find((each) => CALLOUTS.has(each.toLowerCase()));
  if (word !== undefined) {
    return { element: 'blockquote', id, callout: { word, title, fold: readFold(args, props) } };
  }
  const [first] = names;
  const others = listOthers(props);
  if (first === undefined && id === undefined && Object.keys(props).length === 0) return null;
  return {
    element: 'div',
    className: names.join(' '),
    id,
    others,
    caption: title,
    reportUnstyled: () => reportUnstyled(first, others, at, scan),
  };
}

/** Lists the other attributes of a `<div>`; like Pandoc, writes those that HTML doesn't have as `data-`. */
function listOthers(props: ShortcodeArguments['props']): Record<string, string> {
  const others = Object.entries(props).filter(([key]) => !/^(?:class|id|title|\W.*)$/.test(key));
  const isKnown = (key: string) => /^(?:style|lang|dir|role|(?:aria|data)-.+)$/.test(key);
  return Object.fromEntries(
    others.map(([key, value]) => [isKnown(key) ? key : `data-${key}`, value]),
  );
}

function listAfter(sign: string, args: readonly string[]): string[] {
  return args.filter((arg) => arg.startsWith(sign) && arg.length > 1).map((arg) => arg.slice(1));
}

/** Quarto writes `collapse="true"`, and VitePress `{open}`. */
function readFold(args: ShortcodeArguments['args'], { collapse }: ShortcodeArguments['props']) {
  if (args.includes('open')) return 'open';
  if (collapse === undefined) return undefined;
  return collapse === 'true' ? 'closed' : 'open';
}

/** Reports a container whose name, or else an attribute, the program has no style for. */
function reportUnstyled(
  name: string | undefined,
  others: Readonly<Record<string, string>>,
  at: number,
  { foreign }: DialectScan,
): void {
  if (name === undefined) {
    const data = Object.keys(others).find((key) => key.startsWith('data-'));
    if (data === undefined) return;
    const message = `\`::: {${data.slice('data-'.length)}=…}\` becomes \`<div ${data}="…">\`, which no theme styles`;
    const hint = `Style \`[${data}]\` in templates/site.css, or remove the attribute.`;
    foreign.push({ code: 'container-unstyled', message, hint, at, subject: data });
    return;
  }
  const message = `\`::: ${name}\` becomes \`<div class="${name}">\`, which no theme styles`;
  const hint = `Style \`.${name}\` in templates/site.css, or use the name of a callout, such as \`note\`.`;
  foreign.push({ code: 'container-unstyled', message, hint, at, subject: name });
}

/** Translates a directive on a line of its own if a shortcode has its name. */
function translateLeaf({ start, groups }: Match, scan: DialectScan): string | null {
  const { indent = '', name = '', label, given = '' } = groups;
  const { args, props } = readShortcodeArguments(given);
  const [id = props.id ?? label] = listAfter('#', args);
  const written = id === undefined ? [] : [id];
  const call = {
    name: name.toLowerCase().replaceAll('-', '_'),
    args: written,
    props,
    written: given,
  };
  const row = SHORTCODES.get(call.name);
  const text = row?.isPaired ? null : row?.write({ ...call, content: '', indent, start, scan });
  if (text) return indent + text;
  const isOwn = scan.components.some((each) => each.toLowerCase() === name.toLowerCase());
  const hint = isOwn ? `Write \`{{< ${name} >}}\` to show your component.` : IN_CODE;
  reportUnknown({ kind: 'syntax', shown: `::${name}`, hint }, start + indent.length, scan);
  return null;
}
