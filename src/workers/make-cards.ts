/**
 * The cards that are to be made → the staging folder: those that are remembered as they are, the others
 * drawn, and remembered.
 */
import { recallCard, rememberCard } from '../output/card-memory.ts';
import type { OutputFolder } from '../output/commit.ts';
import type { Problem } from '../problems.ts';
import type { OutputFile } from '../render/output-files.ts';
import type { CardTemplate } from '../render/templates.ts';
import type { Essay } from '../site/essay.ts';
import type { CardTask } from './draw-cards.ts';
import type { ThrownError } from './essay-worker.ts';

/** A card that is to be made; `isPresent` when some file stands in its place. */
export type PlannedCard = Extract<OutputFile, { kind: 'card' }> & { readonly isPresent: boolean };

/** What became of the cards, but for those that are staged. */
export interface MadeCards {
  /** In the order of the cards. */
  readonly failed: readonly { readonly error: ThrownError; readonly essay: Essay }[];
  readonly problems: readonly Problem[];
}

/** Makes the cards. The folders are absolute. */
export async function makeCards(
  cards: readonly PlannedCard[],
  template: CardTemplate | null,
  { folder, request }: { folder: OutputFolder; request: { root: string; cacheDir: string } },
): Promise<MadeCards> {
  const { root, cacheDir } = request;
  const tasks: CardTask[] = [];
  const errors = new Map<PlannedCard, ThrownError>();
  for (const planned of cards) {
    const { path, key, isPresent, card } = planned;
    const known = recallCard(cacheDir, key);
    if (known !== null) {
      folder.put(path, known, isPresent);
      continue;
    }
    tasks.push({
      props: card.props,
      done(png) {
        rememberCard(cacheDir, key, png);
        folder.put(path, png, isPresent);
      },
      threw: (error) => void errors.set(planned, error),
    });
  }
  if (tasks.length === 0 || template === null) return { failed: [], problems: [] };
  // The renderer is loaded only where there is something to draw.
  const { drawCards } = await import('./draw-cards.ts');
  const problems = await drawCards(tasks, template, root);
  const failed = cards.flatMap((planned) => {
    const error = errors.get(planned);
    return error === undefined ? [] : [{ error, essay: planned.essay }];
  });
  return { failed, problems };
}
