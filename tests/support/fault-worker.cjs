/**
 * A process that builds sites one after another, as the command line does: each message names a root and a
 * fault (`faults.cjs`), or the arguments of another command instead of a root, and is answered with the exit code and
 * the output.
 */
const { arm } = require('./faults.cjs');

// The command line adds listeners for each build, and ends a process that goes on after one.
process.setMaxListeners(0);
process.exit = () => {};
const program = import('../../dist/main.cjs');

let output = '';
for (const stream of [process.stdout, process.stderr]) {
  stream.setMaxListeners(0);
  stream.write = (text) => {
    output += text;
    return true;
  };
}
const note = (error) => {
  output += `thrown:\n    at ${error?.stack ?? error}\n`;
};
process.on('uncaughtException', note);
process.on('unhandledRejection', note);

process.on('message', async ({ root, fault, args = ['build', '--root', root] }) => {
  process.argv = [process.argv[0], 'blog', ...args];
  process.exitCode = undefined;
  output = '';
  arm(fault ?? 'none 0');
  await (await program).runCommandLine().catch(note);
  // Lets deferred callbacks run first.
  await new Promise(setImmediate);
  const { calls, isHit } = arm();
  process.send({ code: process.exitCode ?? 0, output, calls, isHit });
});
