import { onTokenChange } from '../shared/session';
import { type AnyIsland, isIslandName, islands } from './islands';
import { markSession } from './mark-session';
import '../shared/fonts.css';

/*
 * The front page in the browser: it is readable as it comes. This hydrates its islands, each when it is about to
 * be seen and the browser has time.
 */
async function hydrateIsland(place: HTMLElement): Promise<void> {
  const { island: name, props = '{}' } = place.dataset;
  if (!isIslandName(name)) return;
  const [{ hydrate }, { default: Component }] = await Promise.all([import('./hydrate'), islands[name]()]);
  // The props are those the island was rendered with, so they are this component's.
  hydrate(place, Component as AnyIsland, JSON.parse(props), place.id);
}

const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      observer.unobserve(target);
      whenIdle(() => hydrateIsland(target).catch((error: unknown) => console.error(error)));
    }
  },
  { rootMargin: '300px' },
);
for (const place of document.querySelectorAll('[data-island]')) observer.observe(place);

// The menu of small screens stays open over the page otherwise when one of its links leads to a place on it.
const menu = document.getElementById('menu');
menu?.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('a')) menu.hidePopover();
});

onTokenChange(markSession);
