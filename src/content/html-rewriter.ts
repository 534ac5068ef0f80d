/**
 * Copies HTML piece by piece, leaving out, putting in and setting apart: how the body pass makes its
 * rewritten form without ever building a tree.
 */

export class HtmlRewriter {
  /** What is finished; pieces that can still be filled in stand as segments of their own. */
  readonly segments: string[] = [];
  private current = '';
  /** From here to `done` the source is to be copied: in one piece, once something else follows. */
  private pending = 0;
  private done = 0;

  constructor(readonly source: string) {}

  /** Copies the source up to an offset; what lies before it and was left out stays out. */
  copyTo(offset: number): void {
    if (offset > this.done) this.done = offset;
  }

  /** Copies up to `from`, and leaves out what stands between there and `to`. */
  leaveOut(from: number, to: number): void {
    this.copyTo(from);
    this.copyPending();
    this.done = Math.max(this.done, to);
    this.pending = this.done;
  }

  /** Puts in what is not in the source. */
  write(html: string): void {
    if (html === '') return;
    this.copyPending();
    this.current += html;
  }

  /** Puts in a segment of its own, and gives its index. */
  writeSegment(html: string): number {
    this.copyPending();
    this.segments.push(this.current, html);
    this.current = '';
    return this.segments.length - 1;
  }

  /** Makes what has been written so far the last segment. */
  finish(): void {
    this.copyPending();
    this.segments.push(this.current);
    this.current = '';
  }

  private copyPending(): void {
    if (this.done === this.pending) return;
    const piece = this.source.slice(this.pending, this.done);
    this.current = this.current === '' ? piece : this.current + piece;
    this.pending = this.done;
  }
}
