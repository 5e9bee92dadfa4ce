import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Queries, statement } from '../../server/db/client';
import { writing } from '../../server/db/writes';
import { refusalOf, sqlState } from '../../server/errors/failures';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** Transactions whose statements are not waited for one by one. */
let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
  await own.superuser.pool.query('create table notes (id int primary key, note jsonb not null)');
  await own.superuser.pool.query(`grant all on notes to ${own.connection.user}`);
});
afterAll(() => own.drop());
beforeEach(() => own.database.pool.query('truncate notes'));

const notes = pgTable('notes', { id: integer('id').primaryKey(), note: jsonb('note').notNull() });
const add = (db: Queries, id: number, note: string) =>
  db.execute(sql`insert into notes values (${id}, ${note}::jsonb)`);
const json = (value: unknown) => JSON.stringify(value);
const kept = async () =>
  (await own.database.pool.query<{ id: number }>('select id from notes order by id')).rows.map(
    ({ id }) => id,
  );

/** A query by the driver itself, on the connection of a transaction. */
function queryOf(db: Queries, query: pg.QueryConfig): Promise<unknown> {
  const client: unknown = Reflect.get(db, '$client');
  if (!(client instanceof pg.Client)) throw new Error('no client');
  return client.query(query);
}

test('what is sent is committed, in its order', async () => {
  await own.database.transact(async (tx) => {
    tx.send(add(tx.db, 1, json('first')));
    tx.send(tx.db.execute(sql`update notes set id = 2 where note = '"first"'`));
  });
  expect(await kept()).toEqual([2]);
});

const write = writing(
  'note',
  (db) => db.insert(notes).values({ id: sql.placeholder('id'), note: sql.placeholder('note') }),
  (error) => (sqlState(error) === '23505' ? new Error('It is noted already') : error),
);

test('what is to be written is there for whatever is sent after it, and undone with everything', async () => {
  await own.database.transact(async (tx) => {
    tx.write(write({ id: 1, note: 'first' }));
    tx.write(write({ id: 2, note: 'second' }));
    const { rows } = await tx.db.execute(sql`select id from notes order by id`);
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
    tx.write(write({ id: 3, note: 'third' }));
  });
  expect(await kept()).toEqual([1, 2, 3]);
  const changed = own.database.transact(async (tx) => {
    tx.write(write({ id: 4, note: 'fourth' }));
    throw new Error('changed its mind');
  });
  await expect(changed).rejects.toThrow('changed its mind');
  const twice = own.database.transact(async (tx) => {
    tx.send(add(tx.db, 5, json('kept?')));
    tx.write(write({ id: 1, note: 'twice' }));
  });
  await expect(twice).rejects.toThrow('It is noted already');
  expect(await kept()).toEqual([1, 2, 3]);
});

test('what is sent and fails undoes everything, and its error is the one that is thrown', async () => {
  const failing = own.database.transact(async (tx) => {
    tx.send(add(tx.db, 1, json('kept?')));
    tx.send(add(tx.db, 1, json('twice')));
    tx.send(add(tx.db, 3, json('after')));
  });
  await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } });
  const noticed = own.database.transact(async (tx) => {
    tx.send(add(tx.db, 1, 'no json'));
    await add(tx.db, 2, json('waited for'));
  });
  await expect(noticed).rejects.toMatchObject({ cause: { code: '22P02' } });
  expect(await kept()).toEqual([]);
});

test('of two that travel together the one that failed is thrown, not the one that came to nothing by it', async () => {
  const failing = own.database.transact(async (tx) => {
    // Heard of later than what comes after it, as a function around it has to be left first.
    const deeper = async () => {
      await add(tx.db, 1, 'no json');
    };
    const around = async () => deeper();
    await Promise.all([around(), add(tx.db, 2, json('after'))]);
  });
  // Wrapped by whoever built the query, or as the driver told it: whichever was heard of first.
  expect(sqlState(await failing.catch((error: unknown) => error))).toBe('22P02');
});

test('what fails before it is sent undoes everything as well', async () => {
  const insert = statement((db) =>
    db
      .insert(notes)
      .values({ id: sql.placeholder('id'), note: sql.placeholder('note') })
      .prepare('insert_note'),
  );
  const endless: Record<string, unknown> = {};
  endless.self = endless;
  const failing = own.database.transact(async (tx) => {
    await add(tx.db, 1, json('before'));
    // It is turned into JSON on the way to the driver.
    tx.send(insert(tx.db).execute({ id: 2, note: endless }));
  });
  await expect(failing).rejects.toThrow(/circular/i);
  // And one that the driver refuses.
  const refused = own.database.transact(async (tx) => {
    await add(tx.db, 1, json('before'));
    await queryOf(tx.db, { name: 'one', text: 'select 1', values: [] });
    tx.send(queryOf(tx.db, { name: 'one', text: 'select 2', values: [] }));
  });
  await expect(refused).rejects.toThrow(/must be unique/);
  const unbound = own.database.transact(async (tx) => {
    await add(tx.db, 1, json('before'));
    tx.send(queryOf(tx.db, { text: 'select $1', values: [endless] }));
  });
  await expect(unbound).rejects.toThrow(/circular/i);
  expect(await kept()).toEqual([]);
});

test('a connection goes on after each of them', async () => {
  const { pool } = own.database;
  for (let round = 0; round < 40; round += 1) {
    await own.database
      .transact(async (tx) => {
        tx.send(add(tx.db, 1, round % 2 === 0 ? 'no json' : json(round)));
        if (round % 4 === 3) throw new Error('changed its mind');
      })
      .catch(() => {});
    expect(await kept()).toEqual(round % 4 === 1 ? [1] : []);
    await pool.query('truncate notes');
  }
  expect(pool.totalCount - pool.idleCount).toBe(0);
});

test('what is read with the begin is given to the work, again at each try', async () => {
  let tries = 0;
  const answer = await own.database.transactAfter(
    async (db) => (await db.execute<{ now: string }>(sql`select now()::text as now`)).rows[0]?.now,
    async (tx, opened) => {
      tries += 1;
      const now = await tx.db.execute<{ now: string }>(sql`select now()::text as now`);
      expect(now.rows[0]?.now).toBe(opened);
      if (tries < 3) tx.send(tx.db.execute(sql`do $$ begin raise sqlstate '40001'; end $$`));
      return 'done';
    },
  );
  expect([answer, tries]).toEqual(['done', 3]);
});

test('what comes after a commit that did not stand is not done', async () => {
  const done: string[] = [];
  const id = randomUUID();
  const failing = own.database.transact(async (tx) => {
    tx.afterCommit(() => done.push(id));
    tx.send(add(tx.db, 1, 'no json'));
  });
  await expect(failing).rejects.toThrow();
  expect(done).toEqual([]);
  expect(refusalOf(await failing.catch((error: unknown) => error))).toBeUndefined();
});
