import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react';
import { StyleSheet } from '@emotion/sheet';
import { renderHook } from '@testing-library/react';
import { afterAll } from 'vitest';

/*
 * jsdom goes through every rule of a page, its own default ones too, whenever something is looked for by its role, which
 * takes longer than all else a test does. So components have no rules, and what is computed without rules is told here:
 * the style at the element, what its kind of element is by default, and what it inherits. How pages look is tested in
 * Chromium.
 */
const { insert } = StyleSheet.prototype;
const { getComputedStyle: computeStyle } = window;

/** Elements that are never shown (HTML standard, "Hidden elements"). */
const neverShown =
  'area,base,basefont,datalist,head,link,meta,noembed,noframes,param,rp,script,style,template,title,noscript'
    .toUpperCase()
    .split(',');

function displayOf(element: Element): string {
  if (neverShown.includes(element.tagName) || element.hasAttribute('hidden')) return 'none';
  if (element.tagName === 'DIALOG' && !element.hasAttribute('open')) return 'none';
  return element.tagName === 'INPUT' && element.getAttribute('type') === 'hidden' ? 'none' : 'block';
}

function inherited(element: Element, property: 'visibility' | 'pointerEvents'): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = at.hasAttribute('style') && 'style' in at ? (at as HTMLElement).style[property] : '';
    if (own) return own;
  }
  return property === 'visibility' ? 'visible' : 'auto';
}

/** By all that they are made of: nearly all elements have one of a few. */
const computed = new Map<string, CSSStyleDeclaration>();

function computeWithoutRules(element: Element): CSSStyleDeclaration {
  const own = element.getAttribute('style') ?? '';
  const display = displayOf(element);
  const visibility = inherited(element, 'visibility');
  const pointerEvents = inherited(element, 'pointerEvents');
  const key = [display, visibility, pointerEvents, own].join(' ');
  const known = computed.get(key);
  if (known) return known;
  const style = document.createElement('span').style;
  style.cssText = own;
  style.display ||= display;
  style.visibility ||= visibility;
  style.pointerEvents ||= pointerEvents;
  computed.set(key, style);
  return style;
}

/** What has been drawn before, in whatever file of this process, gets its rules when it is drawn again. */
function forgetRules(): void {
  const { result, unmount } = renderHook(() => useEmotionCache());
  const cache = result.current;
  unmount();
  if (!cache) throw new Error('The styles are kept nowhere');
  cache.sheet.flush();
  cache.inserted = {};
}

function restoreStyles(): void {
  StyleSheet.prototype.insert = insert;
  window.getComputedStyle = computeStyle;
}

/** For tests: the components of this file have their styles. */
export function withStyles(): void {
  forgetRules();
  restoreStyles();
  afterAll(forgetRules);
}

StyleSheet.prototype.insert = () => {};
window.getComputedStyle = computeWithoutRules;
afterAll(restoreStyles);
