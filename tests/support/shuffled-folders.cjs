/**
 * Loaded before a program (`node --require`): shuffles every folder listing, with BLOG_SHUFFLE as the seed. File
 * systems guarantee no order, and each has its own.
 */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

let state = Number(process.env.BLOG_SHUFFLE);

/** A number between 0 and 1, from the same sequence in each run (Park and Miller, 1988). */
function random() {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}

function shuffle(entries) {
  for (let last = entries.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [entries[last], entries[other]] = [entries[other], entries[last]];
  }
  return entries;
}

const { readdir, readdirSync } = fs;
const readdirPromise = fs.promises.readdir;

fs.readdirSync = (...args) => shuffle(readdirSync(...args));
fs.readdir = (...args) => {
  const answer = args.pop();
  readdir(...args, (error, entries) => answer(error, entries && shuffle(entries)));
};
fs.promises.readdir = async (...args) => shuffle(await readdirPromise(...args));
// These return one entry at a time: code that uses them needs shuffled versions here first.
for (const [home, name] of [
  [fs, 'opendir'],
  [fs, 'opendirSync'],
  [fs.promises, 'opendir'],
]) {
  home[name] = () => {
    throw new Error(`${name} is not shuffled yet (${__filename})`);
  };
}
syncBuiltinESMExports();
