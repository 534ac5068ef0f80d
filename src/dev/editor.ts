/**
 * Opens the place of a problem in the author's editor.
 *
 * The editor is the one that LAUNCH_EDITOR names, else a running one, else that of VISUAL or EDITOR. Terminal editors
 * are not started, because `blog dev` occupies the terminal.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import launchEditor from 'launch-editor';
// @ts-expect-error: the package has no types for this file.
import guess from 'launch-editor/guess.js';
import { findStats } from '../files/file-state.ts';
import type { Place } from '../problems/problems.ts';

const IN_TERMINAL =
  /(^|[/\\])(ed|emacs|helix|hx|joe|kak|mcedit|micro|nano|ne|nvim|pico|vim?)(\.exe)?(["' ]|$)/i;
/** An editor that has not failed within this time is assumed to have started. */
const START_MS = 500;

/** Opens a place in the site at `root`. Returns null once the editor has started, else the reason and a hint. */
export async function openPlace(root: string, place: Place): Promise<string | null> {
  const file = join(root, place.file);
  if (!findStats(file)?.isFile()) return 'This file is gone.';
  const [editor]: (string | null)[] = guess();
  if (!editor) return 'No editor was found. Start yours, or name its command in LAUNCH_EDITOR.';
  if (IN_TERMINAL.test(editor)) {
    return `${editor} needs a terminal of its own. Name an editor with a window in LAUNCH_EDITOR.`;
  }
  return new Promise((resolve) => {
    const target = [file, place.line, place.column].filter((part) => part !== null).join(':');
    // The package reads the command as a shell does: it may have arguments, and a path may have spaces.
    const command = existsSync(editor) ? `'${editor}'` : editor;
    launchEditor(target, command, (_, why) => resolve(`${editor} could not be started: ${why}`));
    setTimeout(resolve, START_MS, null).unref();
  });
}
