import Autoplay from 'embla-carousel-autoplay';
import Fade from 'embla-carousel-fade';
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useMemo, useState } from 'react';
import { useReducedMotion } from '../reduced-motion';

type Options = NonNullable<Parameters<typeof useEmblaCarousel>[0]>;

interface Settings {
  /** Milliseconds between two slides; without it the carousel moves by hand only. */
  interval?: number;
  /** Slides take turns in one place instead of moving past. */
  fade?: boolean;
  options?: Options;
}

/**
 * A carousel's state: `viewport` goes on the element that shows the slides, whose one child holds them. It rotates
 * until paused, rests under the pointer, and never moves by itself for people who prefer reduced motion (WCAG 2.2.2).
 */
export function useCarousel({ interval, fade = false, options }: Settings) {
  const calm = useReducedMotion();
  const [paused, setPaused] = useState(false);
  const rotates = interval !== undefined && !calm;
  const playing = rotates && !paused;
  // Embla starts anew when these change, so they keep their identity. A plugin that is there would start by itself
  // after a swipe: paused means it is not there.
  const plugins = useMemo(
    () => [
      ...(fade ? [Fade()] : []),
      ...(playing ? [Autoplay({ delay: interval, stopOnInteraction: false, stopOnMouseEnter: true })] : []),
    ],
    [fade, playing, interval],
  );
  const [viewport, carousel] = useEmblaCarousel(
    { loop: true, ...options, ...(calm && { duration: 0 }) },
    plugins,
  );
  const [selected, setSelected] = useState(0);

  useEffect(() => {
    if (!carousel) return;
    const follow = () => setSelected(carousel.selectedScrollSnap());
    carousel.on('select', follow).on('reInit', follow);
    return () => {
      carousel.off('select', follow).off('reInit', follow);
    };
  }, [carousel]);

  return {
    viewport,
    /** Index of the slide shown, or of the first of those shown. */
    selected,
    /** Whether there is anything to pause. */
    rotates,
    playing,
    toggle: () => setPaused(!paused),
    show: (index: number) => carousel?.scrollTo(index),
    previous: () => carousel?.scrollPrev(),
    next: () => carousel?.scrollNext(),
  };
}
