import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { readConfig } from '../../server/config';
import {
  createCheckpointKey,
  createVerifier,
  readCheckpoint,
  readCheckpoints,
} from '../../server/history/checkpoint';
import { checkpointFile } from '../../server/history/publish';
import { readPool } from '../../server/history/reader';
import { verifyHistory } from '../../server/history/verify';
import { loadSecrets } from '../../server/secrets';
import type { Acknowledged } from '../history/wire';
import { bookProblems } from '../support/books';
import { patient } from '../support/patience';

/** Milliseconds after the product is back within which all that was written before must be sealed. */
const sealedWithin = 10_000;

/** The first rows of transactions of the database before one that have no leaf. */
const unsealed = `
  select 'ledger entry ' || row.id as name from ledger_entries row where written_in < $1::xid8
    and not exists (select from history_leaves where kind = 'entry' and row_id = row.id)
  union all
  select 'report ' || row.id from transactions row where written_in < $1::xid8
    and not exists (select from history_leaves where kind = 'report' and transaction_id = row.id)
  union all
  select 'audit event ' || row.id from audit_events row where written_in < $1::xid8
    and not exists (select from history_leaves where kind = 'event' and row_id = row.id)
  limit 5`;

/** Looks from outside at what a product that was broken has kept, in its database and in its data folder. */
export class Examiner {
  /** The longest that sealing took to catch up, in milliseconds. */
  longestWait = 0;
  private held: ReturnType<typeof readCheckpoints> = [];

  constructor(
    private readonly pool: pg.Pool,
    private readonly dataDir: string,
    private readonly patience = patient(sealedWithin),
  ) {}

  /** Keeps the newest checkpoint, as somebody elsewhere would have it: what comes later must extend it. */
  async hold(): Promise<void> {
    this.held = readCheckpoints((await this.readNewest()) ?? '');
  }

  /** What is wrong after a fault; `promised` is what had been acknowledged before it. */
  async examine(promised: readonly Acknowledged[]): Promise<string[]> {
    return [
      ...(await this.findLost(promised)),
      ...(await bookProblems(this.pool)),
      ...(await this.findUnsealed()),
      ...(await this.findRewritten()),
    ];
  }

  private async findLost(promised: readonly Acknowledged[]): Promise<string[]> {
    const { rows } = await this.pool.query<Acknowledged>(
      'select id, coalesce(transaction_id, wallet) as name, status, version from transactions',
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    const names = new Set(rows.map(({ name }) => name));
    const problems = promised.flatMap(({ id, name, status, version }) => {
      const row = stored.get(id);
      if (row?.name !== name) return [`lost: the transaction ${name}`];
      // It may have moved on; the answer that says so may still be on its way.
      const kept = row.version > version || (row.version === version && row.status === status);
      return kept ? [] : [`lost: ${name} was ${status} at version ${version}`];
    });
    if (names.size !== rows.length) problems.push(`doubled: ${rows.length - names.size} transactions`);
    return problems;
  }

  /** Waits until all that is there now is sealed, and names what is not when that takes too long. */
  private async findUnsealed(): Promise<string[]> {
    const begun = performance.now();
    const { rows: moments } = await this.pool.query<{ now: string }>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as now',
    );
    for (;;) {
      const { rows } = await this.pool.query<{ name: string }>(unsealed, [moments[0]?.now]);
      const waited = performance.now() - begun;
      this.longestWait = Math.max(this.longestWait, waited);
      if (rows.length === 0) return [];
      if (waited > this.patience) return rows.map(({ name }) => `unsealed: ${name}`);
      await delay(50);
    }
  }

  /** Holds all rows against what was sealed, published and held. */
  private async findRewritten(): Promise<string[]> {
    // Before the newest one of the database: a checkpoint is there first.
    const published = this.readPublished();
    const origin = readCheckpoint((await this.readNewest()) ?? '')?.origin;
    const { checkpointKey } = loadSecrets(readConfig({ DATA_DIR: this.dataDir }));
    const verifier =
      origin === undefined
        ? undefined
        : createVerifier(createCheckpointKey(checkpointKey).verifierKey(origin));
    const { finding } = await verifyHistory(readPool(this.pool), {
      verifiers: verifier ? [verifier] : [],
      earlier: [...this.held, ...published],
    });
    return finding ? [`rewritten: ${finding.message}`] : [];
  }

  private async readNewest(): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ note: string }>(
      'select note from history_checkpoints order by size desc limit 1',
    );
    return rows[0]?.note;
  }

  private readPublished() {
    try {
      return readCheckpoints(readFileSync(checkpointFile(this.dataDir), 'utf8'));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  }
}

/** A few of many problems, for one line. */
export const shorten = (problems: readonly string[]) => problems.slice(0, 5).join('; ');
