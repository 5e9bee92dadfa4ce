import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  amountsIn,
  at,
  begin,
  copyMade,
  deposit,
  drillPasses,
  firstDeposit,
  programs,
  restore,
  run,
  setUp,
  startedIn,
  startServer,
  stopServer,
  tearDown,
  unseen,
} from '../tests/support/data-programs';
import { liveEnvironment } from '../tests/support/live';
import { patient } from '../tests/support/patience';
import { findBackups, partMark } from './backup/places';
import { isAlive } from './db/embedded/cluster';

/* Backup, restore and drill, as processes of their own beside a real server on the embedded database. */

beforeAll(setUp);
afterAll(tearDown);

const ofEnvironment = { JWT_SECRET: liveEnvironment.JWT_SECRET };
const drillsIn = (place: string) => readdirSync(place).filter((name) => name.startsWith('averin-drill-'));

/** The series that the data folder's log is in, of those of its archive. */
const ownSeries = async () =>
  join(at('archive'), (await readFile(join(at('data'), 'backup-series'), 'utf8')).trim());

async function flip(path: string, part = 0.5): Promise<() => Promise<void>> {
  const place = Math.floor((await stat(path)).size * part);
  const turn = async () => {
    const file = await open(path, 'r+');
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, place);
    await file.write(Buffer.of((byte[0] ?? 0) ^ 1), 0, 1, place);
    await file.close();
  };
  await turn();
  return turn;
}

describe('one after the other', () => {
  let between: string;

  test('a running server archives what is written, and a drill restores it and finds it the same', async () => {
    copyMade('data', 'archive');
    const { address } = await startServer();
    between = new Date().toISOString();
    await delay(50);
    await deposit(address, 270);
    // The history is sealed in rounds.
    await expect.poll(() => existsSync(join(at('data'), 'checkpoints.txt'))).toBe(true);
    const drilled = await run(['drill']);
    expect(drilled.output).toContain('PASSED');
    expect(drilled.output).toMatch(
      /All \d+ checks of the books hold\.\nAll \d+ leaves of its history .*\nIt is what the running product had at/,
    );
    expect(drilled.code).toBe(0);
    expect(drillsIn(at('.'))).toEqual([]);

    // Beside the server, into a folder of the operator's.
    const [taken, inside, over] = await Promise.all([
      run(['backup', at('by-hand')], ofEnvironment),
      run(['backup', join(at('data'), 'inside')]),
      restore(at('archive'), at('data')),
    ]);
    expect(taken.output).toMatch(/^Backup .*\n.* encrypted, in /);
    expect(inside.output).toContain('would be lost with it');
    expect(over.output).toContain(`mv '${at('data')}' '${at('data')}.before'`);
    expect(await amountsIn(address)).toEqual([firstDeposit, 270]);
    await stopServer();
  });

  test('restored to a time between two deposits it holds the first and not the second', async () => {
    const restored = await restore(at('archive'), at('earlier'), '--to', between);
    expect(restored.output).toContain('Restored');
    expect(restored.code).toBe(0);
    const earlier = await startServer({ DATA_DIR: at('earlier') });
    expect(await amountsIn(earlier.address)).toEqual([firstDeposit]);
    await stopServer();

    // Each restored folder archives into a series of its own.
    expect(await readdir(at('archive'))).toHaveLength(2);
    const before = await restore(at('archive'), at('never'), '--to', '2020-01-01T00:00:00Z');
    expect(before.output).toContain('nothing before can be restored');
    expect(existsSync(at('never'))).toBe(false);
  });

  test('a drill with no passphrase or a wrong one is refused, and the archive and its note stay as they are', async () => {
    const look = async () => ({
      archive: (await readdir(at('archive'), { recursive: true })).toSorted(),
      note: await readFile(join(at('data'), 'backup-series'), 'utf8'),
    });
    const before = await look();
    // With no server running, where the drill archives by itself.
    const reasons = {
      '': 'is encrypted: set BACKUP_PASSPHRASE.',
      'some other passphrase': 'BACKUP_PASSPHRASE is not the passphrase of',
    };
    const refused = Object.keys(reasons).map((BACKUP_PASSPHRASE) => run(['drill'], { BACKUP_PASSPHRASE }));
    expect(await Promise.all(refused)).toEqual(
      Object.values(reasons).map((reason) => ({ code: 1, output: expect.stringContaining(reason) })),
    );
    for (const { output } of await Promise.all(refused)) expect(output).not.toContain('    at ');
    expect(await look()).toEqual(before);
    // Backups elsewhere are drilled with the passphrase that they have, and the archive is left alone.
    const elsewhere = { BACKUP_PASSPHRASE: 'of the other folder' };
    expect((await run(['backup', at('other')], elsewhere)).code).toBe(0);
    expect((await run(['drill', at('other')], elsewhere)).output).toContain('PASSED');
    expect(await look()).toEqual(before);

    await drillPasses();
    const after = await look();
    expect(after.note).toBe(before.note);
    expect(after.archive.length).toBeGreaterThan(before.archive.length);
  });

  test('a wrong passphrase, a flipped byte and a missing part are said, and nothing is left', async () => {
    const refused = async (more: NodeJS.ProcessEnv, from = at('by-hand'), to = at('none')) => {
      const { code, output } = await run(['restore', from], { DATA_DIR: to, ...more });
      expect([code, existsSync(to)]).toEqual([1, false]);
      expect(output).not.toContain('    at ');
      return output;
    };
    const [wrong, without] = await Promise.all([
      refused({ BACKUP_PASSPHRASE: 'some other passphrase' }),
      refused({ BACKUP_PASSPHRASE: '' }, at('by-hand'), at('none-either')),
    ]);
    expect(wrong).toContain('is not the passphrase of');
    expect(without).toContain('set BACKUP_PASSPHRASE');
    const [backup] = await findBackups(at('by-hand'));
    if (!backup) throw new Error('no backup');
    for (const [file, part] of [
      ['backup.tar.gz.age', 0.5],
      ['about.json', 0.3],
    ] as const) {
      const turnBack = await flip(join(backup.folder, file), part);
      expect(await refused({})).toMatch(/damaged/);
      await turnBack();
    }
    const series = await ownSeries();
    const log = join(series, 'log');
    const [, second = ''] = (await readdir(log))
      .filter((name) => /^[0-9A-F]{24}-/.test(name))
      .toSorted()
      .slice(-2);
    const turnBack = await flip(join(log, second));
    expect(await refused({}, series)).toContain(`${second} is damaged`);
    await turnBack();
  });

  test('of a log with a hole it is said that what came behind is not restored, and a drill does not pass', async () => {
    const series = await ownSeries();
    const log = join(series, 'log');
    const [hole = ''] = (await readdir(log))
      .filter((name) => /^[0-9A-F]{24}-/.test(name))
      .toSorted()
      .slice(-2);
    await rename(join(log, hole), at('hole'));
    const said = `The log lacks the file ${hole.slice(0, 24)} and has later ones`;
    const both = await Promise.all([restore(series, at('with-hole')), run(['drill'])]);
    expect(both).toEqual(both.map(() => ({ code: 1, output: expect.stringContaining(said) })));
    await rename(at('hole'), join(log, hole));
    await rm(at('with-hole'), { recursive: true });
  });

  test('a killed backup leaves nothing that a restore takes, and a killed restore nothing that a server opens', async () => {
    const killedOnce = async (args: readonly string[], is: () => boolean, more: NodeJS.ProcessEnv = {}) => {
      const { child, ended } = begin(args, more);
      await expect.poll(is, { interval: 5 }).toBe(true);
      child.kill('SIGKILL');
      await ended;
    };
    const written = () =>
      existsSync(at('killed')) &&
      readdirSync(at('killed'), { recursive: true, encoding: 'utf8' }).some(
        (name) => name.endsWith('.age') && statSync(join(at('killed'), name)).size > 0,
      );
    await killedOnce(['backup', at('killed')], written);
    expect(await readdir(at('killed'))).toEqual([expect.stringContaining(partMark)]);
    expect((await restore(at('killed'), at('of-killed'))).output).toContain('There is no whole backup');

    await killedOnce(['restore', at('by-hand')], () => existsSync(join(at('half'), 'postgres')), {
      DATA_DIR: at('half'),
    });
    await expect(startServer({ DATA_DIR: at('half') })).rejects.toThrow('A restore into');
    expect((await restore(at('by-hand'), at('half'))).output).toContain(`rm -r '${at('half')}'`);
  });

  test('a backup, a restore and a drill that are told to stop leave nothing, and no database that runs', async () => {
    const backup = begin(['backup', at('told')]);
    await expect
      .poll(() => existsSync(at('told')) && readdirSync(at('told')).length, { interval: 5 })
      .toBe(1);
    backup.child.kill('SIGTERM');
    expect(await backup.ended).toEqual({ code: 143, output: expect.stringContaining('Ended by SIGTERM') });
    expect(await readdir(at('told'))).toEqual([]);

    for (const signals of [['SIGINT'], ['SIGINT', 'SIGINT']] as const) {
      const restoring = begin(['restore', at('by-hand')], { DATA_DIR: at('told-folder') });
      const pid = await startedIn(join(at('told-folder'), 'postgres'));
      for (const signal of signals) restoring.child.kill(signal);
      expect((await restoring.ended).code).toBe(130);
      // It writes all that it has to the disk first, which others may keep busy.
      await expect.poll(() => isAlive(pid), { timeout: patient(120_000) }).toBe(false);
      // The second one leaves no time to take anything back, and what is there is refused.
      if (signals.length === 1) expect(existsSync(at('told-folder'))).toBe(false);
    }

    const drilling = begin(['drill', at('by-hand')]);
    await expect.poll(() => drillsIn(at('.')).length, { interval: 5 }).toBe(1);
    const [drill = ''] = drillsIn(at('.'));
    const pid = await startedIn(join(at(drill), 'data/postgres'));
    drilling.child.kill('SIGHUP');
    expect((await drilling.ended).code).toBe(129);
    expect([drillsIn(at('.')), isAlive(pid)]).toEqual([[], false]);
  });

  test('secrets of the environment are in encrypted backups alone, also of a folder where a restore has left them', async () => {
    const left = (restored: string) => join(restored, 'restored-secrets.env');
    const bringBack = async (backup: string, name: string, more: NodeJS.ProcessEnv = {}) => {
      const { code, output } = await run(['restore', at(backup)], { DATA_DIR: at(name), ...more });
      expect([code, output]).toEqual([0, expect.stringContaining('Restored')]);
      return output;
    };
    /** A backup of a folder where nobody has deleted the file, and what is restored from it. */
    const goRound = async (name: string, more: NodeJS.ProcessEnv = {}) => {
      const own = { ...ofEnvironment, BACKUP_DIR: '', DATA_DIR: at('with-secrets'), ...more };
      const taken = await run(['backup', at(`of-${name}`)], own);
      expect([taken.code, taken.output]).toEqual([0, expect.stringContaining('Backup')]);
      return bringBack(`of-${name}`, name, more);
    };
    const written = `JWT_SECRET=${ofEnvironment.JWT_SECRET}\n`;
    expect(await bringBack('by-hand', 'with-secrets')).toContain(
      `${left(at('with-secrets'))}: set them, and delete the file.`,
    );
    expect(await readFile(left(at('with-secrets')), 'utf8')).toBe(written);
    await goRound('with-secrets-again');
    expect(await readFile(left(at('with-secrets-again')), 'utf8')).toBe(written);
    const open = await goRound('without-secrets', { BACKUP_PASSPHRASE: '' });
    expect(open).not.toContain('set them, and delete');
    expect(existsSync(left(at('without-secrets')))).toBe(false);
  });

  test('a restored folder is held against its sealed history with no server and beside one, and a row changed in it is named', async () => {
    // By the test before.
    const checked = at('with-secrets');
    const check = () => begin(['--data', checked], {}, programs.verifier).ended;
    const good = await check();
    expect([good.code, good.output]).toEqual([
      0,
      expect.stringMatching(/^All \d+ leaves are as they were sealed/m),
    ]);
    expect(good.output).toMatch(/extends all [1-9]\d* checkpoints that were given/);

    await startServer({ DATA_DIR: checked, BACKUP_DIR: '' });
    const owner = new pg.Client({ host: join(checked, 'socket'), user: 'postgres', database: 'postgres' });
    await owner.connect();
    await owner.query('set session_replication_role = replica');
    const { rows } = await owner.query<{ id: string }>(
      'update transactions set amount = amount + 1 where amount = 15000 returning id',
    );
    await owner.end();
    const changed = `NOT AS IT WAS SEALED: The report of transaction ${rows[0]?.id} was changed after it was sealed.`;
    expect(rows).toHaveLength(1);
    expect(await check()).toEqual({ code: 1, output: `${changed}\n` });
    await stopServer();
    expect(await check()).toEqual({ code: 1, output: expect.stringContaining(changed) });
  });

  test('an archive that cannot be written does not stop the product, is said, and is made up for', async () => {
    const { address, said } = await startServer();
    const log = join(await ownSeries(), 'log');
    await unseen(async () => {
      await rename(log, `${log}.away`);
      await writeFile(log, '');
    });
    await deposit(address, 310);
    const failed = await run(['drill']);
    expect([failed.code, failed.output]).toEqual([1, expect.stringContaining('ENOTDIR')]);
    expect(failed.output).not.toContain('    at ');
    await expect.poll(said).toContain('The archive of the log: ');
    expect(await amountsIn(address)).toEqual([firstDeposit, 270, 310]);
    await unseen(async () => {
      await rm(log);
      await rename(`${log}.away`, log);
    });
    await drillPasses();
    await expect.poll(said).toContain('The archive of the log: works again.');
    await stopServer();
    expect(await readFile(join(at('data'), 'backup-drill.json'), 'utf8')).toContain('"passed":true');
  });
});

test('a folder without a database, such as the mount point of a disk that is away, is not backed up, drilled or moved', async () => {
  const DATA_DIR = at('mount-point');
  await mkdir(DATA_DIR);
  const asked = [
    ['backup', at('of-nothing')],
    ['drill', at('archive')],
    ['move', '--to', 'postgres://a@127.0.0.1/b'],
  ];
  const answers = await Promise.all(asked.map((args) => run(args, { DATA_DIR, BACKUP_DIR: '' })));
  for (const { code, output } of answers) {
    expect([code, output]).toEqual([1, expect.stringContaining(`${DATA_DIR} holds no database`)]);
  }
  const misspelt = await run(['backup', at('of-nothing')], { DATA_DIR, BACKUP_DIR: '', BACKUP_DIRS: '/mnt' });
  expect(misspelt.output).toContain('BACKUP_DIRS is not a setting: did you mean BACKUP_DIR?');
  expect([await readdir(DATA_DIR), existsSync(at('of-nothing'))]).toEqual([[], false]);
});

test('what is asked for wrongly is explained', async () => {
  const wrong = [['backup'], ['restore'], ['unknown'], ['backup', 'a', 'b'], ['backup', 'a', '--to', 'b']];
  for (const { code, output } of await Promise.all(wrong.map((args) => run(args)))) {
    expect([code, output]).toEqual([1, expect.stringContaining('Usage:')]);
  }
  for (const to of ['yesterday', '9999-12-31T23:59:59-10:00']) {
    expect((await run(['restore', 'a', '--to', to])).output).toContain('a time with its zone');
  }
  const other = await run(['backup', 'a'], { BACKUP_DIR: '', DATABASE_URL: 'postgres://a@b/c' });
  expect(other.output).toContain('its own means');
});
