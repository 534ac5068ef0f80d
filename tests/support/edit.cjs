/**
 * An edit at the worst moment, loaded before a command (`node --require`): appends `My new words.` to the file in
 * BLOG_EDIT, as an editor that saves, when the command has made its new text and is about to write it.
 */
const fs = require('node:fs');

const write = fs.writeFileSync;
let isDone = false;

fs.writeFileSync = (file, ...rest) => {
  // The file of author-files.ts in the cache folder.
  if (!isDone && /[/\\]file\.\d+\.new$/.test(String(file))) {
    isDone = true;
    fs.appendFileSync(process.env.BLOG_EDIT, 'My new words.\n');
  }
  return write(file, ...rest);
};
