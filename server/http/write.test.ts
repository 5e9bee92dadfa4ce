import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '../../contract/endpoints';
import { refuse } from '../errors/refusal';
import type { Change } from '../request';
import { guardWrites } from './changes';
import { handleErrors } from './errors';
import { route, routeOutsideWrite, serveEndpoint } from './route';
import { serveWrite, write, writeEach } from './write';

const caller = {
  userId: '00000000-0000-4000-8000-000000000001',
  type: 'admin',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  sessionId: '00000000-0000-4000-8000-000000000002',
  factor: 'none',
} as const;

let app: FastifyInstance;
let committed: Change[];

async function commit<T, O>(
  change: Change,
  work: (tx: { name: string }, opened: O) => Promise<T>,
  open: (db: { name: string }, again: boolean) => Promise<O> = () => Promise.resolve(undefined as O),
): Promise<T> {
  committed.push(change);
  return work({ name: 'the transaction' }, await open({ name: 'the connection' }, true));
}

beforeEach(() => {
  committed = [];
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);
  app.addHook('onRequest', async (request) => {
    request.caller = caller;
  });
  guardWrites(app);
});
afterEach(() => app.close());

describe('a route with a changing method that goes around write does not start', () => {
  const handler = async () => ({});
  const config = { access: 'admin' } as const;

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s', (method) => {
    expect(() => app.route({ method, url: '/api/around', config, handler })).toThrow(
      `${method} /api/around goes around write`,
    );
  });

  test('one method of several', () => {
    const add = () => app.route({ method: ['GET', 'DELETE'], url: '/api/around', config, handler });
    expect(add).toThrow('DELETE /api/around goes around write');
  });

  test('of the contract, or of a resource', () => {
    const served = { operationId: 'editAccount', endpoint: endpoints.editAccount, limit: 'none' } as const;
    expect(() => serveEndpoint(app, served, handler)).toThrow('goes around write');
    // The types refuse it as well.
    const anyRoute: (...of: [FastifyInstance, EndpointName, 'none', () => Promise<never>]) => void =
      route as never;
    expect(() => anyRoute(app, 'editAccount', 'none', () => Promise.reject())).toThrow('goes around write');
  });

  test('outside of the API, and in a scope of its own', async () => {
    await expect(
      (async () => app.register(async (scope) => void scope.post('/elsewhere', handler)))(),
    ).rejects.toThrow('POST /elsewhere goes around write');
  });

  test.each(['', ' '])('with %j for a reason', (outsideWrite) => {
    const add = () => app.post('/api/around', { config: { ...config, outsideWrite } }, handler);
    expect(add).toThrow('goes around write');
  });
});

describe('starts', () => {
  test('what reads, what says why it is no write, and what is written by write', async () => {
    route(app, 'readUser', 'none', () => Promise.reject(refuse.notFound()));
    routeOutsideWrite(app, 'logout', 'none', 'ends the session that asks', async () => ({ message: 'Out' }));
    writeEach(app, 'changeStatuses', 'none', async () => []);
    write(app, 'endOtherSessions', 'none', commit, {
      operation: 'end',
      work: async () => ({ message: 'Ended' }),
    });
    await app.ready();
    expect((await app.inject({ method: 'DELETE', url: '/api/auth/sessions' })).json()).toEqual({
      data: { message: 'Ended' },
    });
  });
});

describe('a write', () => {
  const url = `/api/things/${caller.userId}`;
  const endpoint = { ...endpoints.endUserSessions, method: 'PUT', path: '/api/things/:userId' } as const;

  function serve(versioned: boolean, work: () => Promise<object>): void {
    const served = { operationId: 'change', endpoint, limit: 'none' } as const;
    serveWrite(app, served, commit, {
      operation: 'thing.change',
      on: () => 'one',
      versioned,
      open: async (db, { request }, again) => ({ ...db, url: request.url, again }),
      work: async (tx, { ifMatch }, opened) => {
        expect(tx.name).toBe('the transaction');
        expect(opened).toEqual({ name: 'the connection', url, again: true });
        return { message: `read ${ifMatch ?? 'none'}`, ...(await work()) };
      },
      show: (reply) => reply,
    });
  }

  test('is committed with who acts and why, its key, its version, and no body where there is none', async () => {
    serve(true, async () => ({}));
    const headers = { 'idempotency-key': 'k', 'x-reason': 'why%20not', 'if-match': '"7"' };
    const answer = await app.inject({ method: 'PUT', url, headers, payload: { sent: 'all the same' } });
    expect(answer.json()).toEqual({ data: { message: 'read 7' } });
    const { userId, sessionId } = caller;
    const actor = { userId, sessionId, requestId: expect.any(String), reason: 'why not' };
    expect(committed).toEqual([{ actor, key: 'k', operation: 'thing.change one 7', body: null }]);
  });

  test('names no version for a caller that has none, and is of none where there are none', async () => {
    serve(true, async () => ({}));
    await app.inject({ method: 'PUT', url });
    expect(committed[0]).toMatchObject({ key: undefined, operation: 'thing.change one *' });
  });

  test('without versions does not look at If-Match', async () => {
    serve(false, async () => ({}));
    const answer = await app.inject({ method: 'PUT', url, headers: { 'if-match': 'seven' } });
    expect(answer.json()).toEqual({ data: { message: 'read none' } });
    expect(committed[0]?.operation).toBe('thing.change one');
  });

  test('tells the version of what it answers', async () => {
    serve(true, async () => ({ version: 8 }));
    expect((await app.inject({ method: 'PUT', url })).headers.etag).toBe('"8"');
  });

  test.each([
    ['idempotency-key', 'two words'],
    ['if-match', 'seven'],
    ['x-reason', '100%'],
  ])('with a wrong %s is refused before it begins', async (name, value) => {
    serve(true, async () => ({}));
    expect((await app.inject({ method: 'PUT', url, headers: { [name]: value } })).statusCode).toBe(400);
    expect(committed).toEqual([]);
  });
});
