import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { readConfig } from '../../server/config';
import { loadSecrets } from '../../server/secrets';
import { statements } from './statements';

/**
 * What the product is compared with: node:http and pg alone, running the same SQL in the same transactions. It trusts
 * what it is sent: no schemas, no roles, no limits, no errors worth reading.
 */
const config = readConfig(process.env);
const { tokenKey } = loadSecrets(config);
const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 16 });

type Row = Record<string, unknown>;

async function run(
  client: pg.Pool | pg.PoolClient,
  name: keyof typeof statements,
  values: unknown[],
): Promise<Row[]> {
  return (await client.query<Row>({ name, text: statements[name], values })).rows;
}

async function findCaller(request: IncomingMessage): Promise<Row> {
  const [head, payload = '', signature = ''] = (request.headers.authorization ?? '').slice(7).split('.');
  const wanted = createHmac('sha256', tokenKey).update(`${head}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Error('A forged token');
  const { sid, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Row;
  if (Number(exp) * 1000 < Date.now()) throw new Error('An expired token');
  const [caller] = await run(pool, 'findCaller', [sid]);
  if (!caller) throw new Error('No session');
  return caller;
}

async function readBody(request: IncomingMessage): Promise<Row> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Row;
}

/** Runs a write in a transaction, once per key, as the product does. */
async function runIdempotent(
  request: IncomingMessage,
  caller: Row,
  body: Row,
  work: (client: pg.PoolClient) => Promise<Row>,
) {
  const key = request.headers['idempotency-key'];
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const hash = createHash('sha256')
      .update(JSON.stringify([request.url, body]))
      .digest('base64url');
    await run(client, 'tryLockKey', [`idempotency|${caller.userId}|${key}`]);
    const [stored] = await run(client, 'findReply', [caller.userId, key]);
    const reply = stored ? (stored.reply as Row) : await work(client);
    if (!stored) await run(client, 'storeReply', [caller.userId, key, hash, JSON.stringify(reply)]);
    await client.query('COMMIT');
    return reply;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

function dollars(row: Row, caller: Row): Row {
  const { amount, id, ...same } = row;
  return {
    ...same,
    _id: id,
    amount: Number(amount) / 100,
    user: { _id: caller.userId, email: caller.email },
  };
}

function audit(
  client: pg.PoolClient,
  caller: Row,
  action: string,
  id: unknown,
  before: unknown,
  after: unknown,
) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return run(client, 'audit', [
    caller.userId,
    action,
    'transaction',
    id,
    json(before),
    json(after),
    null,
    uuid(),
  ]);
}

/** A mail of the product's size; the product's own process sends both. */
const mailText = { text: 'x'.repeat(500), html: 'x'.repeat(2_000) };

function mail(client: pg.PoolClient, to: unknown) {
  return run(client, 'insertMail', [uuid(), to, 'Deposit', mailText.text, mailText.html, null]);
}

async function create(request: IncomingMessage, caller: Row): Promise<Row> {
  const body = await readBody(request);
  return runIdempotent(request, caller, body, async (client) => {
    const [row = {}] = await run(client, 'insertTransaction', [
      uuid(),
      caller.userId,
      body.trxType,
      Number(body.amount) * 100,
      body.plan,
      body.crypto,
      body.transactionId,
      null,
      null,
      'PENDING',
    ]);
    const created = dollars(row, caller);
    await audit(client, caller, 'transaction.created', row.id, null, created);
    await mail(client, caller.email);
    return created;
  });
}

/** The postings of a confirmed deposit: book, account, sign. */
const effect = (crypto: string): [string, string, number][] => [
  ['money', `custody:${crypto}`, -1],
  ['money', 'balance', 1],
  ['statement', 'walletBalance', 1],
  ['statement', 'contra:walletBalance', -1],
  ['statement', crypto, 1],
  ['statement', `contra:${crypto}`, -1],
  ['statement', 'investment', 1],
  ['statement', 'contra:investment', -1],
];

const figures = [
  'balance',
  'profit',
  'walletBalance',
  'investment',
  'bitcoin',
  'litecoin',
  'usdt',
  'ethereum',
  'bnb',
  'held',
];

async function change(request: IncomingMessage, caller: Row, id: string): Promise<Row> {
  const body = await readBody(request);
  return runIdempotent(request, caller, body, async (client) => {
    const [owner = {}] = await run(client, 'findOwner', [id]);
    await run(client, 'lockAccount', [owner.user_id]);
    const [row = {}] = await run(client, 'lockTransaction', [id]);
    const live = await run(client, 'livePostings', [[id]]);
    const reversal = live.map((line): [string, string, number] => [
      String(line.book),
      String(line.account),
      -Number(line.amount),
    ]);
    const amount = Number(row.amount);
    const added =
      body.status === 'CONFIRMED'
        ? effect(String(row.crypto)).map(([book, account, sign]): [string, string, number] => [
            book,
            account,
            sign * amount,
          ])
        : [];
    const lines = [...reversal, ...added];
    if (lines.length > 0) {
      const [entry = {}] = await run(client, 'insertEntry', [
        owner.user_id,
        'transaction',
        id,
        body.status,
        caller.userId,
        null,
      ]);
      await run(client, 'insertPostings', [
        entry.id,
        lines.map((_, index) => index + 1),
        lines.map(([book]) => book),
        lines.map(([, account]) => account),
        lines.map(([, , sum]) => sum),
        lines.map((_, index) => index < reversal.length),
      ]);
      const sums = figures.map((figure) =>
        lines.reduce((sum, [, account, value]) => (account === figure ? sum + value : sum), 0),
      );
      await run(client, 'addToAccount', [...sums, owner.user_id]);
    }
    const [updated = {}] = await run(client, 'updateStatus', [body.status, id]);
    await audit(
      client,
      caller,
      'transaction.status_changed',
      id,
      { status: row.status, version: row.version },
      { status: updated.status, version: updated.version },
    );
    await mail(client, row.email);
    return dollars(updated, caller);
  });
}

async function handle(request: IncomingMessage): Promise<Row> {
  const caller = await findCaller(request);
  if (request.method === 'POST') return create(request, caller);
  if (request.method === 'PUT') return change(request, caller, (request.url ?? '').split('/').at(-1) ?? '');
  const [row = {}] = await run(pool, 'findAccount', [caller.userId]);
  const inDollars = figures.map((figure) => [figure, Number(row[snake(figure)]) / 100]);
  return { _id: row.user_id, version: row.version, ...Object.fromEntries(inDollars) };
}

const snake = (figure: string) => (figure === 'walletBalance' ? 'wallet_balance' : figure);

function answer(response: ServerResponse, status: number, body: Row): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

createServer((request, response) => {
  handle(request).then(
    (data) => answer(response, request.method === 'POST' ? 201 : 200, { data }),
    (error: unknown) => answer(response, 500, { error: String(error) }),
  );
}).listen(config.port, config.host);
