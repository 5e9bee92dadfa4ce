import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Site, siteFile } from '../../contract/site';
import { ConfigError } from '../config';
import { findBuiltPages, readBuilt } from './built-pages';

const site: Site = {
  missing: ['operator'],
  supportMail: 'help@averin.test',
  documents: [],
  figures: [],
  rendered: [],
  preloads: {},
  inlineScripts: { landing: [], app: [], widget: [] },
  hosts: { translate: [], market: ['https://*.market.example'] },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'averin-built-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const say = (text: string) => writeFileSync(join(folder, siteFile), text);

describe('the built pages', () => {
  test('may not be there', () => {
    expect(findBuiltPages(join(folder, 'none'))).toBeUndefined();
  });

  test('come with what their build says', () => {
    say(JSON.stringify(site));
    expect(findBuiltPages(folder)).toEqual({ folder, site });
  });

  test.each([
    ['is not there', undefined],
    ['is cut off', '{"missing":['],
    ['is of another version', '{"missing":[]}'],
    [
      'names a host that would break out of a policy',
      JSON.stringify({ ...site, hosts: { translate: ['https://x; script-src *'], market: [] } }),
    ],
  ])('stop the start with what to do when %s', (_, text) => {
    if (text !== undefined) say(text);
    expect(() => findBuiltPages(folder)).toThrow(ConfigError);
    expect(() => findBuiltPages(folder)).toThrow(/site\.json: .*npm run build/);
  });

  test('stop it as well when a page is not there', () => {
    expect(() => readBuilt(folder, 'app.html')).toThrow(/app\.html: .*npm run build/);
  });
});
