import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/compile.ts'],
    // Much of the time is waiting, for browsers and other processes: two at a time also on two cores.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Nothing may depend on the machine's zone or locale; this one is far from UTC.
    env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'de_DE.UTF-8' },
  },
  resolve: {
    alias: { 'essay-blog': fileURLToPath(new URL('./src/render/props.ts', import.meta.url)) },
  },
});
