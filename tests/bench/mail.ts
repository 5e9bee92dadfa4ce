import pg from 'pg';
import { startEmbedded } from '../../server/db/embedded/start-embedded';
import { smtpEnvironment, startSmtp } from '../support/smtp';
import { prepareData } from './data';
import { onWhat, writeResults } from './report';
import { addressesOf, end, inFolder, startServer } from './servers';

const mails = 5_000;

/** How long the product takes to send a backlog of mail to an SMTP server on the same machine, over TLS. */
export function benchMail(): Promise<void> {
  return inFolder(async (folder) => {
    const embedded = await startEmbedded({ dataDir: folder, log: console.log });
    const addresses = addressesOf(embedded);
    const smtp = await startSmtp();
    const database = new pg.Pool({ connectionString: addresses.DATABASE_URL, max: 1 });
    const env = { DATA_DIR: folder, ...addresses, ...smtpEnvironment(smtp.port) };
    try {
      await prepareData(env);
      await database.query(
        `insert into mail_outbox (id, recipient, subject, text_body, html_body)
         select gen_random_uuid(), 'person' || n || '@example.com', 'Receipt', repeat('x', 500), repeat('x', 2000)
         from generate_series(1, $1) n`,
        [mails],
      );
      const { child } = await startServer('product', env);
      const begun = performance.now();
      const before = smtp.mails.length;
      while (smtp.mails.length < mails) await new Promise((resolve) => setTimeout(resolve, 20));
      const seconds = (performance.now() - begun) / 1000;
      await end(child);
      const rate = Math.round((mails - before) / seconds);
      console.log(`${mails - before} mails in ${seconds.toFixed(1)} s`);
      writeResults('mail', [
        `${onWhat()}: ${mails - before} mails in ${seconds.toFixed(1)} s, ${rate} a second; ${before} of ${mails} had left`,
        'before the server answered for the first time.',
      ]);
    } finally {
      await database.end();
      await smtp.stop();
      await embedded.stop();
    }
  });
}
