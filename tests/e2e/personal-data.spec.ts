import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { screens } from '../../contract/paths';
import { personalDataSchema } from '../../contract/personal-data';
import { z } from '../../contract/zod';
import { sent, tokenFrom } from './api';
import { checkLooks } from './axe';
import { createInvestor, fillSignIn, signInInvestor } from './people';
import { type Product, startProduct } from './product';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

const email = 'hedwig.kiesler@example.com';

test('an investor downloads all that is stored, and an administrator erases it; the books stay', async ({
  page,
  context,
}) => {
  const person = await createInvestor(product, email);
  const token = await tokenFrom(product, '/api/user/login', { email, password: person.password });
  const { _id } = z
    .object({ _id: z.string() })
    .parse(await sent(product, 'GET', '/api/user', undefined, { token }));
  await signInInvestor(product, page, person);

  await test.step('as JSON and as a page to read', async () => {
    await page.goto(product.address + screens.profile);
    const section = page.getByRole('region', { name: 'Your data' });
    await section.scrollIntoViewIfNeeded();
    await checkLooks(page, 'your data');
    const download = async (name: string) => {
      const waiting = page.waitForEvent('download');
      await section.getByRole('button', { name }).click();
      const file = await waiting;
      await expect(section.getByText(/^Saved/)).toBeVisible();
      return { name: file.suggestedFilename(), path: await file.path() };
    };
    const json = await download('Download as JSON');
    expect(json.name).toMatch(/-my-data-\d{4}-\d\d-\d\d\.json$/);
    const data = personalDataSchema.parse(JSON.parse(await readFile(json.path, 'utf8')));
    expect(data.sections.find(({ name }) => name === 'users')?.rows).toMatchObject([{ email }]);
    const readable = await download('Download to read');
    expect(readable.name).toMatch(/\.html$/);
    const reader = await context.newPage();
    await reader.setContent(await readFile(readable.path, 'utf8'));
    await expect(reader.getByRole('heading', { level: 1 })).toContainText('stores about you');
    await expect(reader.getByRole('heading', { name: 'Sessions' })).toBeVisible();
    await expect(reader.getByText(email).first()).toBeVisible();
    await reader.close();
  });

  await test.step('an administrator erases it, by the address and for a reason', async () => {
    await page.evaluate('localStorage.clear()');
    await page.goto(product.address + screens.login);
    await fillSignIn(page, product.admin.email, product.admin.password);
    await expect(page).toHaveURL(/\/admin/);
    await page.goto(`${product.address}${screens.admin}/users/${_id}/show`);
    await page.getByRole('button', { name: 'Erase personal data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase personal data?' });
    await expect(dialog.getByRole('textbox', { name: 'Email address of the person' })).toBeFocused();
    await checkLooks(page, 'erase personal data');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('By letter of 12 November');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Erased Person' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Erase personal data' })).toHaveCount(0);
    await expect(page.getByText(email)).toHaveCount(0);
  });

  await test.step('and they cannot sign in any more', async () => {
    const answer = await page.request.post(`${product.address}/api/user/login`, {
      data: { email, password: person.password },
    });
    expect(answer.status()).toBe(401);
  });
});
