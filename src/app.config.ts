import type { ConsoleConfig } from './admin/console-props';

interface AppConfig {
  brand: string;
  tagline: string;
  /** One or two sentences for search engines and those who share the front page. */
  description: string;
  /** The legal name of whoever runs the site. A live site does not start without it. */
  operator: string;
  /** Where people reach you. A live site does not start with an address of example.com. */
  supportMail: string;
  /** Shown above the fold of the front page and in its footer. A live site does not start without it. */
  risk: { headline: string; text: string };
  /** Providers of what is shown but not ours. `hosts` is all that a page's security policy lets them load from. */
  widgets: {
    /** `scripts` is the folder of the widgets' scripts. */
    market: { provider: string; website: string; scripts: string; hosts: readonly string[] };
    /** `probe` is a picture of the provider: it shows that the provider can be reached, before its script is asked for. */
    translate: { provider: string; script: string; probe: string; hosts: readonly string[] };
  };
  /** Parts of the console besides its own, and what is added to those. Fetched when somebody opens the console. */
  console: ConsoleConfig;
}

/** What an operator edits to make the product their own; the front page's texts are in src/landing/content.ts. */
export const appConfig: AppConfig = {
  brand: 'Averin',
  tagline: 'Managed portfolios you can follow, entry by entry.',
  description:
    'An investment manager for crypto, forex, stocks, bonds, futures and real estate. Target returns are not guaranteed; your capital is at risk.',
  operator: '',
  supportMail: 'support@example.com',
  risk: {
    headline: 'Your capital is at risk.',
    text: 'Crypto assets are volatile and you can lose all you invest. Target returns are not guaranteed. Invest only what you can afford to lose.',
  },
  widgets: {
    market: {
      provider: 'TradingView',
      website: 'https://www.tradingview.com/',
      scripts: 'https://s3.tradingview.com/external-embedding/',
      hosts: ['https://s3.tradingview.com', 'https://*.tradingview.com', 'https://*.tradingview-widget.com'],
    },
    translate: {
      provider: 'Google Translate',
      script: 'https://translate.google.com/translate_a/element.js',
      probe: 'https://www.gstatic.com/images/branding/product/1x/translate_24dp.png',
      hosts: [
        'https://translate.google.com',
        'https://translate.googleapis.com',
        'https://translate-pa.googleapis.com',
        'https://www.gstatic.com',
        'https://fonts.gstatic.com',
      ],
    },
  },
  console: {
    resources: [() => import('./admin/wallets')],
    extend: {},
  },
};
