import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/built-product';
import { root } from '../../scripts/run-command';
import { seedPassword } from './data';
import { startBareHost } from './host';

/** `npm run bare-host [-- --port 4000 --no-pages]`: a host of the base calls alone, with the pages on it. */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '4000' }, 'no-pages': { type: 'boolean', default: false } },
});
if (!values['no-pages']) await ensureBuilt();
const host = await startBareHost({
  port: Number(values.port),
  ...(!values['no-pages'] && { pages: join(root, 'dist/client') }),
  onCode: (email, code) => console.log(`Code for ${email}: ${code}`),
});
console.log(`The base calls alone, nothing is kept after the end.

  Open           ${host.address}
  Administrator  admin@example.com
  Investor       ada@example.com
  Password       ${seedPassword}
`);
const end = async () => {
  await host.close();
  process.exit(0);
};
process.once('SIGINT', end).once('SIGTERM', end);
