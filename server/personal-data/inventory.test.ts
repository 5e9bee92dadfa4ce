import { getTableName } from 'drizzle-orm';
import { type AnyPgColumn, pgTable, uuid } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { users } from '../db/schema/people';
import { resourceColumns } from '../resources/columns';
import { defineResource, type Resource } from '../resources/define-resource';
import { personalTablesOf } from './inventory';

const person = () => ({ ...resourceColumns, userId: uuid('user_id').references(() => users.id) });

const claims = pgTable('claims', person());
const letters = pgTable('letters', { ...person(), claimId: uuid('claim_id').references(() => claims.id) });
const scans = pgTable('scans', { ...person(), letterId: uuid('letter_id').references(() => letters.id) });
const heads = pgTable('heads', {
  ...person(),
  handId: uuid('hand_id').references((): AnyPgColumn => hands.id),
});
const hands = pgTable('hands', { ...person(), headId: uuid('head_id').references(() => heads.id) });

const rest = { fields: {}, personal: { person: 'userId', erasure: { delete: true } } } as const;
const claim = defineResource({ name: 'claims', table: claims, ...rest });
const letter = defineResource({ name: 'letters', table: letters, ...rest });
const scan = defineResource({ name: 'scans', table: scans, ...rest });
const head = defineResource({ name: 'heads', table: heads, ...rest });
const hand = defineResource({ name: 'hands', table: hands, ...rest });

const orderOf = (...resources: Resource[]) =>
  personalTablesOf(resources)
    .slice(0, resources.length)
    .map(({ table }) => getTableName(table));

test('an erasure takes what refers to other rows before these, in whatever order they are declared', () => {
  for (const declared of [
    [claim, letter, scan],
    [scan, letter, claim],
    [letter, scan, claim],
    [scan, claim, letter],
  ]) {
    expect(orderOf(...declared)).toEqual(['scans', 'letters', 'claims']);
  }
});

test('tables that refer to each other are all taken, once each', () => {
  expect(orderOf(head, hand, claim).toSorted()).toEqual(['claims', 'hands', 'heads']);
});
