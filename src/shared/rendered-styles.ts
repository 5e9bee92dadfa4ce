import createCache, { type EmotionCache } from '@emotion/cache';
import createEmotionServer from '@emotion/server/create-instance';

/** A page as it is rendered at build time. */
export interface RenderedPage {
  /** Inside the head: what the page says of itself, and the styles it uses. */
  head: string;
  /** Inside the body. */
  page: string;
}

/** Collects the styles of what is rendered with `cache`, and gives those that some HTML uses as style elements. */
export function collectStyles(): { cache: EmotionCache; tagsFor: (html: string) => string } {
  const cache = createCache({ key: 'css' });
  // Collects the styles instead of writing a style element before each element.
  cache.compat = true;
  const { extractCriticalToChunks, constructStyleTagsFromChunks } = createEmotionServer(cache);
  return { cache, tagsFor: (html) => constructStyleTagsFromChunks(extractCriticalToChunks(html)) };
}
