/** The types of the files besides code that templates can import. Those of `.json` files come from their contents. */

declare module '*.csv' {
  /** The rows, keyed by the names in the first row. All values are strings, so write `Number(row.words)`. */
  const rows: readonly { readonly [column: string]: string }[];
  export default rows;
}

declare module '*.yaml' {
  // biome-ignore lint/suspicious/noExplicitAny: only the author of the file knows the type.
  const value: any;
  export default value;
}

declare module '*.yml' {
  // biome-ignore lint/suspicious/noExplicitAny: only the author of the file knows the type.
  const value: any;
  export default value;
}

declare module '*.txt' {
  const text: string;
  export default text;
}

declare module '*.svg' {
  import type { JSX, SVGProps } from 'react';
  /** `title` names the drawing for screen readers. */
  export default function Drawing(
    props: Omit<SVGProps<SVGSVGElement>, 'children'> & { readonly title?: string },
  ): JSX.Element;
}
