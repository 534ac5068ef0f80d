/**
 * Loaded before a build (`node --require`): interrupts it at one of the times at which it changes
 * something on the disk. BLOG_INTERRUPT is a signal and a number: `SIGKILL 7`.
 */
const fs = require('node:fs');

const [signal, place] = process.env.BLOG_INTERRUPT.split(' ');
let count = 0;

for (const name of [
  'writeFileSync',
  'copyFileSync',
  'renameSync',
  'linkSync',
  'rmSync',
  'rmdirSync',
]) {
  const change = fs[name];
  fs[name] = (...args) => {
    count++;
    if (count === Number(place)) {
      // Of a file that is being written, the first half is there.
      if (name === 'writeFileSync')
        change(args[0], Buffer.from(args[1]).subarray(0, args[1].length / 2));
      fs.writeSync(1, 'interrupted\n');
      process.kill(process.pid, signal);
    }
    return change(...args);
  };
}
