/**
 * The props of each page's component: the contract between this program and the templates. Authors
 * import the types from the package, as in `import type { HomeProps } from 'essay-blog'`.
 *
 * Every value is final: URLs include the base path, dates are formatted, tags are counted. A template is
 * a pure function of its props and reads no clock, file or network.
 */
import type { ReactNode } from 'react';

/** Any YAML that the author has written. */
// biome-ignore lint/suspicious/noExplicitAny: only the author knows its type, and templates use it as it is.
export type Data = any;

/** A link of a menu. */
export interface MenuLinkProps {
  readonly label: string;
  readonly url: string;
}

/** One text, with placeholders such as `{count}`; or its form for each plural category, such as `one` and `other`. */
export type TextProps =
  | string
  | { readonly other: string; readonly [category: string]: string | null };

/** The site and its author, as `content/site.yaml` describes them. */
export interface SiteProps {
  readonly name: string;
  /** The heading of the home page. */
  readonly title: string;
  /** Without markup. */
  readonly intro: string;
  /** The same as HTML with its links resolved. Insert it as it is. */
  readonly introHtml: string;
  readonly description: string;
  /** The BCP 47 tag of the site's language. */
  readonly language: string;
  /** The texts of the interface, in the site's language. Templates get them from `useTexts()` of `hooks.ts`. */
  readonly texts: Readonly<Record<string, TextProps>>;
  /** An email address; null to leave the link out. */
  readonly email: string | null;
  /** The URL of a Substack newsletter; null to leave the link out. */
  readonly substack: string | null;
  /** The URL of an X profile; null to leave the link out. */
  readonly x: string | null;
  /** Other profiles: their names and URLs. */
  readonly profiles: readonly { readonly name: string; readonly url: string }[];
  /** The links of the header, as `nav` in site.yaml has them; null for those of the template. */
  readonly nav: readonly MenuLinkProps[] | null;
  /** The pages that set `nav`, for the template's own header. */
  readonly navPages: readonly MenuLinkProps[];
  /** The text and the links of the footer; null for those of the template. */
  readonly footer: {
    /** Without markup. */
    readonly text: string | null;
    /** The same as HTML. */
    readonly html: string | null;
    readonly links: readonly MenuLinkProps[] | null;
  };
  /** The texts of the invitation below an essay, null for those of the template; false for none. */
  readonly callToAction:
    | {
        readonly title: string | null;
        /** Without markup. */
        readonly text: string | null;
        /** The same as HTML. */
        readonly html: string | null;
      }
    | false;
  /** `data` in site.yaml. */
  readonly data: Data;
  readonly homeUrl: string;
  readonly aboutUrl: string;
  /** The URL of the Atom feed. */
  readonly feedUrl: string;
  /** The page of all tags, and that of all essays; null for a site without. */
  readonly tagsUrl: string | null;
  readonly archiveUrl: string | null;
}

/** The contents of a page's `<head>`. */
export interface HeadProps {
  /** The whole `<title>` as one string: React renders a title with several children empty. */
  readonly title: string;
  readonly description: string;
  /** The BCP 47 tag for `<html lang>`: that of an essay on its own page. */
  readonly language: string;
  /**
   * For `dir`: `rtl` for languages such as Arabic and Hebrew. `auto` stands for a direction that is not stated:
   * bodies take it from their text, and the page around them is left to right.
   */
  readonly direction: 'ltr' | 'rtl' | 'auto';
  /** The absolute URL of the page; null for the 404 page, which has none. */
  readonly canonical: string | null;
  /** Metadata for search engines and link previews, in order. */
  readonly metas: readonly MetaProps[];
  readonly links: readonly LinkProps[];
  /** JSON-LD, escaped for use in a script element; null for a page without it. */
  readonly jsonLd: string | null;
  readonly styleUrl: string;
  /** The `--paper` of the style sheet in its two schemes, for the browser's own UI. */
  readonly themeColours: { readonly light: string; readonly dark: string };
  /** Scripts to load with `defer`. Most pages have none. */
  readonly scripts: readonly ScriptProps[];
}

/** The attributes of a `<meta>`: either `name` or `property`, and the content. */
export interface MetaProps {
  readonly name?: string;
  readonly property?: string;
  readonly content: string;
}

/** The attributes of a `<link>`. */
export interface LinkProps {
  readonly rel: string;
  readonly href: string;
  /** The media type. */
  readonly type?: string;
  readonly title?: string;
  readonly sizes?: string;
  readonly as?: string;
  readonly crossOrigin?: 'anonymous';
  readonly fetchPriority?: 'low';
}

/** A compiled client script, and the data that it reads from its own element. */
export interface ScriptProps {
  readonly url: string;
  /** Names and values of the script element's `data-` attributes. */
  readonly data: Readonly<Record<string, string>>;
}

/**
 * An essay's picture. Its size is null for a file that is not the site's own. A card in the list gets a
 * smaller copy if there is one; the essay's page gets the picture itself.
 */
export interface ImageProps {
  readonly url: string;
  readonly alt: string;
  /** Pixels. */
  readonly width: number | null;
  /** Pixels. */
  readonly height: number | null;
}

/** A tag of the site. `number` is its position in the list of tags; cards refer to tags by it. */
export interface TagProps {
  readonly name: string;
  readonly number: number;
  readonly count: number;
  /** Its page, or the home page for a site without pages of tags. */
  readonly url: string;
}

/** The props that an essay has in the list and on its own page. */
interface EssayFacts {
  readonly title: string;
  readonly url: string;
  /** Plain text. */
  readonly excerpt: string;
  readonly image: ImageProps | null;
  /** `December 3, 2020`, in the site's language and time zone, for screen readers. */
  readonly fullDate: string;
  /** ISO 8601, for `<time datetime>`. */
  readonly isoDate: string;
  /** Whole minutes. */
  readonly readTime: number;
  readonly draft: boolean;
  /** `data` of the front matter. */
  readonly data: Data;
}

/** An essay in a list. */
export interface CardProps extends EssayFacts {
  /** `2020`, or `Dec 3` for an essay from the year of the build. */
  readonly formattedDate: string;
  /** `December 3`, in the site's language and time zone. */
  readonly monthAndDay: string;
  /** Four digits. */
  readonly year: string;
  /** In the order in which the author wrote them. */
  readonly tags: readonly Pick<TagProps, 'name' | 'number' | 'url'>[];
  readonly series: string | null;
  /** For `lang` of the title and the excerpt; null for the site's own language. */
  readonly language: string | null;
  /** For `dir` of the title and the excerpt; null for that of the page. */
  readonly direction: 'ltr' | 'rtl' | 'auto' | null;
}

/** The date of an essay's last change. */
export type UpdatedProps = Pick<CardProps, 'year' | 'fullDate' | 'isoDate'>;

/** A link to another essay. */
export type EssayLinkProps = Pick<CardProps, 'title' | 'url' | 'year' | 'formattedDate'>;

/** A heading in the body of an essay. */
export interface HeadingProps {
  /** The id of its element: a link to it is `#` and the id. */
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  /** 2 or 3. */
  readonly level: number;
}

/** What `usePage()` of `hooks.ts` returns: what every page has besides its content. */
export interface CurrentPage {
  readonly site: SiteProps;
  readonly head: HeadProps;
  /** The year of the build, for the copyright line. */
  readonly year: number;
  /** The URL of the page, as links within the site have it; null for the 404 page, which has none. */
  readonly url: string | null;
}

/** Props of a page that lists essays: `HomePage.tsx`, `TagsPage.tsx` and `ArchivePage.tsx`. */
export interface HomeProps {
  /** Newest first: all, but for the home page of a site with an archive. */
  readonly essays: readonly CardProps[];
  /** Highest count first. */
  readonly tags: readonly TagProps[];
  /** The number of all essays. */
  readonly total: number;
}

/** Props of `TagPage.tsx`, with the essays of the tag. */
export interface TagPageProps {
  readonly tag: TagProps;
  readonly essays: readonly CardProps[];
  /** The tag's own feed. */
  readonly feedUrl: string;
}

/** The props that the body of an essay has in common with that of another page. */
interface BodyFacts {
  /** True for a `.txt` file, whose paragraphs keep their line breaks as `<br>`. */
  readonly plainText: boolean;
  /** The headings of the body, `<h2>` and `<h3>`, in order; without those that have no text or no id. */
  readonly headings: readonly HeadingProps[];
}

/** Props of `EssayPage.tsx`. */
export interface EssayProps {
  readonly essay: EssayFacts &
    BodyFacts & {
      readonly author: string;
      /** Four digits. */
      readonly year: string;
      /** Null unless the front matter's `updated` is a later day than the publication. */
      readonly updated: UpdatedProps | null;
      readonly tags: readonly Pick<TagProps, 'name' | 'url'>[];
      /** HTML with its links resolved. Insert it as it is. */
      readonly content: string;
      readonly wordCount: number;
      /** The next essay in the list, which is newer; null for the first. */
      readonly newer: EssayLinkProps | null;
      /** The next essay in the list, which is older; null for the last. */
      readonly older: EssayLinkProps | null;
      /**
       * Up to three essays with the same tags, most related first: rare tags weigh more. Never `newer` or
       * `older`, nor a part of `series`.
       */
      readonly related: readonly EssayLinkProps[];
      /** The series that the essay is a part of, with all its essays, oldest first; parts count from 1. */
      readonly series: {
        readonly name: string;
        readonly part: number;
        readonly essays: readonly EssayLinkProps[];
      } | null;
    };
}

/** Props of `Page.tsx` and `AboutPage.tsx`. */
export interface TextPageProps {
  /** The page's own file: its front matter and what the body contains. */
  readonly page: Pick<EssayFacts, 'title' | 'url' | 'image' | 'draft' | 'data'> &
    BodyFacts & {
      /** Plain text: the front matter's, or the beginning of the body. */
      readonly description: string;
    };
  /** The HTML of the body. */
  readonly content: string;
}

/** Props of the templates in `templates/pages/`, with all essays and tags. */
export interface OwnPageProps extends TextPageProps, HomeProps {}

/** Props of `AboutPage.tsx`. */
export type AboutProps = TextPageProps;

/**
 * Props of a component in `templates/marks/`, besides the attributes of its mark. Numbers, `true` and `false`
 * without quotes are values of their types; everything else is a string. A value named `src`, `href` or `poster`,
 * or the path of a picture, is a URL as links are, and `src` of a picture of the site comes with `width`, `height`,
 * `srcSet`, `sizes`, `loading` and `decoding` as far as the mark does not state them. CSS declarations in `style` are an
 * object with names such as `backgroundColor`.
 */
export interface MarkProps {
  /** The values without a name: `{{< youtube abc >}}` has `['abc']`. */
  readonly args: readonly string[];
  /** The content between the tags of the mark, as HTML; undefined for a mark without content. */
  readonly children?: ReactNode;
}

/**
 * Colours that the style sheet states as custom properties of the same names on `:root`, such as `--accent`.
 * Each is a hexadecimal number like `#9c2a1c`, or the name of a colour.
 */
export type ColourProps = Readonly<Record<'paper' | 'ink' | 'soft' | 'rule' | 'accent', string>>;

/** Props of `SocialCard.tsx`, the preview image of a page that has no picture of its own. */
export interface SocialCardProps {
  readonly page: 'home' | 'about' | 'essay' | 'page';
  /**
   * The title of the essay, of the page or of the site; for the about page, the same as `name`. Like all texts here it is
   * without emoji, for which there is no font.
   */
  readonly title: string;
  /** For home, the site's `intro`; for the about page, its `description`; for another page, its own; otherwise empty. */
  readonly subtitle: string;
  /** The author of the essay, usually the same as `name`. */
  readonly author: string;
  /** The author of the site: `name` in `content/site.yaml`. */
  readonly name: string;
  /** Four digits; null for a page that is not an essay. */
  readonly year: string | null;
  /** The BCP 47 tag of the language of the essay, or of the site. */
  readonly language: string;
  /** On the card of the about page, unless that is called `About`: its name in the site's language. */
  readonly label?: string | undefined;
  /** Those of the light scheme. */
  readonly colours: ColourProps;
}
