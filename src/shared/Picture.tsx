import Box from '@mui/material/Box';

interface Props {
  /** Base name in public/images. */
  image: string;
  alt: string;
  /** The widths in pixels it exists in, the smallest first. */
  widths: readonly number[];
  /** Width and height in any unit: their ratio keeps the place. */
  ratio: readonly [width: number, height: number];
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes?: string;
  /** The first picture in view: fetched at once and first. */
  eager?: boolean;
}

/** A picture of public/images in AVIF, or WebP for browsers without it, in the size that fits. */
export function Picture({ image, alt, widths, ratio, sizes = '100vw', eager = false }: Props) {
  const [width, height] = ratio;
  const sources = (format: string) =>
    widths.map((size) => `/images/${image}-${size}.${format} ${size}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={sources('avif')} sizes={sizes} />
      <Box
        component="img"
        src={`/images/${image}-${widths.at(-1)}.webp`}
        srcSet={sources('webp')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        {...(eager && { fetchPriority: 'high' as const })}
        sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
      />
    </picture>
  );
}
