/**
 * Starts a thread of the program: the part of it that the thread was made for.
 */
import { workerData } from 'node:worker_threads';
import { loadMain } from './load-main.ts';

void loadMain().parts[(workerData as { part: 'builder' }).part]();
