/**
 * A raw HTTP client: bytes in, answers out. For requests that no proper client would send.
 */
import { connect } from 'node:net';

/** An answer as it came, each byte a character. */
interface RawAnswer {
  readonly status: number;
  /** The status line and the headers. */
  readonly head: string;
  readonly body: string;
}

/** Sends bytes over a new connection, and reads until the server closes it. */
export function exchange(port: number, bytes: string): Promise<RawAnswer[]> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk) => chunks.push(chunk));
    // The server may reset the connection after its answer.
    socket.on('error', () => {});
    const methods = [...bytes.matchAll(/^([A-Z]+) \S+ HTTP\//gm)].map(([, method = '']) => method);
    socket.on('close', () =>
      resolve(readAnswers(Buffer.concat(chunks).toString('latin1'), methods)),
    );
  });
}

/** The value of a header; null if it is absent. */
export function headerOf({ head }: RawAnswer, name: string): string | null {
  return new RegExp(`^${name}: (.*)\r$`, 'im').exec(head)?.[1] ?? null;
}

/** Splits answers; those to HEAD have no body, whatever length they state. */
function readAnswers(text: string, methods: readonly string[]): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest !== '') {
    const [head = '', status = '0'] = /^HTTP\/1\.1 (\d{3}) .*?\r\n\r\n/s.exec(rest) ?? [rest];
    const answer = { status: Number(status), head, body: '' };
    const length = Number(headerOf(answer, 'content-length') ?? 0);
    // A body of the wrong length shows as an answer without a status.
    const hasBody = methods[answers.length] !== 'HEAD' && answer.status !== 304;
    const end = head.length + (hasBody ? length : 0);
    answers.push({ ...answer, body: rest.slice(head.length, end) });
    rest = rest.slice(end);
  }
  return answers;
}
