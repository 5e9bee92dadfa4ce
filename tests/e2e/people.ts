import { expect, type Page } from '@playwright/test';
import { screens } from '../../contract/paths';
import type { Registration } from '../../contract/user';
import { z } from '../../contract/zod';
import { buildRegistration } from '../builders';
import { inForce, sent } from './api';
import type { Product } from './product';

/** Somebody who has registered and not yet entered the code. */
export async function registerPerson(product: Product, email: string): Promise<Registration> {
  const person = buildRegistration({ email, acceptedDocuments: await inForce(product) });
  await sent(product, 'POST', '/api/user/create', person);
  return person;
}

/** An investor with a verified address. */
export async function createInvestor(product: Product, email: string): Promise<Registration> {
  const person = await registerPerson(product, email);
  await sent(product, 'POST', '/api/auth/verify-email', { email, otp: await product.codeFor(email) });
  return person;
}

/** Fills the sign-in form in view and sends it. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Signs an investor in and waits for the dashboard. */
export async function signInInvestor(product: Product, page: Page, person: Registration): Promise<void> {
  await page.goto(product.address + screens.login);
  await fillSignIn(page, person.email, person.password);
  await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
}

/** The token the page's browser holds, or null. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate<string | null>("localStorage.getItem('token')");
}

const mailsSchema = z.object({ data: z.array(z.object({ to: z.string(), text: z.string() })) });

/** The newest link mailed to somebody who was invited. */
export async function invitationLink(product: Product, email: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const { data } = mailsSchema.parse(await (await fetch(`${product.mailbox}.json`)).json());
    const mail = data.find(({ to, text }) => to === email && text.includes(screens.invitation));
    link = /https?:\S+\/auth\/invitation#\S+/.exec(mail?.text ?? '')?.[0];
    expect(link).toBeDefined();
  }).toPass();
  return link ?? '';
}
