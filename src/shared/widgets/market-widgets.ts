import { appConfig } from '../../app.config';

/** Currencies of the rates widget (docs/rules.md, "Market widgets"). */
export const currencies = ['EUR', 'USD', 'JPY', 'GBP', 'CHF', 'AUD', 'CAD', 'NZD', 'CNY'] as const;

const symbols = {
  Indices: [
    ['FOREXCOM:SPXUSD', 'S&P 500'],
    ['FOREXCOM:NSXUSD', 'US 100'],
    ['FOREXCOM:DJI', 'Dow 30'],
    ['INDEX:NKY', 'Nikkei 225'],
    ['INDEX:DEU40', 'DAX'],
    ['FOREXCOM:UKXGBP', 'FTSE 100'],
  ],
  Commodities: [
    ['CMCMARKETS:GOLD', 'Gold'],
    ['CMCMARKETS:SILVER', 'Silver'],
    ['PYTH:WTI3!', 'WTI crude oil'],
    ['BMFBOVESPA:CCM1!', 'Corn'],
  ],
  Bonds: [
    ['CBOT:ZB1!', 'T-bond'],
    ['CBOT:UB1!', 'Ultra T-bond'],
    ['EUREX:FGBL1!', 'Euro bund'],
    ['EUREX:FBTP1!', 'Euro BTP'],
    ['EUREX:FGBM1!', 'Euro BOBL'],
  ],
  Forex: [
    ['FX:EURUSD', 'EUR / USD'],
    ['FX:GBPUSD', 'GBP / USD'],
    ['FX:USDJPY', 'USD / JPY'],
    ['FX:USDCHF', 'USD / CHF'],
    ['FX:AUDUSD', 'AUD / USD'],
    ['FX:USDCAD', 'USD / CAD'],
  ],
} as const;

const groups = Object.entries(symbols);
const common = { locale: 'en', width: '100%', height: '100%', isTransparent: true };

export const marketWidgets = {
  overview: {
    title: 'Market overview',
    script: 'embed-widget-market-overview.js',
    /** Pixels; the place is kept before anything is loaded. */
    height: 440,
    settings: {
      ...common,
      dateRange: '12M',
      showChart: true,
      showSymbolLogo: true,
      tabs: groups.map(([title, list]) => ({ title, symbols: list.map(([s, d]) => ({ s, d })) })),
    },
  },
  quotes: {
    title: 'Quotes',
    script: 'embed-widget-market-quotes.js',
    height: 400,
    settings: {
      ...common,
      showSymbolLogo: true,
      symbolsGroups: groups.map(([name, list]) => ({
        name,
        symbols: list.map(([symbol, displayName]) => ({ name: symbol, displayName })),
      })),
    },
  },
  rates: {
    title: 'Exchange rates',
    script: 'embed-widget-forex-cross-rates.js',
    height: 400,
    settings: { ...common, currencies },
  },
} as const;

export type MarketWidgetName = keyof typeof marketWidgets;
export type WidgetTheme = 'light' | 'dark';

/** The page a widget runs in; the build writes one for each theme. */
export const widgetPage = (name: MarketWidgetName, theme: WidgetTheme) => `/widgets/${name}-${theme}.html`;

/** What a widget's page tells its script: which script of the provider to load, and its settings. */
export function widgetOrder(
  name: MarketWidgetName,
  theme: WidgetTheme,
): { script: string; settings: object } {
  const { script, settings } = marketWidgets[name];
  return { script: appConfig.widgets.market.scripts + script, settings: { ...settings, colorTheme: theme } };
}
