import { screens } from '../../contract/paths';
import { publicUrlToken } from '../../contract/site';
import { appConfig } from '../app.config';
import { questions } from './content';

const { brand, description, operator, supportMail, tagline } = appConfig;
const title = `${brand} · ${tagline}`;
const address = `${publicUrlToken}${screens.home}`;
const picture = `${publicUrlToken}/images/og.jpg`;

/** The page in the words of schema.org: who runs it, the site, and its questions. */
const linkedData = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': `${address}#organization`,
      name: brand,
      ...(operator && { legalName: operator }),
      url: address,
      logo: `${publicUrlToken}/icons/icon-512.png`,
      email: supportMail,
    },
    { '@type': 'WebSite', name: brand, url: address, publisher: { '@id': `${address}#organization` } },
    {
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ],
};

/** What the front page says of itself in its head: to readers, search engines and those who share it. */
export function DocumentHead() {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="theme-color" content="#F7F5F0" />
      <link rel="canonical" href={address} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon-180.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own content; "<" cannot end the element.
        dangerouslySetInnerHTML={{ __html: JSON.stringify(linkedData).replaceAll('<', '\\u003c') }}
      />
    </>
  );
}
