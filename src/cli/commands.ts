/**
 * Everything that `cli.ts` runs besides `blog build`, compiled into one script.
 *
 * With a script for each command, the compiler would split what they share with a build into more than twenty, and
 * loading these takes a build after an edit 20 ms.
 */
import { answerBuilds } from '../dev/builder.ts';
import { formatAnnotation, runCheck } from './check.ts';
import { endProcess, runDev } from './dev.ts';
import { runDiff } from './diff.ts';
import { runEject } from './eject.ts';
import { runExplain } from './explain.ts';
import { runFix } from './fix.ts';
import { runInit } from './init.ts';
import { runLive } from './live.ts';
import { chooseEditor, runNew } from './new.ts';
import { runPreview } from './preview.ts';
import { runPublish } from './publish.ts';
import { previewSite } from './site.ts';

export const commands = {
  answerBuilds,
  chooseEditor,
  endProcess,
  formatAnnotation,
  previewSite,
  runCheck,
  runDev,
  runDiff,
  runEject,
  runExplain,
  runFix,
  runInit,
  runLive,
  runNew,
  runPreview,
  runPublish,
};
