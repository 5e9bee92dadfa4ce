import { calls, offeredAs } from '../../contract/calls';
import { z } from '../../contract/zod';
import { baseChecks } from './base-checks';
import { dataOf, type Finding, furtherPatience, NotTried, Refused, send, Wrong } from './client';
import { checkFurther, checkUnknown, namesBesides } from './further-checks';
import { checkPreflights } from './preflights';
import * as shapes from './shapes';
import { type Asked, type Check, createVisit, type Tokens } from './visit';

/** Tries a host call by call against the contract; changes something only when it is asked to write. */
export async function checkHost(
  asked: Asked,
  told: (finding: Finding) => void = () => {},
): Promise<Finding[]> {
  const tokens: Tokens = {};
  const checks = baseChecks(createVisit(asked, tokens));
  const findings: Finding[] = [];
  const add = (finding: Finding) => {
    findings.push(finding);
    told(finding);
  };
  for (const check of checks)
    add({ call: offeredAs(calls[check.name]), base: true, ...(await outcomeOf(check, asked)) });
  if (asked.origin) for (const finding of await checkPreflights(asked.host, asked.origin)) add(finding);
  const further = namesBesides(new Set(checks.map(({ name }) => name)));
  const known = { ids: await knownIds(asked.host, tokens), offered: await saidOf(asked.host, tokens) };
  for (const finding of await checkUnknown(asked.host, tokens)) add(finding);
  return [...findings, ...(await checkFurther(asked.host, further, tokens, known, told))];
}

async function outcomeOf({ writes, run }: Check, { write }: Asked): Promise<Pick<Finding, 'state' | 'note'>> {
  if (writes && !write) return { state: 'not tried', note: 'it changes something: --write tries it' };
  try {
    return { state: 'ok', note: await run() };
  } catch (error) {
    if (error instanceof NotTried) return { state: 'not tried', note: error.message };
    if (error instanceof Refused) return { state: 'refused', note: error.message };
    if (error instanceof Wrong) return { state: 'wrong', note: error.message };
    throw error;
  }
}

/** What `listOffered` says, where the host has that. */
async function saidOf(host: string, { admin }: Tokens): Promise<ReadonlySet<string> | undefined> {
  try {
    const reply = await send(host, offeredAs(calls.listOffered), { token: admin, patience: furtherPatience });
    return new Set(dataOf(reply, z.array(z.string())));
  } catch {
    return undefined;
  }
}

/** Records to try further calls on: the first of each list. */
async function knownIds(host: string, { admin }: Tokens): Promise<Record<string, string>> {
  if (!admin) return {};
  const first = async (call: string, shape: z.ZodType<readonly string[]>) => {
    try {
      return dataOf(await send(host, call, { token: admin, patience: furtherPatience }), shape)[0];
    } catch {
      return undefined;
    }
  };
  const account = shapes.accounts.transform((all) => all.map(({ user }) => user._id));
  const transaction = shapes.ownTransactions.transform((all) => all.map(({ _id }) => _id));
  // Who has an account is an investor: a list of people may leave out of what type they are.
  const userId = await first(offeredAs(calls.listAccounts), account);
  const trxId = await first(offeredAs(calls.listTransactions), transaction);
  return { ...(userId && { userId }), ...(trxId && { trxId }) };
}
