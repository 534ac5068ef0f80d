/** The layout shifts of a page, as Lighthouse measures them. */
import type { Page } from 'playwright-core';

/** Notes the shifts of a page from its start: for `addInitScript`. */
export function observeShifts(): void {
  const shifts: number[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      shifts.push((entry as unknown as { value: number }).value);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The sizes of the shifts so far. */
export function readShifts(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    // Shifts are reported after the frame in which they happen.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
    return Reflect.get(window, 'shifts');
  });
}

/** How far things have moved in all. */
export async function sumShifts(page: Page): Promise<number> {
  return (await readShifts(page)).reduce((sum, each) => sum + each, 0);
}
