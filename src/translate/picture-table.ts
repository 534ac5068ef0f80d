/**
 * Shortcodes of pictures: figures, which have captions, and galleries around pictures. Pure.
 */
import { splitNames } from '../text/text.ts';
import { readArguments } from './arguments.ts';
import {
  type Call,
  invalid,
  isWords,
  joinWords,
  LOADING,
  type Output,
  omit,
  pick,
  type Row,
} from './shortcode.ts';
import {
  type Picture,
  writeAttributes,
  writeFigure,
  writeHtmlPicture,
  writeLink,
  writePicture,
} from './writing.ts';

const NO_FILE = 'Name the file of the picture: `src="hill.jpg"`.';
const SOURCES = 'src image_path file path image img';
const CREDITS = 'credit credits source attr';
const KNOWN = `${SOURCES} url alt caption title link href attrlink ${CREDITS} ${LOADING}`;

/** Marks of Markdown and tags, which a title shows as they are. */
const MARKDOWN = /[*_`<]|\]\(/;

/** Attributes of an `<img>` whose values may have spaces or capitals. */
const ATTRIBUTE = /^(?:class|id|style|sizes|srcset|data-.*)$/i;

function showPicture(picture: Picture, isHtml: boolean): Output {
  if (isHtml) return { kind: 'picture', text: writeHtmlPicture(picture) };
  if (!MARKDOWN.test(picture.caption)) return { kind: 'picture', text: writePicture(picture) };
  return { kind: 'block', text: writeFigure(picture), takesContent: true };
}

/** The attributes that stay, with sizes in pixels as numbers. No attribute shows the words of one that isn't known. */
function listAttributes(call: Call): Map<string, string> {
  const size = (value: string) => value.replace(/^(\d+)px$/i, '$1');
  const entries = [...omit(call, KNOWN)]
    .filter(([name, value]) => ATTRIBUTE.test(name) || !isWords(value))
    .map(([name, value]) => [name.replace(/^max-?width$/i, 'width'), size(value)] as const);
  return new Map(entries);
}

/** The words that name a picture's author, with the link that they have. */
function writeCredit(call: Call): string | undefined {
  const credit = pick(call, CREDITS);
  const url = pick(call, 'attrlink');
  return credit && url ? writeLink(credit, url) : (credit ?? url);
}

/** `{{< figure src= alt= title= caption= attr= attrlink= link= class= >}}`; the content may be the caption. */
function readFigure(call: Call): Output {
  const { args, content, isHtml } = call;
  const src = pick(call, SOURCES) ?? pick(call, 'url') ?? args[0];
  if (src === undefined) return content === null ? invalid(NO_FILE) : writeCaption(call);
  const link =
    pick(call, 'link href') ?? (pick(call, SOURCES) === undefined ? undefined : pick(call, 'url'));
  const title = pick(call, 'title');
  const caption = joinWords([
    title && `**${title}**`,
    pick(call, 'caption') ?? args[2],
    content?.trim(),
    writeCredit(call),
  ]);
  const alt = pick(call, 'alt') ?? args[1];
  return showPicture({ src, alt, caption, link, attributes: listAttributes(call) }, isHtml);
}

/** `{% img [class names] path [width [height]] [title [alt]] %}`, of which the path and the words stay. */
function writeImage(call: Call): Output {
  const { args, isHtml } = call;
  const at = args.findIndex((each) => /[/.]/.test(each));
  if (pick(call, SOURCES) !== undefined || at === -1) return readFigure(call);
  const [src = '', ...rest] = args.slice(at);
  const alt = rest.filter((each) => !/^\d+(?:px|%)?$/.test(each)).join(' ');
  return showPicture({ src, alt, caption: '', attributes: listAttributes(call) }, isHtml);
}

/** Leaves the pictures of the content, with their caption as emphasis below them. */
function keepPictures(call: Call): Output {
  const caption = pick(call, 'caption title') ?? '';
  const mark = caption.includes('*') ? '_' : '*';
  const list = writeAttributes(new Map([['class', pick(call, 'class') ?? '']]));
  const lines = [caption && mark + caption + mark, list].filter(Boolean);
  return { kind: 'unwrap', below: lines.join('\n') };
}

/** Pictures in the content; whether an argument names a folder of them, only the author knows. */
function writeGallery(call: Call): Output {
  const hint = 'Write `::gallery{folder="…"}` with the path of the folder, relative to this file.';
  return call.content?.trim() ? keepPictures(call) : invalid(hint);
}

const HTML_PICTURE =
  /^\s*(?:<a\b[^>]*\bhref=["'](?<link>[^"']*)["'][^>]*>\s*)?<img\b(?<given>[^>]*?)\/?>(?:\s*<\/a>)?(?<words>[\s\S]*)$/i;
const MARKDOWN_PICTURE =
  /^\s*!\[(?<alt>[^\]\n]*)\]\((?<src>[^\s()]+)(?:\s+"(?<title>[^"\n]*)")?\)\s*$/;
/** A caption around one picture in Markdown: `<Figure caption="Sea">![waves](a.jpg)</Figure>`; null for other content. */
function readCaptioned(call: Call): Output | null {
  const groups = MARKDOWN_PICTURE.exec(call.content ?? '')?.groups;
  if (groups === undefined) return null;
  const { src = '', alt, title } = groups;
  const caption = joinWords([pick(call, 'caption title') ?? title, writeCredit(call)]);
  return showPicture({ src, alt, caption, attributes: listAttributes(call) }, call.isHtml);
}

/** `[caption width="300" align="alignright"]<img …> The caption[/caption]` of WordPress. */
function writeCaption(call: Call): Output {
  const groups = HTML_PICTURE.exec(call.content ?? '')?.groups;
  if (groups === undefined || groups.words?.includes('<img'))
    return readCaptioned(call) ?? keepPictures(call);
  const image = readArguments(groups.given ?? '')?.props;
  const src = image?.get('src');
  if (image === undefined || src === undefined) return invalid(NO_FILE);
  const attributes = new Map(listAttributes(call));
  const align = attributes.get('align') ?? '';
  attributes.delete('align');
  attributes.set('class', joinWords([attributes.get('class'), align !== 'alignnone' && align]));
  const caption = joinWords([groups.words, pick(call, 'caption')]);
  const picture = {
    src,
    alt: image.get('alt'),
    caption,
    link: groups.link,
    attributes,
  };
  return showPicture(picture, call.isHtml);
}

export const PICTURE_ROWS: ReadonlyMap<string, Row> = splitNames<Row>({
  'figure image picture photo': { write: readFigure },
  'img asset_img': { write: writeImage },
  'caption wp_caption': { isLiteral: true, write: writeCaption },
  gallery: { write: writeGallery },
});
