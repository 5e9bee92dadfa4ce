import { expect } from 'vitest';
import { actQuestionSchema } from '../../contract/acts';
import { passkeySetupSchema } from '../../contract/factors';
import { z } from '../../contract/zod';
import { SoftwarePasskey } from './passkey';
import type { TestApp } from './test-app';

/** The site of an app that is started with its origin as `PUBLIC_URL`. */
export const site = { rpId: 'invest.averin.test', origin: 'https://invest.averin.test' };

export interface ActToSign {
  method: string;
  path: string;
  body?: unknown;
  ifMatch?: number;
  reason?: string;
}

/** Adds a passkey to whoever is signed in. */
export async function addPasskey(app: TestApp, token: string, password: string): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey(site);
  const begun = await app.call('POST', '/api/user/factors/passkey', { token, body: { password } });
  const { setupId, options } = passkeySetupSchema.parse(begun.data);
  const proof = { kind: 'passkey', response: passkey.register(options.challenge) };
  const added = await app.call('POST', '/api/user/factors', {
    token,
    body: { setupId, name: 'Laptop', proof },
  });
  expect(added.status).toBe(201);
  return passkey;
}

export const askAct = (app: TestApp, act: ActToSign, token: string) =>
  app.call('POST', '/api/auth/step-up/passkey', { token, body: { act } });

/** Has the passkey sign an act; answers what the call is to be sent with. */
export async function signAct(
  app: TestApp,
  { token, passkey }: { token: string; passkey: SoftwarePasskey },
  act: ActToSign,
): Promise<string> {
  const asked = actQuestionSchema.parse((await askAct(app, act, token)).data).passkey;
  const response = passkey.sign(asked?.options.challenge ?? '');
  const signed = await app.call('POST', `/api/auth/step-up/passkey/${asked?.actId}`, {
    token,
    body: { response },
  });
  return z.object({ proofId: z.string() }).parse(signed.data).proofId;
}
