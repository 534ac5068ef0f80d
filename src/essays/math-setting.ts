/**
 * The key `math` of front matter and site.yaml: whether `$…$` is a formula, and the author's own commands. Pure.
 */
import type { KeyTable, Reader } from './key-table.ts';
import { convert } from './readers.ts';
import * as values from './values.ts';

/** The settings for formulas. */
export interface MathSetting {
  /** True: `$…$` is a formula. */
  readonly isOn: boolean;
  /** TeX by command, such as `\mathbf{R}` by `\R`. */
  readonly macros: Readonly<Record<string, string>>;
}

export const NO_MATH: MathSetting = { isOn: false, macros: {} };

const HINT =
  "Write `math: true`, or `macros` indented below it, with one `R: '\\mathbf{R}'` to a line.";

const macros = convert(values.map(HINT, {}), (source) => {
  const found = [...source.entries].flatMap(([name, { value: node }]): [string, string][] => {
    const tex = values.text.read({ name, node, source });
    return tex === null ? [] : [[name.replace(/^\\*/, '\\'), tex]];
  });
  return Object.fromEntries(found);
});

/** Themes for Hugo have `enable: false`. */
const MATH_KEYS = {
  enable: { reader: values.boolean, default: true },
  macros: { reader: macros, default: {} },
} as const satisfies KeyTable;
const table = values.tableOf(MATH_KEYS, HINT);

/** Reads `true`, or a map with `macros`. */
export const math: Reader<MathSetting> = {
  schema: { type: ['boolean', 'string', 'object', 'null'] },
  read: (value) => {
    const stated = value.node.kind === 'map' ? table.read(value) : null;
    if (stated !== null) return { isOn: stated.enable, macros: stated.macros };
    const isOn = values.boolean.read(value);
    return isOn === null ? null : { isOn, macros: {} };
  },
};

/** Reads the keys of other generators as well, whose values may name an engine: `math: mathjax`. */
export const mathOfEssay: Reader<MathSetting> = {
  ...math,
  read: (value) => {
    const { node } = value;
    const isName = node.kind === 'text' && values.toBoolean(node.value) === null;
    return isName ? { isOn: true, macros: {} } : math.read(value);
  },
};

/** Combines the essay's setting with the site's. */
export function joinMath(essay: MathSetting | null, site: MathSetting): MathSetting {
  if (essay === null) return site;
  return { isOn: essay.isOn, macros: { ...site.macros, ...essay.macros } };
}
