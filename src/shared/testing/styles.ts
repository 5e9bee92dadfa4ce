import { StyleSheet } from '@emotion/sheet';

/*
 * jsdom goes through every rule of a page, its own default ones too, whenever something is looked for by its role, which
 * takes longer than all else a test does. So components have no rules, and what is computed without rules is told here:
 * the style at the element, what its kind of element is by default, and what it inherits. How pages look is tested in
 * Chromium.
 */
const { insert } = StyleSheet.prototype;
StyleSheet.prototype.insert = () => {};

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

const computeStyle = globalThis.getComputedStyle;

function computeWithoutRules(element: Element): CSSStyleDeclaration {
  const style = document.createElement('span').style;
  style.cssText = element.getAttribute('style') ?? '';
  style.display ||= displayOf(element);
  style.visibility ||= inherited(element, 'visibility');
  style.pointerEvents ||= inherited(element, 'pointerEvents');
  return style;
}

// A test of Node has no window.
if (typeof window !== 'undefined') window.getComputedStyle = computeWithoutRules;

/** For tests: the components of this file have their styles. */
export function withStyles(): void {
  StyleSheet.prototype.insert = insert;
  window.getComputedStyle = computeStyle;
}
