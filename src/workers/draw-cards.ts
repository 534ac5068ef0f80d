/**
 * Social cards → PNG: an edge, and the only file that knows the renderer. It draws in threads of its
 * own, so several cards are on their way at a time, while this thread renders pages.
 */
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Renderer } from '@takumi-rs/core';
import { sourceChanged } from '../content/files.ts';
import { digest } from '../content/fingerprint.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import { CARD_NAME, type CardDrawing, loadCardBundle } from '../render/bundle.ts';
import { type CardFont, fontUnreadable } from '../render/card-fonts.ts';
import type { SocialCardProps } from '../render/props.ts';
import { CARD_SIZE } from '../render/social-card.ts';
import type { CardTemplate } from '../render/templates.ts';
import { describeThrown, type ThrownError } from './thrown.ts';

/** A card that is to be drawn, and where it goes. */
export interface CardTask {
  readonly props: SocialCardProps;
  done(png: Uint8Array): void;
  /** Told of what the template throws, or the renderer of what the template made. */
  threw(error: ThrownError): void;
}

/** As many as keep the renderer's threads busy until this one looks again. */
const AT_ONCE = 16;

/** Draws cards for the site at `root`. The problems are those for which none could be drawn. */
export async function drawCards(
  tasks: readonly CardTask[],
  template: CardTemplate,
  root: string,
): Promise<Problem[]> {
  if (tasks.length === 0) return [];
  const { value: press, problems } = await openPress(template.fonts, root);
  if (press === null) return problems;
  let makeDrawing: (props: SocialCardProps) => Promise<CardDrawing>;
  try {
    makeDrawing = loadCardBundle(template.compiled, root);
  } catch (error) {
    for (const task of tasks) task.threw(describeThrown(error));
    return [];
  }
  const waiting = tasks.values();
  const work = async () => {
    for (const task of waiting) {
      const png = await press.draw(makeDrawing, task.props).catch(describeThrown);
      if (png instanceof Uint8Array) task.done(png);
      else task.threw(png);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return [];
}

/** The renderer with its fonts; null with problems where it has none, or does not start. */
async function openPress(
  fonts: readonly CardFont[],
  root: string,
): Promise<{ value: Press | null; problems: Problem[] }> {
  let renderer: Renderer;
  try {
    const takumi = await import('@takumi-rs/core');
    renderer = new takumi.Renderer();
  } catch (error) {
    return { value: null, problems: [rendererMissing(error as Error)] };
  }
  const families = new Set<string>();
  const problems: Problem[] = [];
  for (const font of fonts) {
    const path = relative(root, font.file).split(sep).join('/');
    try {
      const data = readFileSync(font.file);
      if (digest(data) !== font.digest) {
        problems.push(sourceChanged(path));
        continue;
      }
      const found = await renderer.registerFont({ data });
      if (found.length === 0) throw new Error('there is no face in it');
      for (const { name } of found) families.add(name);
    } catch (error) {
      problems.push(fontUnreadable(path, error as Error));
    }
  }
  const value = problems.length > 0 ? null : new Press(renderer, [...families]);
  return { value, problems };
}

class Press {
  constructor(
    private readonly renderer: Renderer,
    private readonly fontFamilies: string[],
  ) {}

  async draw(
    makeDrawing: (props: SocialCardProps) => Promise<CardDrawing>,
    props: SocialCardProps,
  ): Promise<Uint8Array> {
    const { node, css } = await makeDrawing(props);
    const { renderer, fontFamilies } = this;
    const options = { ...CARD_SIZE, css: [...css], fontFamilies, lang: props.language };
    return renderer.render(node as Parameters<Renderer['render']>[0], {
      ...options,
      format: 'png',
    });
  }
}

/** The renderer is no part of this program, and there is none for some machines. */
function rendererMissing({ message }: Error): Problem {
  const [reason] = message.split('\n');
  const text = `The social cards cannot be drawn, since their renderer does not start: ${reason}`;
  const hint =
    'Install the packages again, then build again; `socialImages: false` in content/site.yaml ' +
    'goes without cards.';
  return makeProblem('template-invalid', wholeFile(`templates/${CARD_NAME}.tsx`), text, hint);
}
