/**
 * Fault injection, loaded before a build (`node --require`): makes one of its file system calls fail.
 *
 * BLOG_FAULT is a kind, a number and optionally names of calls: `EIO 17` makes the 17th call fail, and
 * `EBUSY 1-3 renameSync` the first three renames; `list 0` only records where the calls come from. A kind is an
 * error code, a signal, which the process sends itself before the call (`SIGKILL`, `SIGSTOP`), or `torn`: the
 * call writes half its bytes, then SIGKILL follows.
 */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

/** The calls that change the disk. */
const CHANGES = 'writeFileSync copyFileSync renameSync linkSync rmSync rmdirSync mkdirSync'.split(
  ' ',
);
const LOOKS =
  'accessSync closeSync existsSync lstatSync openSync readdirSync readFileSync readSync realpathSync statSync';
const CALLS = [...CHANGES, ...LOOKS.split(' ')];
/** Torn versions of calls; any other call is atomic. */
const TEARS = {
  writeFileSync: (write, [file, bytes, options]) =>
    write(file, Buffer.from(bytes).subarray(0, bytes.length / 2), options),
  copyFileSync: (_, [from, to]) => {
    const bytes = fs.readFileSync(from);
    fs.writeFileSync(to, bytes.subarray(0, bytes.length / 2));
  },
};

let fault = null;

/** The stack frames of this package, so that a function with two callers counts as two places. */
function findPlace() {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const { stack } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack
    .split('\n')
    .slice(3)
    .filter((line) => line.includes('dist'))
    .join('\n');
}

/** Arms a fault; returns the calls that the previous one counted, and whether it struck. */
function arm(spec = '') {
  const { calls = [], isHit = false } = fault ?? {};
  const [kind, place = '0', names] = spec.split(' ');
  const [first, last = first] = place.split('-').map(Number);
  fault = spec === '' ? null : { kind, first, last, names: names?.split(',') ?? CALLS, calls: [] };
  return { calls, isHit };
}

for (const name of CALLS) {
  const call = fs[name];
  const wrapped = (...args) => {
    if (fault === null || !fault.names.includes(name)) return call(...args);
    const place = fault.kind === 'list' ? `${name}${findPlace()}` : '';
    const number = fault.calls.push({ canTear: name in TEARS, place });
    if (number < fault.first || number > fault.last) return call(...args);
    const { kind } = fault;
    fault.isHit = true;
    if (kind === 'torn' || kind.startsWith('SIG')) {
      if (kind === 'torn') {
        fault = null;
        TEARS[name]?.(call, args);
      }
      fs.writeSync(1, 'interrupted\n');
      process.kill(process.pid, kind === 'torn' ? 'SIGKILL' : kind);
      return call(...args);
    }
    if (name === 'existsSync') return false;
    const [path] = args;
    const where = typeof path === 'string' ? `, ${name} '${path}'` : `, ${name}`;
    const facts = { code: kind, errno: -1, syscall: name };
    throw Object.assign(new Error(`${kind}: a fault of the test${where}`), facts, {
      ...(typeof path === 'string' ? { path } : {}),
    });
  };
  fs[name] = Object.assign(wrapped, call);
}

// The program is an ES module.
syncBuiltinESMExports();
arm(process.env.BLOG_FAULT);
module.exports = { arm };
