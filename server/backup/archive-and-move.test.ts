import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  amountsIn,
  amountsOf,
  askFolder,
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
} from '../../tests/support/data-programs';
import { type ExternalPostgres, startExternal } from '../../tests/support/external-postgres';
import { patient } from '../../tests/support/patience';
import { runAsSuperuser } from '../../tests/support/test-database';
import { isAlive, roles } from '../db/embedded/cluster';
import { aboutFile, findBackups, partMark, wrapAbout } from './places';

/* What becomes of an archive and of a database that is moved, by the commands as processes of their own beside a real server. */

let external: ExternalPostgres;
beforeAll(async () => {
  await setUp();
  external = await startExternal(at('external'));
});
afterAll(async () => {
  await external.stop();
  await tearDown();
});

/** Has the server of the operator's own hold a database without anything in it. */
const emptyTarget = () =>
  runAsSuperuser(
    external.connections,
    'drop database averin with (force)',
    `create database averin owner ${roles.owner}`,
    `grant connect on database averin to ${roles.server}`,
  );

const backupsIn = async (archive: string) => (await findBackups(at(archive))).map(({ folder }) => folder);

describe('to a server of the operator’s own', () => {
  test('moved to a server of another major version and back it has the same rows, and goes on from there', async () => {
    copyMade('data');
    const { DATABASE_URL, DATABASE_OWNER_URL } = external.environment;
    const moveTo = (more: NodeJS.ProcessEnv = {}) =>
      run(['move', '--to', DATABASE_OWNER_URL], { BACKUP_DIR: '', ...more });
    expect((await moveTo({ DATABASE_URL })).output).toContain('run this without DATABASE_URL');
    const moved = await moveTo();
    expect(moved.output).toMatch(/^Moved \d+ rows of \d+ tables, each the same on both sides/m);
    expect([moved.code, moved.output.includes('BROKEN')]).toEqual([0, false]);
    expect((await moveTo()).output).toContain('The target holds data already');

    const environment = { BACKUP_DIR: '', DATABASE_URL, DATABASE_OWNER_URL };
    const { address } = await startServer(environment);
    await deposit(address, 420);
    const JWT_SECRET = await readFile(join(at('data'), 'jwt-secret'), 'utf8');
    const back = (more: NodeJS.ProcessEnv = {}) =>
      run(['move', '--from', DATABASE_OWNER_URL], {
        BACKUP_DIR: '',
        DATA_DIR: at('back'),
        JWT_SECRET,
        ...more,
      });
    expect((await back()).output).toContain('other connections use the database');
    await stopServer();
    for (const [secrets, reason] of [
      [{ JWT_SECRET: 'x'.repeat(40) }, 'was sealed with another one'],
      [{ JWT_SECRET: '' }, 'The secrets of the server are not here'],
      [{ JWT_SECRET: '', PERSONAL_DATA_KEY: 'x'.repeat(40) }, 'was sealed with another one'],
    ] as const)
      expect((await back(secrets)).output).toContain(reason);
    expect(existsSync(at('back'))).toBe(false);
    expect((await back({ DATA_DIR: at('data') })).output).toContain(
      `Move it aside, and leave what else is in DATA_DIR: mv '${at('data')}/postgres'`,
    );
    const returned = await back();
    expect([returned.code, returned.output]).toEqual([0, expect.stringContaining('Moved')]);

    const again = await startServer({ DATA_DIR: at('back'), BACKUP_DIR: '', JWT_SECRET });
    expect(await amountsIn(again.address)).toEqual([firstDeposit, 420]);
    await deposit(again.address, 500);
    await stopServer();
  });

  test('a move that is told to stop moves nothing, leaves no database that runs, says so, and can be done again', async () => {
    await emptyTarget();
    const keeper = new pg.Client({ ...external.connections.superuser, database: 'averin' });
    await keeper.connect();
    try {
      const { DATABASE_URL, DATABASE_OWNER_URL } = external.environment;
      const environment = { BACKUP_DIR: '', DATABASE_URL, DATABASE_OWNER_URL };
      expect((await begin(['--migrate'], environment, programs.server).ended).code).toBe(0);
      const waits = async () => {
        const { rows } = await keeper.query('select from pg_locks where not granted');
        return rows.length;
      };
      for (const [signal, code] of [
        ['SIGINT', 130],
        ['SIGTERM', 143],
        ['SIGHUP', 129],
      ] as const) {
        await keeper.query('begin; lock table accounts in access share mode');
        const moving = begin(['move', '--to', DATABASE_OWNER_URL], { BACKUP_DIR: '' });
        await expect.poll(waits, { timeout: patient(20_000) }).toBe(1);
        moving.child.kill(signal);
        const ended = await moving.ended;
        expect(ended).toEqual({
          code,
          output: expect.stringContaining(`Ended by ${signal}, and nothing was moved`),
        });
        // Neither the folder's database, nor what the server was asked.
        expect([existsSync(join(at('data'), 'postgres/postmaster.pid')), await waits()]).toEqual([false, 0]);
        await keeper.query('rollback');
      }
      const moved = await run(['move', '--to', DATABASE_OWNER_URL], { BACKUP_DIR: '' });
      expect([moved.code, moved.output]).toEqual([0, expect.stringContaining('Start the product with')]);

      await keeper.end();
      const JWT_SECRET = await readFile(join(at('data'), 'jwt-secret'), 'utf8');
      const own = { BACKUP_DIR: '', DATA_DIR: at('told-back'), JWT_SECRET };
      const back = ['move', '--from', DATABASE_OWNER_URL];
      for (const signals of [['SIGTERM'], ['SIGINT', 'SIGINT']] as const) {
        const moving = begin(back, own);
        const pid = await startedIn(join(at('told-back'), 'postgres'));
        for (const signal of signals) moving.child.kill(signal);
        const { code, output } = await moving.ended;
        if (signals.length === 1)
          expect([code, output]).toEqual([143, expect.stringContaining('and nothing was moved')]);
        else expect(code).toBe(130);
        // It writes all that it has to the disk first, which others may keep busy.
        await expect.poll(() => isAlive(pid), { timeout: patient(120_000) }).toBe(false);
      }
      const returned = await run(back, own);
      expect([returned.code, returned.output]).toEqual([0, expect.stringContaining('without DATABASE_URL')]);
    } finally {
      await keeper.end();
    }
  });
});

describe('the folder of an archive', () => {
  test('has no hole by commands that start the database, also without BACKUP_DIR', async () => {
    const own = { DATA_DIR: at('commands-data'), BACKUP_DIR: at('commands') };
    const { DATABASE_OWNER_URL } = external.environment;
    copyMade('commands-data', 'commands');
    await emptyTarget();
    // Rows that nobody has read: the first reading writes to their pages, and so some files of the log.
    await askFolder(
      own.DATA_DIR,
      "insert into security_events (kind, detail) select 'limit_hit', repeat('x', 1900) from generate_series(1, 12000)",
      { archive: true },
    );
    expect((await run(['move', '--to', DATABASE_OWNER_URL], { ...own, BACKUP_DIR: '' })).code).toBe(0);
    const { address } = await startServer(own);
    await deposit(address, 640);
    await stopServer();
    await drillPasses(own);
    expect((await restore(at('commands'), at('of-commands'))).code).toBe(0);
    expect(await amountsOf(at('of-commands'))).toEqual([firstDeposit, 640]);

    // Another database in the same folder has a series of its own.
    await rename(join(at('commands-data'), 'postgres'), at('moved-aside'));
    expect((await run(['move', '--from', DATABASE_OWNER_URL], own)).code).toBe(0);
    await startServer(own);
    await expect.poll(() => backupsIn('commands')).toHaveLength(2);
    await stopServer();
    await drillPasses(own);
  });

  test('is gone on with by a backup of its own after a server without BACKUP_DIR', async () => {
    const own = { DATA_DIR: at('paused-data'), BACKUP_DIR: at('paused') };
    copyMade('paused-data', 'paused');
    await startServer({ ...own, BACKUP_DIR: '' });
    await stopServer();
    await startServer(own);
    await expect.poll(() => backupsIn('paused')).toHaveLength(2);
    await stopServer();
    const [former = '', later = ''] = await backupsIn('paused');
    expect(dirname(former)).not.toBe(dirname(later));
  });

  test('of two sites in one folder each keeps its own, and a restore asks which is meant', async () => {
    const ofA = { DATA_DIR: at('site-a'), BACKUP_DIR: at('shared') };
    const ofB = { DATA_DIR: at('site-b'), BACKUP_DIR: at('shared'), BACKUP_KEEP: '1' };
    copyMade('site-a', 'shared');
    const [kept = ''] = await backupsIn('shared');
    await startServer(ofB);
    await expect.poll(() => backupsIn('shared')).toHaveLength(2);
    // Once it has stopped it has removed what it would.
    await stopServer();
    expect(await backupsIn('shared')).toEqual([kept, expect.any(String)]);

    const refused = await restore(at('shared'), at('of-one'));
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('backups of several sites')]);
    // The first one's backup was taken where its folder was made.
    for (const name of ['made', 'site-b']) expect(refused.output).toContain(`:${at(name)}: up to`);
    const [restored] = await Promise.all([
      restore(dirname(kept), at('of-one')),
      drillPasses(ofA),
      drillPasses(ofB),
    ]);
    expect(restored.code).toBe(0);
  });

  test('brings what was written after a backup by hand that lies in it, and none that is not encrypted', async () => {
    const own = { DATA_DIR: at('by-hand-data'), BACKUP_DIR: at('with-by-hand') };
    copyMade('by-hand-data', 'with-by-hand');
    const { address } = await startServer(own);
    const [first = ''] = await backupsIn('with-by-hand');
    await symlink(at('with-by-hand'), at('link-to-archive'));
    const inArchive = [at('with-by-hand'), dirname(first), join(at('link-to-archive'), 'inside')];
    const refused = await Promise.all(inArchive.map((place) => run(['backup', place], own)));
    expect(refused).toEqual(
      refused.map(() => ({ code: 1, output: expect.stringContaining('is in BACKUP_DIR') })),
    );
    // Made elsewhere, and brought there.
    expect((await run(['backup', at('beside')], own)).code).toBe(0);
    expect((await run(['backup', at('open')], { ...own, BACKUP_PASSPHRASE: '' })).code).toBe(0);
    const [byHand] = await findBackups(at('beside'));
    const [open] = await findBackups(at('open'));
    if (!byHand || !open) throw new Error('no backup');
    await rename(byHand.folder, join(at('with-by-hand'), 'by-hand'));
    await rename(open.folder, join(dirname(first), 'open'));
    await deposit(address, 730);
    await drillPasses(own);
    const named = join(dirname(first), 'open');
    const ofOpen = await run(['drill', named], own);
    expect([ofOpen.code, ofOpen.output]).toEqual([1, expect.stringContaining(`${named} is not encrypted`)]);
    await stopServer();

    const restored = await restore(at('with-by-hand'), at('of-with-by-hand'));
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining(`Restored ${first} of`)]);
    expect(await amountsOf(at('of-with-by-hand'))).toEqual([firstDeposit, 730]);
    const alone = await restore(join(at('with-by-hand'), 'by-hand'), at('of-by-hand'));
    expect([alone.code, alone.output]).toEqual([0, expect.stringContaining('no log comes after it')]);
  });

  test('that was emptied begins anew with a backup, and is whole from there', async () => {
    const own = { DATA_DIR: at('emptied-data'), BACKUP_DIR: at('emptied') };
    copyMade('emptied-data');
    const { said } = await startServer(own);
    await expect.poll(() => backupsIn('emptied')).toHaveLength(1);
    const [before = ''] = await backupsIn('emptied');
    // Moved, each at once: to what is removed file by file, the server may still add one.
    for (const name of await readdir(at('emptied')))
      await rename(join(at('emptied'), name), at(`gone-${name}`));
    await expect.poll(said).toContain(`${dirname(before)} is gone.`);
    await expect.poll(() => backupsIn('emptied')).toHaveLength(1);
    const drilled = await run(['drill'], own);
    expect(drilled.output).toContain('PASSED');
    expect(drilled.output).not.toContain('did not come into');
    expect(await readdir(at('emptied'))).not.toContain(basename(dirname(before)));

    // The whole folder is a disk that is away, which comes back.
    await rename(at('emptied'), at('emptied-away'));
    await expect
      .poll(said)
      .toContain(`The archive of the log: ${at('emptied')} is not there: bring its disk back`);
    expect(existsSync(at('emptied'))).toBe(false);
    await rename(at('emptied-away'), at('emptied'));
    await expect.poll(said).toContain('The archive of the log: works again.');
    expect(await backupsIn('emptied')).toHaveLength(1);
    await stopServer();
  });

  test('that was emptied while a backup is written has another one at once', async () => {
    const place = at('emptied-early');
    const written = async () =>
      (await readdir(place, { recursive: true })).filter(
        (name) => /^\d/.test(basename(name)) && name.includes(partMark),
      );
    copyMade('emptied-early-data');
    await mkdir(place);
    const { said } = await startServer({ DATA_DIR: at('emptied-early-data'), BACKUP_DIR: place });
    await expect.poll(written, { interval: 5 }).not.toEqual([]);
    for (const name of await readdir(place)) await rename(join(place, name), at(`away-${name}`));
    await expect.poll(said).toContain('The backup: ENOENT');
    // Within less than the minute after which what failed is tried again.
    await expect.poll(() => backupsIn('emptied-early')).toHaveLength(1);
    await stopServer();
  });

  test('of a time that is still to come stops no backup and no drill', async () => {
    const own = { DATA_DIR: at('ahead-data'), BACKUP_DIR: at('ahead'), DRILL_EVERY: '1d' };
    copyMade('ahead-data', 'ahead');
    const [made] = await findBackups(at('ahead'));
    if (!made) throw new Error('no backup');
    const ahead = '2999-01-01T00:00:00.000Z';
    await writeFile(join(made.folder, aboutFile), wrapAbout({ ...made.about, begun: ahead, ended: ahead }));
    const drilled = { at: ahead, passed: true, report: '', backupOf: null, lastCommit: null, seconds: 1 };
    await writeFile(join(at('ahead-data'), 'backup-drill.json'), JSON.stringify(drilled));

    const { said } = await startServer(own);
    await expect.poll(() => backupsIn('ahead')).toHaveLength(2);
    await expect.poll(said).toContain(`The last drill is of ${ahead}`);
    expect(said()).toContain(`${made.folder} is of ${ahead}, which is still to come`);
    await expect
      .poll(() => readFile(join(at('ahead-data'), 'backup-drill.json'), 'utf8'))
      .not.toContain(`"at":"${ahead}"`);
    await stopServer();
    expect(await backupsIn('ahead')).toHaveLength(2);
  });
});
