import { createHmac } from 'node:crypto';

/**
 * Hides a text of an act behind a random number that goes with the pending act, and a key outside the database: what is
 * kept says nothing of a password or a name, and yet no other text can take its place.
 */
export type HideText = (blind: Buffer, field: string, text: string) => string;

/** Hides texts with a key of 32 bytes. */
export function createHideText(key: Uint8Array): HideText {
  return (blind, field, text) =>
    createHmac('sha256', key)
      .update(`act|${blind.toString('base64url')}|${field}|${text}`)
      .digest('base64url');
}
