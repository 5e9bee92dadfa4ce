import { resolve } from 'node:path';
import { room } from './room';

/*
 * Loads what is changed before any test, also what the product loads late: else a mutant of what such a module does while
 * it is loaded would be without effect in a thread that has loaded it, or stay in one that loads it then.
 */
for (const file of room.mutated) await import(/* @vite-ignore */ resolve(file));
