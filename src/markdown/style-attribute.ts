/**
 * The value of a `style` attribute as the object that React requires. Pure.
 */

const DECLARATION = /([\w-]+)\s*:\s*((?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])+)/g;

/** Reads CSS declarations; null for other words, such as `wide`. */
export function readStyle(css: string): Readonly<Record<string, string>> | null {
  const declarations = [...css.matchAll(DECLARATION)].map(([, property = '', value = '']) => {
    const name = property.startsWith('--') ? property : nameInScript(property.toLowerCase());
    return [name, value.trim()];
  });
  return declarations.length === 0 ? null : Object.fromEntries(declarations);
}

/** The name of a CSS property in scripts: `backgroundColor`, `WebkitHyphens`. */
function nameInScript(property: string): string {
  const name = property.replace(/^-ms-/, 'ms-');
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
