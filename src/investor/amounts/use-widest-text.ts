import { useLayoutEffect, useState } from 'react';

/** How a text is set, as styles of its element. */
type Face = Pick<CSSStyleDeclaration, 'fontSize' | 'fontVariantNumeric'>;

function widthOf(texts: readonly string[], face: Face): number {
  const ruler = document.createElement('div');
  Object.assign(ruler.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre' }, face);
  // Each on a line of its own: the widest one is the width of the whole.
  ruler.textContent = texts.join('\n');
  document.body.append(ruler);
  const { width } = ruler.getBoundingClientRect();
  ruler.remove();
  return Math.ceil(width);
}

/** Pixels of the widest of the texts in the face of the page, measured anew when its font has come. */
export function useWidestText(texts: readonly string[], face: Face): number {
  const [width, setWidth] = useState(0);
  const { fontSize, fontVariantNumeric } = face;

  useLayoutEffect(() => {
    let left = false;
    const measure = () => {
      if (!left) setWidth(widthOf(texts, { fontSize, fontVariantNumeric }));
    };
    measure();
    document.fonts?.ready.then(measure);
    return () => {
      left = true;
    };
  }, [texts, fontSize, fontVariantNumeric]);

  return width;
}
