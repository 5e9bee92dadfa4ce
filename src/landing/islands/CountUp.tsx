import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../contract/limits';
import { useReducedMotion } from '../../shared/reduced-motion';

interface Props {
  prefix: string;
  /** The figure as it is shown, with its grouping: 1,204. */
  value: string;
  suffix: string;
}

const grouped = (value: number) => Math.round(value).toLocaleString('en-US');
/** Quick first, slow at the end. */
const ease = (share: number) => 1 - (1 - share) ** 3;

/**
 * A figure that counts up once, for 2 seconds, when it comes into view (docs/rules.md, "Front page"). Screen readers,
 * people who prefer reduced motion and pages without JavaScript get the figure as it is.
 */
export default function CountUp({ prefix, value, suffix }: Props) {
  const calm = useReducedMotion();
  const element = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(value);

  useEffect(() => {
    const target = Number(value.replaceAll(',', ''));
    const place = element.current;
    if (calm || !place || !Number.isFinite(target)) return;
    let frame = 0;
    const end = () => {
      cancelAnimationFrame(frame);
      place.style.minWidth = '';
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      place.style.minWidth = `${place.getBoundingClientRect().width}px`;
      const start = performance.now();
      const step = (now: number) => {
        const share = Math.min(1, (now - start) / limits.counterAnimation);
        setShown(share === 1 ? value : grouped(target * ease(share)));
        if (share < 1) frame = requestAnimationFrame(step);
        else end();
      };
      step(start);
    });
    observer.observe(place);
    return () => {
      observer.disconnect();
      end();
    };
  }, [calm, value]);

  return (
    <>
      <span className="visually-hidden" translate="no">{`${prefix}${value}${suffix}`}</span>
      <span ref={element} aria-hidden="true" translate="no">{`${prefix}${shown}${suffix}`}</span>
    </>
  );
}
