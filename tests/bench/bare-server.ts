import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { readConfig } from '../../server/config';
import { loadSecrets } from '../../server/secrets';
import { statements } from './statements';

/**
 * What the product is compared with: node:http and pg alone, the best that can be written with them. It reads and writes
 * the same rows in as few statements and round trips as there can be, and trusts what it is sent: no schemas, no roles,
 * no limits, no errors worth reading.
 */
const config = readConfig(process.env);
const { tokenKey } = loadSecrets(config);
const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 16, pipeline: true });

type Row = Record<string, unknown>;

async function run(
  client: pg.Pool | pg.PoolClient,
  name: keyof typeof statements,
  values: unknown[],
): Promise<Row[]> {
  return (await client.query<Row>({ name, text: statements[name], values })).rows;
}

/** The session that a token names. */
function sessionOf(request: IncomingMessage): unknown {
  const [head, payload = '', signature = ''] = (request.headers.authorization ?? '').slice(7).split('.');
  const wanted = createHmac('sha256', tokenKey).update(`${head}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Error('A forged token');
  const { sid, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Row;
  if (Number(exp) * 1000 < Date.now()) throw new Error('An expired token');
  return sid;
}

async function findCaller(request: IncomingMessage): Promise<Row> {
  const [caller] = await run(pool, 'findCaller', [sessionOf(request)]);
  if (!caller) throw new Error('No session');
  return caller;
}

async function readBody(request: IncomingMessage): Promise<Row> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Row;
}

function hashOf(request: IncomingMessage, body: Row): string {
  return createHash('sha256')
    .update(JSON.stringify([request.url, body]))
    .digest('base64url');
}

/** A mail of the product's size; the product's own process sends both. */
const mailText = { text: 'x'.repeat(500), html: 'x'.repeat(2_000) };

async function create(request: IncomingMessage): Promise<Row> {
  const [caller, body] = await Promise.all([findCaller(request), readBody(request)]);
  const key = request.headers['idempotency-key'];
  const id = uuid();
  const at = new Date().toISOString();
  const created = {
    ...body,
    _id: id,
    user: personOf(caller.userId, caller),
    status: 'PENDING',
    version: 1,
    imageUrl: null,
    wallet: null,
    createdAt: at,
    updatedAt: at,
  };
  const json = JSON.stringify(created);
  const made = await run(pool, 'createDeposit', [
    caller.userId,
    key,
    hashOf(request, body),
    json,
    id,
    Number(body.amount) * 100,
    body.plan,
    body.crypto,
    body.transactionId,
    at,
    json,
    uuid(),
    uuid(),
    caller.email,
    mailText.text,
    mailText.html,
  ]);
  if (made.length > 0) return created;
  const [stored] = await run(pool, 'findReply', [caller.userId, key]);
  return stored?.reply as Row;
}

const personOf = (id: unknown, row: Row) => ({
  _id: id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
});

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

async function change(request: IncomingMessage, id: string): Promise<Row> {
  const [caller, body] = await Promise.all([findCaller(request), readBody(request)]);
  const key = request.headers['idempotency-key'];
  const client = await pool.connect();
  try {
    const [, [stored], , [row = {}], live] = await Promise.all([
      client.query('BEGIN'),
      run(client, 'findReply', [caller.userId, key]),
      run(client, 'lockAccount', [id]),
      run(client, 'lockTransaction', [id]),
      run(client, 'livePostings', [id]),
    ]);
    if (stored) {
      await client.query('ROLLBACK');
      return stored.reply as Row;
    }
    const lines = linesOf(row, live, body.status);
    const { user_id, amount, now, version, status, email, first_name, last_name, id: _, ...same } = row;
    const changed = {
      ...same,
      _id: id,
      amount: Number(amount) / 100,
      status: body.status,
      version: Number(version) + 1,
      updated_at: now,
      user: personOf(user_id, row),
    };
    await Promise.all([
      run(client, 'changeStatus', [
        user_id,
        id,
        body.status,
        caller.userId,
        lines.map((_, index) => index + 1),
        lines.map(({ book }) => book),
        lines.map(({ account }) => account),
        lines.map((line) => line.amount),
        lines.map(({ reversal }) => reversal),
        ...figures.map((figure) =>
          lines.reduce((sum, line) => (line.account === figure ? sum + line.amount : sum), 0),
        ),
        now,
        JSON.stringify({ status, version }),
        JSON.stringify({ status: body.status, version: changed.version }),
        uuid(),
        key,
        hashOf(request, body),
        JSON.stringify(changed),
        uuid(),
        email,
        mailText.text,
        mailText.html,
      ]),
      client.query('COMMIT'),
    ]);
    return changed;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** What a change of status posts: the reversal of what is in effect, and the new effect. */
function linesOf(row: Row, live: Row[], status: unknown) {
  const amount = Number(row.amount);
  const added = status === 'CONFIRMED' ? effect(String(row.crypto)) : [];
  return [
    ...live.map((line) => ({
      book: String(line.book),
      account: String(line.account),
      amount: -Number(line.amount),
      reversal: true,
    })),
    ...added.map(([book, account, sign]) => ({ book, account, amount: sign * amount, reversal: false })),
  ];
}

async function handle(request: IncomingMessage): Promise<Row> {
  if (request.method === 'POST') return create(request);
  if (request.method === 'PUT') return change(request, (request.url ?? '').split('/').at(-1) ?? '');
  const [row] = await run(pool, 'findOwnAccount', [sessionOf(request)]);
  if (!row) throw new Error('No session');
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
