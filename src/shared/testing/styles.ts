import { StyleSheet } from '@emotion/sheet';

const { insert } = StyleSheet.prototype;

// jsdom goes through every rule of a page whenever something is looked for by its role, which takes longer than all else
// a test does. How pages look is tested in Chromium.
StyleSheet.prototype.insert = () => {};

/** For tests: the components of this file have their styles. */
export function withStyles(): void {
  StyleSheet.prototype.insert = insert;
}
