import { type MarketWidgetName, marketWidgets, type WidgetTheme, widgetOrder } from './market-widgets';

const style = `html,body{margin:0;height:100%;overflow:hidden;background:transparent}
#widget,.tradingview-widget-container__widget,iframe{width:100%!important;height:100%!important;border:0}`;

/** The page of a market widget as HTML. `frameScript` is widget-frame.ts, built; it stands in the page itself. */
export function renderWidgetPage(name: MarketWidgetName, theme: WidgetTheme, frameScript: string): string {
  // "<" would end the element that holds the order.
  const order = JSON.stringify(widgetOrder(name, theme)).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>${marketWidgets[name].title}</title>
<style>:root{color-scheme:${theme}}${style}</style>
</head>
<body>
<div id="widget" class="tradingview-widget-container"><div class="tradingview-widget-container__widget"></div></div>
<script type="application/json" id="order">${order}</script>
<script>${frameScript}</script>
</body>
</html>
`;
}
