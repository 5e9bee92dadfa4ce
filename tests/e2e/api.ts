import { expect } from '@playwright/test';
import { calls } from '../../contract/calls';
import { type AcceptedDocuments, legalDocumentSchema } from '../../contract/legal';
import { z } from '../../contract/zod';
import type { Product } from './product';

const replySchema = z.object({ data: z.unknown().optional(), errors: z.array(z.unknown()).optional() });

interface Request {
  token?: string;
  headers?: Record<string, string>;
}

/** Calls the API as a program does: the status, and what the answer holds in `data` or in `errors`. */
export async function send(
  product: Pick<Product, 'address'>,
  method: string,
  path: string,
  body?: unknown,
  { token, headers }: Request = {},
) {
  const response = await fetch(product.address + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...replySchema.parse(await response.json()) };
}

/** What the product's register form sends of its documents: the versions in force. */
export async function inForce(product: Pick<Product, 'address'>): Promise<AcceptedDocuments> {
  const documents = z.array(legalDocumentSchema).parse(await sent(product, 'GET', calls.listDocuments.path));
  return Object.fromEntries(documents.map(({ document, version }) => [document, version]));
}

/** The data of a call that must work. */
export async function sent(...request: Parameters<typeof send>): Promise<unknown> {
  const { status, data, errors } = await send(...request);
  expect(errors, request[2]).toBeUndefined();
  expect(status, request[2]).toBeLessThan(300);
  return data;
}

/** The token that a call answers. */
export async function tokenFrom(
  product: Pick<Product, 'address'>,
  path: string,
  body: object,
): Promise<string> {
  return z.string().parse(await sent(product, 'POST', path, body));
}
