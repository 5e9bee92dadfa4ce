import { EmbeddedError } from '../embedded-error';
import { startEmbedded } from '../start-embedded';

/**
 * A process that holds a data folder until it is told to stop, for the tests. Prints one line of JSON:
 * `{pid, adopted, host}` of PostgreSQL, or `{refused}` with the message.
 */
const [dataDir = ''] = process.argv.slice(2);
try {
  const embedded = await startEmbedded({ dataDir, log: (message) => console.error(message) });
  // Before the line: whoever reads it may end us at once.
  process.on('SIGTERM', () => void embedded.stop().then(() => process.exit(0)));
  console.log(
    JSON.stringify({ pid: embedded.pid, adopted: embedded.adopted, host: embedded.connection.host }),
  );
} catch (error) {
  if (!(error instanceof EmbeddedError)) throw error;
  console.log(JSON.stringify({ refused: error.message }));
  process.exit(1);
}
