import type { HistoryProof } from '../../../../contract/history';
import { appConfig } from '../../../app.config';
import checker from './check-proof.js?raw';

/** No character of it can end the element that it stands in. */
const embedded = (proof: HistoryProof) => JSON.stringify(proof).replaceAll('<', '\\u003c');

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The proof of a person's entries as a page of its own, which checks itself without a network. */
export function proofFile(proof: HistoryProof): { file: Blob; name: string } {
  const day = new Date().toISOString().slice(0, 10);
  const size = proof.note.split('\n')[1] ?? '';
  return {
    file: new Blob([proofPage(proof)], { type: 'text/html;charset=utf-8' }),
    name: `${appConfig.brand.toLowerCase()}-proof-${day}-${size}.html`,
  };
}

/** The page, in which the lines are shown by what checks them. */
export function proofPage(proof: HistoryProof): string {
  const brand = escaped(appConfig.brand);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Proof of my entries at ${brand}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<style>
:root{color-scheme:light dark;--edge:light-dark(#d9dfdc,#35403b);--quiet:light-dark(#55605b,#a3b0aa)}
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:light-dark(#1c2421,#e6ece9);background:light-dark(#fff,#111614)}
h1{font-size:1.6rem;margin-bottom:.5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}
#verdict,#outcome:not(:empty){padding:.75rem 1rem;border-radius:8px;border:1px solid var(--edge);border-left-width:6px;font-weight:600}
.good{border-left-color:#2e7d4f!important}.bad{border-left-color:#c62828!important}.unsure{border-left-color:#b26a00!important}
table{border-collapse:collapse;width:100%;margin-top:1.5rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--edge);vertical-align:top}
th{color:var(--quiet);font-weight:500;white-space:nowrap}td{overflow-wrap:anywhere}td:nth-child(2),td:nth-child(4){white-space:nowrap}th:nth-child(4),td:nth-child(4){text-align:right}
tr.bad td{color:light-dark(#b71c1c,#ff8a80);font-weight:600}
@media (max-width:48rem){thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}table,tbody{display:block}
tbody tr{display:grid;grid-template-columns:2rem minmax(0,1fr) auto;column-gap:.5rem;padding:.6rem 0;border-bottom:1px solid var(--edge)}
td{border:0;padding:0}td:nth-child(1){grid-area:1/1;color:var(--quiet)}td:nth-child(2){grid-area:2/2;color:var(--quiet)}td:nth-child(3){grid-area:1/2;font-weight:600}
td:nth-child(4){grid-area:1/3}td:nth-child(5){grid-area:3/2/auto/-1}td:nth-child(6){grid-area:2/3;text-align:right}tr.bad td:nth-child(6){grid-area:4/2/auto/-1;text-align:left}}
code{overflow-wrap:anywhere}p.note{color:var(--quiet)}
@media print{:root{color-scheme:light}.compare{display:none}}
</style></head><body><main>
<h1>Proof of my entries at ${brand}</h1>
<p id="verdict" role="status">Checking...</p>
<table><thead><tr><th>Line</th><th>When</th><th>What</th><th>Amount</th><th>Details</th><th>In the history</th></tr></thead><tbody id="lines"></tbody></table>
<section class="compare"><h2>Compare with an earlier file</h2>
<p>Choose it or drop it on this page, to see that nothing that was signed then has been changed since.</p>
<input type="file" id="earlier" accept=".html,text/html" aria-label="An earlier file of a proof">
<p id="outcome" role="status"></p></section>
<h2>What this shows</h2>
<p class="note">That each line above is in the history that was signed, word for word. Not that these are all lines there are, nor that the coins exist. The signature is of this key; compare it with the one that the operator publishes and with your other files:</p>
<p><code id="key"></code></p>
</main>
<script type="application/json" id="proof">${embedded(proof)}</script>
<script>${checker}</script>
</body></html>`;
}
