/**
 * What templates threw → one problem for each error, with the number of pages or cards that it kept
 * away, told of the first that is added.
 */
import type { Problem } from '../problems.ts';
import { CARD_NAME } from '../render/bundle.ts';
import type { Page } from '../render/pages.ts';
import { type BundleOrigin, templateThrew } from '../render/template-errors.ts';
import type { TemplateSet } from '../render/templates.ts';
import type { Essay } from '../site/essay.ts';
import { essayPath } from '../site/urls.ts';
import type { ThrownError } from './thrown.ts';

/** During what it was thrown. */
interface Work {
  /** The template's name. */
  readonly template: string;
  readonly doing: string;
  /** What of it was not made. */
  readonly made: 'page' | 'card';
}

export class ThrownErrors {
  private readonly found = new Map<string, { problem: Problem; made: string; count: number }>();

  /** The folders are absolute. */
  constructor(
    private readonly set: TemplateSet,
    private readonly folders: { readonly root: string; readonly packageRoot: string },
  ) {}

  addPage(error: ThrownError, { template, url, essay }: Page): void {
    const subject = essay === null ? url : `${url} (${essay.source})`;
    this.add(error, { template, doing: `rendering ${subject}`, made: 'page' });
  }

  addCard(error: ThrownError, { slug, source }: Essay): void {
    const doing = `drawing the social card of ${essayPath(slug)} (${source})`;
    this.add(error, { template: CARD_NAME, doing, made: 'card' });
  }

  describe(): Problem[] {
    return [...new Set(this.found.values())].map(({ problem, made, count }) => {
      if (count === 1) return problem;
      const others = count === 2 ? `one more ${made}` : `${count - 1} more ${made}s`;
      return { ...problem, message: `${problem.message} (and for ${others})` };
    });
  }

  private add(error: ThrownError, { template, doing, made }: Work): void {
    // The same error, if it was thrown at the same place (the first lines of a stack are the message
    // and that place) or by the same template: where the stack overflows, the place is any.
    const length = error.message.split('\n').length + 1;
    const place = error.stack.split('\n').slice(0, length).join('\n');
    const keys = [`${made}\n${place || error.message}`, `${made}\n${template}\n${error.message}`];
    const known = keys.map((key) => this.found.get(key)).find((each) => each !== undefined);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const problem = templateThrew(error, doing, `templates/${template}.tsx`, this.originOf(made));
    const found = { problem, made, count: 1 };
    for (const key of keys) this.found.set(key, found);
  }

  /** Cards have a bundle of their own. */
  private originOf(made: Work['made']): BundleOrigin {
    const { set, folders } = this;
    const readSourceMap = (made === 'card' ? set.card : set)?.readSourceMap;
    if (readSourceMap === undefined) throw new Error('Cards were drawn without a template');
    const { root, packageRoot } = folders;
    return { root, packageRoot, sourceRoot: set.sourceRoot, sourceMap: readSourceMap() };
  }
}
