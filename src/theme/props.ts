/**
 * The props of each page's component, and what `usePage()` returns: the contract between the program and the
 * templates. Authors import the types from the package, as in `import type { HomeProps } from 'essay-blog'`.
 *
 * All values are final: URLs include the base path, dates are formatted, tags are counted. A template depends on
 * these values only. It doesn't read the clock, files or the network.
 */
import type { ReactNode } from 'react';

/** The version of this contract. A theme states the one that it was written for. */
export const PROPS_VERSION = 1;

/** Whatever YAML the author wrote. */
// biome-ignore lint/suspicious/noExplicitAny: only the author of the template knows the type.
export type Data = any;

/** A link of a menu. */
export interface MenuLinkProps {
  readonly label: string;
  readonly url: string;
}

/** A text with placeholders such as `{count}`, or its form for each plural category, such as `one` and `other`. */
export type TextProps =
  | string
  | { readonly other: string; readonly [category: string]: string | null };

/** The picture that replaces the site's name in the header. Its size, in pixels, is null if it can't be read. */
export interface LogoProps {
  readonly url: string;
  /** The variant for dark pages; null if there is none. */
  readonly darkUrl: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** The site and its author, as `content/site.yaml` describes them. */
export interface SiteProps {
  readonly name: string;
  /** From `logo` in site.yaml; null for the name. */
  readonly logo: LogoProps | null;
  /** The heading of the home page. */
  readonly title: string;
  /** HTML. Its links are resolved: insert it as it is. */
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
  /** All other profiles. */
  readonly profiles: readonly { readonly name: string; readonly url: string }[];
  /** The links of the header, from `nav` in site.yaml; null for the template's own links. */
  readonly nav: readonly MenuLinkProps[] | null;
  /** The pages with `nav` in their front matter. They are shown if `nav` in site.yaml is missing. */
  readonly navPages: readonly MenuLinkProps[];
  /** The text and the links of the footer, from `footer` in site.yaml. */
  readonly footer: {
    /** HTML. */
    readonly html: string | null;
    /** Null for the template's own links. */
    readonly links: readonly MenuLinkProps[] | null;
  };
  /** The invitation below an essay; false for none. Where a field is null, the template has its own words. */
  readonly callToAction: { readonly title: string | null; readonly html: string | null } | false;
  /** `data` in site.yaml. */
  readonly data: Data;
  readonly homeUrl: string;
  readonly aboutUrl: string;
  /** The URL of the Atom feed. */
  readonly feedUrl: string;
  /** The page of all tags; null if tags have no pages. */
  readonly tagsUrl: string | null;
  /** The page of all essays; null if the home page lists all of them. */
  readonly archiveUrl: string | null;
}

/** The contents of a page's `<head>`. */
export interface HeadProps {
  /** The whole `<title>` as one string: React renders a title with several children empty. */
  readonly title: string;
  readonly description: string;
  /** The BCP 47 tag for `<html lang>`. On an essay's page, it is the language of the essay. */
  readonly language: string;
  /** For `dir`. `auto` if it is unknown: a body then takes the direction of its text, the page is left to right. */
  readonly direction: 'ltr' | 'rtl' | 'auto';
  /** The absolute URL of the page; null for the 404 page, which has none. */
  readonly canonical: string | null;
  /** Metadata for search engines and link previews, in order. */
  readonly metas: readonly AttributeProps[];
  readonly links: readonly AttributeProps[];
  /** JSON-LD, escaped for use in a script element; null for a page without it. */
  readonly jsonLd: string | null;
  /** The style sheets of the page, in order; the last is that of all pages. */
  readonly styleUrls: readonly string[];
  /** `light dark`, or the only scheme that pages have. */
  readonly colorScheme: string;
  /** `--paper` of the style sheet in both schemes, for the browser's own UI. They are equal if there is one scheme. */
  readonly themeColours: { readonly light: string; readonly dark: string };
  /** Scripts to load with `defer`. Most pages don't have any. */
  readonly scripts: readonly ScriptProps[];
}

/** The attributes of an element, by the names that React gives them. */
export type AttributeProps = Readonly<Record<string, string>>;

/** A compiled client script, and the data that it reads from its script element. */
export interface ScriptProps {
  readonly url: string;
  /** Names and values of the script element's `data-` attributes. */
  readonly data: Readonly<Record<string, string>>;
}

/**
 * An essay's picture. A card in a list gets a smaller copy if there is one; the essay's page gets the picture itself.
 * The size, in pixels, is null if the file belongs to another site.
 */
export interface ImageProps {
  readonly url: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
  /** A `srcSet` of the smaller copies, for a card; null if there are fewer than two. */
  readonly srcSet: string | null;
  /** A `srcSet` of the copies, for a picture shown at text width or wider; null if there are none. */
  readonly wideSrcSet: string | null;
}

/** A tag of the site. `number` is its position in the list of tags; cards refer to tags by it. */
export interface TagProps {
  readonly name: string;
  readonly number: number;
  readonly count: number;
  /** The page of the tag; the home page if tags have no pages. */
  readonly url: string;
}

/** What an essay has in a list and on its own page. */
interface EssayFacts {
  readonly title: string;
  /** Plain text; null if the front matter has none. */
  readonly subtitle: string | null;
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
  /** What marks a text that is shown before it is published: `Draft`, `Private`, or its day; null for any other. */
  readonly mark: string | null;
  /** `data` of the front matter. */
  readonly data: Data;
}

/** An essay in a list. */
export interface CardProps extends EssayFacts, Partial<BodyFacts> {
  /** The whole text, on the home page of a site with `home: full`. The ids of its elements are its own. */
  readonly content?: string;
  readonly author: string;
  /** Null unless `updated` in the front matter is a later day than the publication. */
  readonly updated: UpdatedProps | null;
  /** True for an essay that comes first on the home page. */
  readonly pinned: boolean;
  /** `2020`, or `Dec 3` for an essay from the year of the build; or in the form that `dates` in site.yaml states. */
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
  /** For `dir` of the title and the excerpt; null if it is the direction of the page. */
  readonly direction: 'ltr' | 'rtl' | 'auto' | null;
}

/** The date of an essay's last change. */
export interface UpdatedProps extends Pick<CardProps, 'year' | 'fullDate' | 'isoDate'> {
  /** Like the essay's own. */
  readonly shownDate: string;
}

/** A link to another essay. */
export type EssayLinkProps = Pick<CardProps, 'title' | 'url' | 'year' | 'formattedDate'>;

/** A heading in the body of an essay. */
export interface HeadingProps {
  /** The id of the element; `#` and the id make a link to it. */
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  /** 2 or 3, and any level in `contents`; one more on the home page, where the title is an `<h2>`. */
  readonly level: number;
}

/** The kind of a page: `list` shows tags or essays, `own` is the author's own, `missing` is the 404 page. */
export type PageKind = 'home' | 'essay' | 'about' | 'own' | 'list' | 'missing';

/** What `usePage()` of `hooks.ts` returns: what every page has besides its content. */
export interface CurrentPage {
  readonly kind: PageKind;
  readonly site: SiteProps;
  readonly head: HeadProps;
  /** The year of the build, for the copyright line. */
  readonly year: number;
  /** The URL of the page, as links within the site have it; null for the 404 page, which has none. */
  readonly url: string | null;
  /** The site's other languages, in the order of `languages` in site.yaml; empty for a site in one language. */
  readonly languages: readonly LanguageLinkProps[];
}

/** A link to another of the site's languages. */
export interface LanguageLinkProps {
  /** A BCP 47 tag, for `lang` and `hreflang`. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** The language's own name, such as `Deutsch`. */
  readonly name: string;
  /** An invitation in that language, such as `Auf Deutsch lesen`. */
  readonly label: string;
  /** This page in that language, or else the home page in that language. */
  readonly url: string;
  /** True if `url` is this page in that language. */
  readonly isTranslation: boolean;
}

/** Props of a page that lists essays: `HomePage.tsx`, `TagsPage.tsx` and `ArchivePage.tsx`. */
export interface HomeProps {
  /** Newest first. The home page of a site with an archive has only the newest and the pinned. */
  readonly essays: readonly CardProps[];
  /** Highest count first. */
  readonly tags: readonly TagProps[];
  /** The number of all essays. */
  readonly total: number;
  /** On the home page: how many of the newest essays are cards; older ones are one line each. Default: all. */
  readonly cards?: number | null;
  /** On the home page: the author's words above the list, from `content/pages/index.md`; null for none. */
  readonly words?: WordsProps | null;
  /** On the home page: the picture above the title, from `cover` in site.yaml; null for none. */
  readonly cover?: ImageProps | null;
}

/** The author's words on a page of the program. */
export interface WordsProps {
  readonly title: string;
  /** HTML with its links resolved. Insert it as it is. */
  readonly content: string;
  /** True for a `.txt` file; its line breaks are kept as `<br>`. */
  readonly plainText: boolean;
}

/** Props of `NotFoundPage.tsx`. */
export interface NotFoundProps {
  /** The newest essays, at most five. */
  readonly essays: readonly EssayLinkProps[];
  /** The author's words, from `content/pages/404.md`; null for none. */
  readonly words: WordsProps | null;
}

/** Props of `TagPage.tsx`. */
export interface TagPageProps {
  readonly tag: TagProps;
  /** The essays with the tag, newest first. */
  readonly essays: readonly CardProps[];
  /** The feed of the tag. */
  readonly feedUrl: string;
}

/** What is known about the body of an essay or of another page. */
interface BodyFacts {
  /** True for a `.txt` file; its line breaks are kept as `<br>`. */
  readonly plainText: boolean;
  /** The `<h2>` and `<h3>` in the body, in order, except those without text or id. */
  readonly headings: readonly HeadingProps[];
}

/** Props of `EssayPage.tsx`. */
export interface EssayProps {
  readonly essay: EssayFacts &
    BodyFacts & {
      /** Its file, relative to the site's root: `content/essays/walking.md`. */
      readonly source: string;
      /** True to show the picture above the title. */
      readonly hasCover: boolean;
      readonly author: string;
      /** Four digits. */
      readonly year: string;
      /** The date to show, as `dates` in site.yaml says: `2020`, `December 2020` or `December 3, 2020`. */
      readonly shownDate: string;
      /** Null unless `updated` in the front matter is a later day than the publication. */
      readonly updated: UpdatedProps | null;
      readonly tags: readonly Pick<TagProps, 'name' | 'url'>[];
      /** HTML with its links resolved. Insert it as it is. */
      readonly content: string;
      /**
       * The headings for a table of contents, down to the level that `toc` sets. Empty if there should be none, or if the
       * author has put one into the body; null if `toc` isn't set, so that the template decides.
       */
      readonly contents: readonly HeadingProps[] | null;
      readonly wordCount: number;
      /** The next newer essay; null for the newest. */
      readonly newer: EssayLinkProps | null;
      /** The next older essay; null for the oldest. */
      readonly older: EssayLinkProps | null;
      /** Up to three essays with the same tags, most related first; none of `newer`, `older` and `series`. */
      readonly related: readonly EssayLinkProps[];
      /** The series of the essay, with all its essays, oldest first. Parts are counted from 1. */
      readonly series: {
        readonly name: string;
        readonly part: number;
        readonly essays: readonly EssayLinkProps[];
      } | null;
    };
}

/** Props of `Page.tsx` and `AboutPage.tsx`. */
export interface TextPageProps {
  /** The front matter of the page, and what is known about its body. */
  readonly page: Pick<
    EssayFacts,
    'title' | 'subtitle' | 'url' | 'image' | 'draft' | 'mark' | 'data'
  > &
    BodyFacts & {
      /** Plain text, from the front matter or from the beginning of the body. */
      readonly description: string;
    };
  /** The HTML of the body. */
  readonly content: string;
}

/** Props of the templates in `templates/pages/`: those of `Page.tsx`, and all essays and tags. */
export interface OwnPageProps extends TextPageProps, HomeProps {}

/** Props of `AboutPage.tsx`. */
export interface AboutProps extends TextPageProps {
  /** With `facts: true` in the front matter of the about page. */
  readonly facts?: SiteFactsProps;
}

/** Facts about the site, for the about page. */
export interface SiteFactsProps {
  /** The year of the oldest essay, four digits. */
  readonly since: string;
  /** The number of all essays. */
  readonly count: number;
  /** The newest essays, at most three. */
  readonly newest: readonly EssayLinkProps[];
}

/**
 * Props of a component in `templates/shortcodes/`, besides the attributes of its directive, which are all strings.
 * `src`, `href`, `poster` and paths of pictures, videos, sounds and captions are resolved like links. If `src` is a
 * picture of the site, the component also gets `width`, `height`, `srcSet`, `sizes`, `loading` and `decoding`, unless
 * the directive sets them. CSS declarations in `style` become an object with names such as `backgroundColor`.
 */
export interface ShortcodeProps {
  /** The content of the directive, as HTML; undefined if there is none. */
  readonly children?: ReactNode;
}

/**
 * Colours from the custom properties with these names on `:root`, such as `--accent`. Each is a hexadecimal number like
 * `#9c2a1c`.
 */
export type ColourProps = Readonly<Record<'paper' | 'ink' | 'soft' | 'rule' | 'accent', string>>;

/** Props of `SocialCard.tsx`, the preview image of a page that has no picture of its own. */
export interface SocialCardProps {
  readonly page: 'home' | 'about' | 'essay' | 'page';
  /**
   * The title of the essay, of the page or of the site; for the about page, the same as `name`. No text on a card
   * contains emoji, because there is no font for them.
   */
  readonly title: string;
  /** The subtitle. Without one: `intro` for home, the description for pages; empty for an essay. */
  readonly subtitle: string;
  /** The author of the essay, usually the same as `name`. */
  readonly author: string;
  /** The author of the site: `name` in `content/site.yaml`. */
  readonly name: string;
  /** Four digits; null for a page that isn't an essay. */
  readonly year: string | null;
  /** The BCP 47 tag of the language of the essay, or of the site. */
  readonly language: string;
  /** What the card says the page is: for the about page, `About` in the site's language; empty for any other. */
  readonly label: string;
  /** The colours of the light scheme. */
  readonly colours: ColourProps;
}
