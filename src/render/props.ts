/**
 * The contract between the program and the templates: what each page's component receives.
 *
 * Every value is final. URLs carry the base path, dates are formatted, counts are counted, so that a
 * template is a pure function of its props: it reads no clock, no file and no network. Authors
 * import these types as `import type { HomeProps } from 'essay-blog'`.
 */

/** What `content/site.yaml` says about the site and its author. */
export interface SiteProps {
  readonly name: string;
  /** Heading of the home page. */
  readonly title: string;
  readonly intro: string;
  readonly description: string;
  /** BCP 47 tag for `<html lang>`. */
  readonly language: string;
  /** Mail address, or null: its link is then left out. */
  readonly email: string | null;
  /** Newsletter profile, or null: its link is then left out. */
  readonly substack: string | null;
  /** Social profile, or null: its link is then left out. */
  readonly x: string | null;
  readonly homeUrl: string;
  readonly aboutUrl: string;
}

/** What a page's `<head>` needs. */
export interface HeadProps {
  /** The whole of `<title>`, as one string: React renders a title of several children empty. */
  readonly title: string;
  readonly description: string;
  /** Absolute URL of the page, or null where it has none (404). */
  readonly canonical: string | null;
  /** What else is said of the page, in the order given: for search engines, and for link cards. */
  readonly metas: readonly MetaProps[];
  readonly links: readonly LinkProps[];
  /** JSON-LD for a script element, escaped; null where there is nothing to say. */
  readonly jsonLd: string | null;
  readonly styleUrl: string;
  /** Scripts to load with `defer`; most pages have none. */
  readonly scripts: readonly ScriptProps[];
}

/** The attributes of a `<meta>`: one of `name` and `property`. */
export interface MetaProps {
  readonly name?: string;
  readonly property?: string;
  readonly content: string;
}

/** The attributes of a `<link>`. */
export interface LinkProps {
  readonly rel: string;
  readonly href: string;
  /** Media type. */
  readonly type?: string;
  readonly title?: string;
  readonly sizes?: string;
}

/** A compiled client script and what it reads from its own element. */
export interface ScriptProps {
  readonly url: string;
  /** Becomes `data-…` attributes of the script element. */
  readonly data: Readonly<Record<string, string>>;
}

/**
 * A picture of known address; the size is null where the file is not the site's own. On a card it is
 * a small copy, where that is worth it.
 */
export interface ImageProps {
  readonly url: string;
  readonly alt: string;
  /** Pixels. */
  readonly width: number | null;
  /** Pixels. */
  readonly height: number | null;
}

/** One tag of the site; `number` is its place in the order and what cards are marked with. */
export interface TagProps {
  readonly name: string;
  readonly number: number;
  readonly count: number;
}

/** One essay in the home page's list. */
export interface CardProps {
  readonly url: string;
  readonly title: string;
  readonly excerpt: string;
  readonly image: ImageProps | null;
  /** `2020`, or `Dec 3` for an essay of the build's own year. */
  readonly formattedDate: string;
  /** `December 3, 2020`, in the site's time zone: for those who hear the page. */
  readonly fullDate: string;
  /** ISO 8601, for `<time datetime>`. */
  readonly isoDate: string;
  /** Whole minutes. */
  readonly readTime: number;
  readonly tags: readonly string[];
  /** The numbers of `tags`, in the same order. */
  readonly tagNumbers: readonly number[];
  readonly draft: boolean;
}

/** Props of `HomePage.tsx`. */
export interface HomeProps {
  readonly site: SiteProps;
  readonly head: HeadProps;
  /** Newest first. */
  readonly essays: readonly CardProps[];
  /** Highest count first. */
  readonly tags: readonly TagProps[];
  /** The build's own year, for the copyright line. */
  readonly year: number;
}

/** Props of `EssayPage.tsx`. */
export interface EssayProps {
  readonly site: SiteProps;
  readonly head: HeadProps;
  readonly essay: {
    readonly title: string;
    readonly author: string;
    /** Four digits. */
    readonly year: string;
    /** `December 3, 2020`, in the site's time zone: for those who hear the page. */
    readonly fullDate: string;
    /** ISO 8601, for `<time datetime>`. */
    readonly isoDate: string;
    /** Whole minutes. */
    readonly readTime: number;
    readonly tags: readonly { readonly name: string; readonly url: string }[];
    /** HTML, checked and rewritten; set it as it is. */
    readonly content: string;
    /** True for `.txt` essays, whose paragraphs keep their line breaks as `<br>`. */
    readonly plainText: boolean;
    readonly draft: boolean;
  };
}

/** Props of `AboutPage.tsx`. */
export interface AboutProps {
  readonly site: SiteProps;
  readonly head: HeadProps;
  /** HTML of `content/about.md`. */
  readonly content: string;
}

/** Props of `NotFoundPage.tsx`. */
export interface NotFoundProps {
  readonly site: SiteProps;
  readonly head: HeadProps;
}

/** Props of `SocialCard.tsx`, the picture of an essay that has none where links to it are shown. */
export interface SocialCardProps {
  /** Without the emoji for which there is no font. */
  readonly title: string;
  /** Who wrote the essay; mostly the same as `name`. */
  readonly author: string;
  /** Whose site it is. */
  readonly name: string;
  /** Four digits. */
  readonly year: string;
  /** BCP 47. */
  readonly language: string;
}
