import { canReach, runScript } from './reach';
import type { WidgetState } from './widget-state';

/*
 * Runs inside a market widget's page, in a sandboxed frame with no origin: what the provider's script does here, it
 * does without the product's storage, cookies and pages. Tells the page around it how it went, and nothing else.
 */
function tell(state: WidgetState): void {
  // The frame does not know who is around it, and what it says is no secret.
  parent.postMessage({ widget: state }, '*');
}

async function start(): Promise<void> {
  const place = document.getElementById('widget');
  const order: { script: string; settings: object } = JSON.parse(
    document.getElementById('order')?.textContent ?? '',
  );
  if (!place || !(await canReach(order.script))) return tell('failed');
  // The provider's script puts a frame of its own beside its tag: there is something to see once that is loaded.
  const watch = new MutationObserver(() => {
    const frame = place.querySelector('iframe');
    if (!frame) return;
    watch.disconnect();
    frame.addEventListener('load', () => tell('ready'), { once: true });
  });
  watch.observe(place, { childList: true, subtree: true });
  if (!(await runScript(order.script, place, JSON.stringify(order.settings)))) tell('failed');
}

start();
