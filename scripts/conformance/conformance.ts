import { calls, offeredAs } from '../../contract/calls';
import { z } from '../../contract/zod';
import { type Asked, baseChecks, type Tokens } from './base-checks';
import { dataOf, type Finding, NotTried, send, Wrong } from './client';
import { checkFurther, namesBesides } from './further-checks';
import * as shapes from './shapes';

/** Tries a host call by call against the contract; changes something only when it is asked to write. */
export async function checkHost(asked: Asked): Promise<Finding[]> {
  const tokens: Tokens = {};
  const checks = baseChecks(asked, tokens);
  const findings: Finding[] = [];
  for (const { name, writes, run } of checks) {
    const add = (state: Finding['state'], note: string) =>
      findings.push({ call: offeredAs(calls[name]), base: true, state, note });
    if (writes && !asked.write) {
      add('not tried', 'it changes something: --write tries it');
      continue;
    }
    try {
      add('ok', await run());
    } catch (error) {
      if (error instanceof NotTried) add('not tried', error.message);
      else
        add('wrong', error instanceof Wrong ? error.message : `the host cannot be asked: ${reasonOf(error)}`);
    }
  }
  const further = namesBesides(new Set(checks.map(({ name }) => name)));
  const known = { ids: await knownIds(asked.host, tokens), offered: await saidOf(asked.host, tokens) };
  return [...findings, ...(await checkFurther(asked.host, further, tokens, known))];
}

/** Node says why a request failed in the cause of its error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

/** What `listOffered` says, where the host has that. */
async function saidOf(host: string, { admin }: Tokens): Promise<ReadonlySet<string> | undefined> {
  try {
    const reply = await send(host, offeredAs(calls.listOffered), { token: admin });
    return new Set(dataOf(reply, z.array(z.string())));
  } catch {
    return undefined;
  }
}

/** Records to try further calls on: the first of each list. */
async function knownIds(host: string, { admin }: Tokens): Promise<Record<string, string>> {
  if (!admin) return {};
  const first = async <S extends z.ZodType<readonly { _id: string }[]>>(call: string, shape: S) => {
    try {
      return dataOf(await send(host, call, { token: admin }), shape)[0]?._id;
    } catch {
      return undefined;
    }
  };
  const users = z.array(z.object({ _id: z.string(), type: z.string() }));
  const investors = users.transform((all) =>
    all.filter(({ type }) => type !== 'admin' && type !== 'auditor'),
  );
  const userId = await first(offeredAs(calls.listUsers), investors);
  const trxId = await first(offeredAs(calls.listTransactions), shapes.ownTransactions);
  return { ...(userId && { userId }), ...(trxId && { trxId }) };
}
