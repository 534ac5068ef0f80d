/**
 * Runs several commands of the compiled program in one process. Its argument is a JSON list of argument lists;
 * prints a JSON list of the results: `{ code, out, err }`.
 */
const program = import('../../dist/main.cjs');

const texts = { stdout: '', stderr: '' };
const printers = ['stdout', 'stderr'].map((name) => {
  const stream = process[name];
  stream.setMaxListeners(0);
  const print = stream.write.bind(stream);
  stream.write = (text) => {
    texts[name] += text;
    return true;
  };
  return print;
});

async function runAll() {
  const results = [];
  for (const args of JSON.parse(process.argv[2])) {
    process.argv = [process.argv[0], 'blog', ...args];
    process.exitCode = undefined;
    Object.assign(texts, { stdout: '', stderr: '' });
    await (await program).runCommandLine();
    results.push({ code: process.exitCode ?? 0, out: texts.stdout, err: texts.stderr });
  }
  process.exitCode = 0;
  printers[0](JSON.stringify(results));
}

runAll();
