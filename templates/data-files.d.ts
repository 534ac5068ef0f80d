/** The types of the files besides code that templates can import. Those of `.json` files come from their contents. */

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
