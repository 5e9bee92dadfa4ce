import type { SiteMode } from '../../../contract/site';
import { reviewOrigin, reviews } from '../content';
import { Island } from '../Island';
import { OriginLabel } from '../parts/OriginLabel';
import { Section } from '../parts/Section';
import { isShown } from '../provenance';

/** What clients say, with where the texts come from. */
export function Reviews({ mode }: { mode: SiteMode }) {
  if (!isShown(reviewOrigin, mode)) return null;
  return (
    <Section id="reviews" title="What clients say" aside={<OriginLabel provenance={reviewOrigin} />}>
      <Island name="ReviewCarousel" props={{ reviews }} />
    </Section>
  );
}
