import { serverPaths } from '../../contract/paths';
import type { Site } from '../../contract/site';

/*
 * What pages may load and do. Each policy is written once, at the start. https://www.w3.org/TR/CSP3/
 */

type Directives = Record<string, readonly string[]>;

const self = "'self'";
const none = "'none'";

function write(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.length === 0 ? none : values.join(' ')}`)
    .join('; ');
}

const endpoint = 'policy';
/** Says where the reports of `report-to` go. */
export const reportingEndpoints = `${endpoint}="${serverPaths.cspReports}"`;

/**
 * Browsers that know `report-to` do not read `report-uri`, but send these reports to https only; over plain http
 * they would send none at all.
 */
function reporting(secure: boolean): Directives {
  return { 'report-uri': [serverPaths.cspReports], ...(secure && { 'report-to': [endpoint] }) };
}

/** The component library writes its styles into the page. */
const page: Directives = {
  'default-src': [self],
  'base-uri': [none],
  'connect-src': [self],
  'font-src': [self],
  'form-action': [self],
  'frame-ancestors': [none],
  // The market widgets, in frames of their own policy.
  'frame-src': [self],
  // Files that are chosen in a form are shown before they are sent, by addresses that pages make themselves.
  'img-src': [self, 'data:', 'blob:'],
  'media-src': [none],
  'object-src': [none],
  'script-src': [self],
  'script-src-attr': [none],
  'style-src': [self, "'unsafe-inline'"],
  'worker-src': [none],
};

/** Answers of the API are data: opened as a page they may do nothing. */
export const dataPolicy = write({
  'default-src': [],
  'base-uri': [],
  'form-action': [],
  'frame-ancestors': [],
});

/**
 * The policy of every page that has none of its own; `inlineScripts` are hashes of the scripts inside it. `secure` when
 * people reach it over https.
 */
export function pagePolicy(secure: boolean, inlineScripts: readonly string[] = []): string {
  return write({ ...page, 'script-src': [self, ...inlineScripts], ...reporting(secure) });
}

/**
 * The policy of the page with the translator, which runs a provider's script on the front page's text: an origin of
 * nobody's, so that it shares no storage, cookies, channels or windows with the site, whoever signs in meanwhile. It
 * frames and asks nothing of ours. Reports by `report-uri` alone, as the market widgets' pages do.
 */
export function translatePolicy({ inlineScripts, hosts }: Site): string {
  const { translate } = hosts;
  return write({
    sandbox: ['allow-scripts'],
    'default-src': [],
    'base-uri': [],
    'connect-src': translate,
    'font-src': [self, ...translate],
    'form-action': [],
    'frame-ancestors': [],
    'frame-src': translate,
    'img-src': [self, 'data:', ...translate],
    'manifest-src': [self],
    // Whether its provider can be reached is tried with an object, which fails without an error in the console.
    'object-src': translate,
    'script-src': [self, ...translate, ...inlineScripts.landing],
    'script-src-attr': [],
    'style-src': [self, "'unsafe-inline'", ...translate],
    'worker-src': [],
    ...reporting(false),
  });
}

/**
 * The policy of the market widgets' pages, which run a provider's script: an origin of nobody's, without access to
 * ours or its storage, also when such a page is opened by itself. Reports by `report-uri` alone: from such an origin
 * `report-to` would ask for leave first, which the API gives to nobody.
 */
export function widgetPolicy({ inlineScripts, hosts }: Site): string {
  return write({
    sandbox: ['allow-scripts'],
    'default-src': [],
    'base-uri': [],
    'connect-src': hosts.market,
    'font-src': hosts.market,
    'form-action': [],
    'frame-ancestors': [self],
    'frame-src': hosts.market,
    'img-src': [...hosts.market, 'data:'],
    'object-src': hosts.market,
    'script-src': [...inlineScripts.widget, ...hosts.market],
    'style-src': ["'unsafe-inline'"],
    ...reporting(false),
  });
}
