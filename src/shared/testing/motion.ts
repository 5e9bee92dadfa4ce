import { mediaWhere } from './browser-stubs';

/*
 * Components are told that the person wants less motion: what only moves or fades is not waited for.
 */
window.matchMedia = mediaWhere((media) => media.includes('prefers-reduced-motion: reduce'));
