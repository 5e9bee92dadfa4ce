import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../contract/limits';
import { proofSchema } from '../../contract/proof';
import { refusals } from '../../contract/refusals';
import { transactionSchema } from '../../contract/transaction';
import { errorBodySchema } from '../../contract/wire';
import { z } from '../../contract/zod';
import { decodersFor } from '../../server/proofs/images';
import { removeUnusedProofs, storeProof } from '../../server/proofs/proofs';
import { buildDeposit } from '../builders';
import { auditOf } from '../support/audit';
import { countWaiting } from '../support/hold';
import {
  blackPng,
  manyScans,
  packedText,
  phonePhoto,
  picture,
  webp,
  webpCanvas,
  webpChunk,
  webpFrame,
  webpPixels,
} from '../support/images';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAsAdmin();
});
beforeEach(async () => {
  investor = await app.signUp();
});
afterAll(() => app.close());

async function upload(bytes: Buffer | string, type = 'image/jpeg', token = investor.token) {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/proofs',
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
    payload: bytes,
  });
  const json: unknown = response.json();
  return {
    status: response.statusCode,
    headers: response.headers,
    error: errorBodySchema.safeParse(json).data?.errors[0],
    json,
  };
}
async function uploaded(bytes?: Buffer) {
  const { json } = await upload(bytes ?? (await picture().jpeg().toBuffer()));
  return z.object({ data: proofSchema }).parse(json).data;
}
/** Opens a link the way a browser does: without a token. */
const view = (url: string) => app.app.inject(url.replace(/^https?:\/\/[^/]+/, ''));
const deposit = (imageUrl: string, token = investor.token, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/transaction/create', { token, body: buildDeposit({ imageUrl }), headers });
/** How many images were handed to the decoder meanwhile. */
async function countDecoded(work: () => Promise<void>): Promise<number> {
  let decoded = 0;
  const note = () => {
    decoded += 1;
  };
  sharp.queue.on('change', note);
  try {
    await work();
  } finally {
    sharp.queue.off('change', note);
  }
  return decoded;
}
const count = async () =>
  Number((await app.database.pool.query('select count(*) from proofs')).rows[0].count);

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('in %s is kept as WebP', async (format) => {
    const bytes = await picture().toFormat(format).toBuffer();
    const { status, json } = await upload(bytes, `image/${format}`);
    expect(status).toBe(201);
    const { url } = z.object({ data: proofSchema }).parse(json).data;
    const { format: kept, width, height } = await sharp((await view(url)).rawPayload).metadata();
    expect([kept, width, height]).toEqual(['webp', 320, 200]);
  });

  test('of a phone is turned upright, and tells no place, no owner and no camera', async () => {
    const photo = await phonePhoto();
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('Phonemaker');
    const { rawPayload } = await view((await uploaded(photo)).url);
    const { exif, xmp, iptc, orientation, width, height } = await sharp(rawPayload).metadata();
    expect({ exif, xmp, iptc, orientation }).toEqual({});
    expect([width, height]).toEqual([200, 320]);
    expect(rawPayload.toString('latin1')).not.toMatch(/Phonemaker|Lovelace/);
  });

  test('for print, with a profile of its own or with megabytes of packed text is kept, without the text', async () => {
    const print = await picture().toColourspace('cmyk').jpeg().toBuffer();
    const profile = await picture().withIccProfile('p3').jpeg().toBuffer();
    const texts = Array<Buffer>(20).fill(packedText(7_000_000));
    for (const bytes of [print, profile, blackPng(320, 200, texts)]) {
      const { rawPayload } = await view((await uploaded(bytes)).url);
      const { width, space, comments } = await sharp(rawPayload).metadata();
      expect([width, space, comments]).toEqual([320, 'srgb', undefined]);
    }
  });

  test('of as many pixels as phones make by default is kept', async () => {
    // Enlarged: to make up noise for each of the pixels takes twenty times as long as all else.
    const small = await picture(1_024, 768).png().toBuffer();
    const photo = await sharp(small).resize(8_192, 6_144, { kernel: 'nearest' }).jpeg().toBuffer();
    expect(photo.length).toBeLessThan(limits.proofBytes);
    expect((await upload(photo)).status).toBe(201);
  });

  test('that is large is made smaller, whatever the limit of other bodies', async () => {
    const bytes = await picture(4_000, 1_000).jpeg({ quality: 60 }).toBuffer();
    expect(bytes.length).toBeGreaterThan(limits.bodyBytes);
    const { rawPayload } = await view((await uploaded(bytes)).url);
    const { width, height } = await sharp(rawPayload).metadata();
    expect([width, height]).toEqual([2_000, 500]);
  });

  test('with something hidden behind it is kept without that', async () => {
    const bytes = await picture().jpeg().toBuffer();
    const polyglot = Buffer.concat([
      bytes,
      Buffer.from('<script>alert(document.domain)</script>a zip archive'),
    ]);
    const { rawPayload } = await view((await uploaded(polyglot)).url);
    expect(rawPayload.toString('latin1')).not.toMatch(/<script|a zip archive/);
  });
});

describe('what is refused', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('half a %s', async (format) => {
    const bytes = await picture().toFormat(format).toBuffer();
    const before = await count();
    const { status, error } = await upload(bytes.subarray(0, bytes.length / 2), `image/${format}`);
    expect([status, error?.code, error?.field]).toEqual([422, 'validation', 'image']);
    expect(await count()).toBe(before);
  });

  // Of few bytes, and each fine when it is of few pixels.
  const bombs: [string, (width: number, height: number) => Buffer][] = [
    ['a PNG', (width, height) => blackPng(width, height)],
    ['a PNG of an image that has a part more', (width, height) => blackPng(width, height, [packedText(50)])],
    ['a WebP', (width, height) => webp(webpPixels(width, height))],
    ['a WebP with a canvas', (width, height) => webp(webpCanvas(width, height), webpPixels(width, height))],
  ];
  test.each(bombs)('%s of a few bytes that says it is enormous, before it is decoded', async (_, make) => {
    expect((await upload(make(300, 300), 'image/png')).status).toBe(201);
    const decoded = await countDecoded(async () => {
      for (const [width, height] of [
        [3_100, 3_000],
        [8_000, 8_000],
        [16_383, 16_383],
      ] as const) {
        const { status, error } = await upload(make(width, height), 'image/png');
        expect([width, status, error?.field]).toEqual([width, 422, 'image']);
      }
    });
    expect(decoded).toBe(0);
  });

  test('what is made to keep a decoder busy, before it is decoded', async () => {
    const frames = Array.from({ length: 500 }, () => webpFrame(9, 9));
    const files = [
      webp(webpCanvas(9, 9, true), webpChunk('ANIM', Buffer.alloc(6)), ...frames),
      webp(webpCanvas(9, 9), webpPixels(900, 900)),
      webp(webpCanvas(900, 900), webpPixels(9, 9)),
      await manyScans(200),
    ];
    const decoded = await countDecoded(async () => {
      for (const file of files) expect((await upload(file, 'image/webp')).status).toBe(422);
    });
    expect(decoded).toBe(0);
  });

  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  test.each<[string, Buffer]>([
    [
      'an SVG',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
      ),
    ],
    ['a page named proof.png', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', gif],
    ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
  ])('%s', async (_, bytes) => {
    const before = await count();
    const { status, error } = await upload(bytes, 'image/png');
    expect([status, error?.code]).toEqual([422, 'validation']);
    expect(error?.message).not.toMatch(/vips|buffer|svgload/i);
    expect(await count()).toBe(before);
  });

  test('more than five MiB', async () => {
    const { status, error } = await upload(Buffer.alloc(limits.proofBytes + 1));
    expect([status, error?.code]).toEqual([413, 'payload_too_large']);
  });

  test.each(['application/json', 'image/svg+xml', 'text/html', 'multipart/form-data; boundary=x'])(
    'a body of type %s',
    async (type) => {
      const { status, error } = await upload('{"image":""}', type);
      expect([status, error?.code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  test('a request that says nothing and sends nothing', async () => {
    const headers = { authorization: `Bearer ${investor.token}` };
    const response = await app.app.inject({ method: 'POST', url: '/api/proofs', headers });
    expect(response.statusCode).toBe(415);
  });

  test('an image as the body of any other call', async () => {
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/transaction/create',
      headers: { 'content-type': 'image/png', authorization: `Bearer ${investor.token}` },
      payload: blackPng(9, 9),
    });
    expect(response.statusCode).toBe(415);
  });

  test('too many at once of one person: a few wait, the others are asked to come back, and nobody else is', async () => {
    const bytes = await picture(1_200, 1_200).jpeg({ quality: 40 }).toBuffer();
    const other = await app.signUp();
    // Counted here: the library's counters of what waits and what runs are read one after the other, and an image that
    // begins between the two is counted twice.
    const pipeline: { toBuffer(): Promise<Buffer> } = Object.getPrototypeOf(sharp());
    const decode = pipeline.toBuffer;
    let running = 0;
    let most = 0;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const watch = vi.spyOn(pipeline, 'toBuffer').mockImplementation(async function (this: typeof pipeline) {
      running += 1;
      most = Math.max(most, running);
      await held;
      return decode.call(this).finally(() => {
        running -= 1;
      });
    });
    const answers: Awaited<ReturnType<typeof upload>>[] = [];
    const uploads = Array.from({ length: 24 }, async () => {
      answers.push(await upload(bytes));
    });
    const [decoders, waiting] = [decodersFor(availableParallelism()), 6];
    try {
      await expect.poll(() => [running, answers.length]).toEqual([decoders, 24 - decoders - waiting]);
    } finally {
      letGo();
    }
    await Promise.all(uploads);
    watch.mockRestore();
    expect(most).toBe(decoders);
    const turnedAway = answers.filter(({ status }) => status === 503);
    expect(turnedAway).toHaveLength(24 - decoders - waiting);
    expect(turnedAway[0]?.headers['retry-after']).toBe('3');
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(decoders + waiting);
    const [theirs] = await Promise.all([
      upload(bytes, 'image/jpeg', other.token),
      ...Array.from({ length: 12 }, () => upload(bytes)),
    ]);
    expect(theirs.status).toBe(201);
  });

  describe('more than we keep of one person', () => {
    const quota = {
      status: 422,
      error: { code: 'quota_reached', field: 'image', message: refusals.proofQuota },
    };
    /** Images of deposits that were decided long ago. */
    const give = async (count: number, bytes: number) => {
      await app.database.pool.query(
        `with made as (
           insert into transactions (id, user_id, trx_type, amount, crypto, transaction_id, status)
           select gen_random_uuid(), $1, 'DEPOSIT', 100, 'bitcoin', gen_random_uuid(), 'DECLINED'
           from generate_series(1, $2) returning id)
         insert into proofs (id, user_id, image, transaction_id)
         select gen_random_uuid(), $1, decode(repeat('00', $3), 'hex'), id from made`,
        [investor.userId, count, bytes],
      );
    };

    test('in number: of several at once, those there is room for are kept', async () => {
      await give(limits.proofCount - 1, 10);
      const bytes = await picture().jpeg().toBuffer();
      const answers = await Promise.all([upload(bytes), upload(bytes), upload(bytes)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      expect(answers.find(({ status }) => status === 422)).toMatchObject(quota);
      const other = await app.signUp();
      expect((await upload(bytes, 'image/jpeg', other.token)).status).toBe(201);
    });

    test('in number: whoever is stored waits for one that is being stored', async () => {
      await give(limits.proofCount - 1, 10);
      const image = Buffer.from('an image');
      const store = () => app.database.transact((tx) => storeProof(tx, investor.userId, image));
      const watcher = await app.superuser.pool.connect();
      try {
        const { second } = await app.database.transact(async (tx) => {
          await tx.db.execute('set local idle_in_transaction_session_timeout = 0');
          await storeProof(tx, investor.userId, image);
          const begun = Promise.allSettled([store()]);
          await expect.poll(() => countWaiting(watcher)).toBe(1);
          return { second: begun };
        });
        expect(await second).toMatchObject([{ status: 'rejected', reason: { code: 'quota_reached' } }]);
      } finally {
        watcher.release();
      }
    });

    test.each([
      ['in number', limits.proofCount, 10],
      ['in bytes', 100, limits.proofStored / 100],
    ])('%s, before anything is decoded', async (_, number, size) => {
      await give(number, size);
      const bytes = await picture().jpeg().toBuffer();
      const decoded = await countDecoded(async () => expect(await upload(bytes)).toMatchObject(quota));
      expect(decoded).toBe(0);
      // A deposit without an image is as welcome as before.
      expect((await deposit('none')).status).toBe(201);
    });
  });
});

describe('a link to an image', () => {
  test('shows it and lets it do nothing else', async () => {
    const { url } = await uploaded();
    const response = await view(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="proof.webp"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test('works for five minutes', async () => {
    const { url } = await uploaded();
    const expires = Number(new URL(url).searchParams.get('expires')) * 1_000;
    expect(Math.abs(expires - Date.now() - limits.proofLink)).toBeLessThan(60_000);
  });

  test('that was changed, or is of another image, shows nothing', async () => {
    const [one, two] = [await uploaded(), await uploaded()];
    const changed = (change: (link: URL) => void) => {
      const link = new URL(one.url);
      change(link);
      return view(link.href);
    };
    const answers = [
      await changed((link) => link.searchParams.set('expires', '99999999999')),
      await changed((link) => link.searchParams.set('signature', 'A'.repeat(43))),
      await changed((link) => link.searchParams.set('signature', '')),
      await view(one.url.replace(one._id, two._id)),
      await view(one.url.replace(one._id, randomUUID())),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect((await changed((link) => link.searchParams.delete('signature'))).statusCode).toBe(400);
    expect((await view(one.url)).statusCode).toBe(200);
  });
});

describe('a deposit', () => {
  test('with its proof shows a fresh link to its owner and to administrators, wherever it is read', async () => {
    const proof = await uploaded();
    const made = transactionSchema.parse((await deposit(proof.imageUrl)).data);
    const list = z.array(transactionSchema);
    const { token } = investor;
    const own = list.parse((await app.call('GET', '/api/transaction/all', { token })).data);
    const all = list.parse((await app.call('GET', '/api/transaction/transactions', { token: admin })).data);
    const path = `/api/transaction/${made._id}`;
    const read = await app.call('GET', path, { token: admin });
    const changed = await app.call('PUT', path, { token: admin, body: { status: 'CONFIRMED' } });
    const shown = [
      made,
      own[0],
      all.find(({ _id }) => _id === made._id),
      transactionSchema.parse(read.data),
      transactionSchema.parse(changed.data),
    ];
    for (const transaction of shown) {
      expect(transaction?.imageUrl).toMatch(/^https?:\/\//);
      const response = await view(transaction?.imageUrl ?? '');
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp']);
    }
  });

  test('keeps no link where it is stored: not in its row, the audit log or the answer for a retry', async () => {
    const proof = await uploaded();
    const headers = { 'idempotency-key': randomUUID() };
    const body = buildDeposit({ imageUrl: proof.imageUrl });
    const { token } = investor;
    const send = () => app.call('POST', '/api/transaction/create', { token, body, headers });
    const first = transactionSchema.parse((await send()).data);
    const { rows } = await app.database.pool.query(
      `select image_url as stored from transactions where id = $1
       union all select reply->>'imageUrl' from idempotency_keys where key = $2`,
      [first._id, headers['idempotency-key']],
    );
    expect(rows).toEqual(Array(2).fill({ stored: proof.imageUrl }));
    const [event] = await auditOf(app, { subjectId: first._id });
    expect(event).toMatchObject({ after: { imageUrl: proof.imageUrl } });
    const again = transactionSchema.parse((await send()).data);
    expect(again._id).toBe(first._id);
    expect((await view(again.imageUrl ?? '')).statusCode).toBe(200);
  });

  test("takes no proof that was used, is somebody else's, or is none, and then is not made", async () => {
    const proof = await uploaded();
    const stranger = await app.signUp();
    const refused = { status: 422, errors: [{ code: 'validation', field: 'imageUrl' }] };
    expect(await deposit(proof.imageUrl, stranger.token)).toMatchObject(refused);
    expect((await deposit(proof.imageUrl)).status).toBe(201);
    expect(await deposit(proof.imageUrl)).toMatchObject(refused);
    expect(await deposit(`proof:${randomUUID()}`)).toMatchObject(refused);
    expect(await deposit('proof:../../etc/passwd')).toMatchObject(refused);
    const listed = await app.call('GET', '/api/transaction/all', { token: investor.token });
    expect(listed.data).toHaveLength(1);
    const others = await app.call('GET', '/api/transaction/all', { token: stranger.token });
    expect(others.data).toEqual([]);
  });

  test('of two at once with the same proof, one is made', async () => {
    const { imageUrl } = await uploaded();
    const answers = await Promise.all([deposit(imageUrl), deposit(imageUrl), deposit(imageUrl)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });
});

describe('an image that no deposit names', () => {
  test('is gone after a day; one that belongs to a deposit stays', async () => {
    const [used, unused] = [await uploaded(), await uploaded()];
    await deposit(used.imageUrl);
    await app.database.pool.query(
      `update proofs set created_at = created_at - interval '25 hours' where user_id = $1`,
      [investor.userId],
    );
    const fresh = await uploaded();
    await removeUnusedProofs(app.database.db);
    const statuses = await Promise.all(
      [used, unused, fresh].map(async ({ url }) => (await view(url)).statusCode),
    );
    expect(statuses).toEqual([200, 404, 200]);
    expect((await deposit(unused.imageUrl)).status).toBe(422);
  });

  test('makes room when the same person sends more', async () => {
    const sent = [];
    for (let nth = 1; nth <= 7; nth += 1) sent.push(await uploaded());
    const statuses = await Promise.all(sent.map(async ({ url }) => (await view(url)).statusCode));
    expect(statuses).toEqual([404, 404, 200, 200, 200, 200, 200]);
  });

  test('stays when other people send theirs, and so does an own one of a deposit', async () => {
    const used = await uploaded();
    await deposit(used.imageUrl);
    const waiting = await uploaded();
    const owner = investor;
    investor = await app.signUp();
    for (let nth = 1; nth <= 6; nth += 1) await uploaded();
    expect((await view(waiting.url)).statusCode).toBe(200);
    expect((await deposit(waiting.imageUrl, owner.token)).status).toBe(201);
    investor = owner;
    for (let nth = 1; nth <= 6; nth += 1) await uploaded();
    expect((await view(used.url)).statusCode).toBe(200);
  });
});
