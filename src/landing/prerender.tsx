import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { LegalDocumentName } from '../../contract/enums';
import { publicUrlToken, type Site, type SiteMode, widgetFolder } from '../../contract/site';
import { appConfig } from '../app.config';
import { lightTheme } from '../shared/light-theme';
import { collectStyles, type RenderedPage } from '../shared/rendered-styles';
import {
  type MarketWidgetName,
  marketWidgets,
  type WidgetTheme,
  widgetPage,
} from '../shared/widgets/market-widgets';
import { renderWidgetPage } from '../shared/widgets/widget-page';
import { counters } from './content';
import { DocumentHead } from './document-head';
import { IslandRenderer, type RenderIsland } from './Island';
import { type AnyIsland, type IslandName, islands } from './islands';
import { LandingPage } from './LandingPage';
import { legalTexts } from './legal/documents';
import { LegalHead, LegalPage } from './legal/LegalPage';
import { describeDocuments, legalGaps } from './legal/legal-text';
import { samples } from './legal/samples';
import { liveGaps } from './live-gaps';
import { isShown } from './provenance';

/** Rendered at build time, in Node: the front page of each mode, the legal documents, and the pages of the market widgets. */

async function loadIslands(): Promise<Map<string, AnyIsland>> {
  const names = Object.keys(islands) as IslandName[];
  return new Map(
    await Promise.all(
      // The props of each island are checked where it is used.
      names.map(async (name) => [name, (await islands[name]()).default as AnyIsland] as const),
    ),
  );
}

/**
 * The front page of a mode, as HTML with its styles; tokens of contract/site.ts stand where the server puts values. With
 * the translator it is the page at /translate.
 */
export async function renderFrontPage(mode: SiteMode, translator: boolean): Promise<RenderedPage> {
  const components = await loadIslands();
  const { cache, tagsFor } = collectStyles();

  const renderIsland: RenderIsland = (name, props, prefix) => {
    const Component = components.get(name);
    if (!Component) throw new Error(`There is no island ${name}`);
    return renderToString(
      <CacheProvider value={cache}>
        <ThemeProvider theme={lightTheme}>
          <Component {...props} />
        </ThemeProvider>
      </CacheProvider>,
      { identifierPrefix: prefix },
    );
  };
  const page = renderToStaticMarkup(
    <CacheProvider value={cache}>
      <IslandRenderer value={renderIsland}>
        <LandingPage mode={mode} translator={translator} />
      </IslandRenderer>
    </CacheProvider>,
  );
  return { head: renderToStaticMarkup(<DocumentHead />) + tagsFor(page), page };
}

/** The page of each legal document by its name, as HTML with its styles. */
export function renderLegalPages(): Map<LegalDocumentName, RenderedPage> {
  const names = Object.keys(legalTexts) as LegalDocumentName[];
  return new Map(names.map((name) => [name, renderLegalPage(name)]));
}

function renderLegalPage(name: LegalDocumentName): RenderedPage {
  const { cache, tagsFor } = collectStyles();
  const page = renderToStaticMarkup(
    <CacheProvider value={cache}>
      <LegalPage name={name} />
    </CacheProvider>,
  );
  return {
    head: renderToStaticMarkup(<LegalHead name={name} address={publicUrlToken} />) + tagsFor(page),
    page,
  };
}

/** The pages of the market widgets by file name, each running `frameScript` (widget-frame.ts, built). */
export function renderWidgetPages(frameScript: string): Map<string, string> {
  const names = Object.keys(marketWidgets) as MarketWidgetName[];
  const themes: WidgetTheme[] = ['light', 'dark'];
  return new Map(
    names.flatMap((name) =>
      themes.map((theme) => [
        widgetPage(name, theme).slice(widgetFolder.length),
        renderWidgetPage(name, theme, frameScript),
      ]),
    ),
  );
}

/** What the server must know of the operator's file, without what the build makes of it. */
export function describeSite(): Omit<Site, 'inlineScripts' | 'preloads' | 'rendered'> {
  const figures = counters.flatMap(({ provenance }) =>
    provenance.kind === 'computed' && isShown(provenance, 'live') ? [provenance.figure] : [],
  );
  const { market, translate } = appConfig.widgets;
  return {
    missing: [...liveGaps(appConfig), ...legalGaps(legalTexts, samples)],
    supportMail: appConfig.supportMail.trim(),
    documents: describeDocuments(legalTexts),
    figures: [...new Set(figures)],
    hosts: { translate: [...translate.hosts], market: [...market.hosts] },
  };
}
