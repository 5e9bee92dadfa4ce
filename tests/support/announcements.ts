import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { z } from '../../contract/zod';
import { resourceColumns } from '../../server/resources/columns';
import { defineResource } from '../../server/resources/define-resource';

/** A resource as an operator would add it, with a column of each kind. */
const announcements = pgTable('announcements', {
  ...resourceColumns,
  title: text('title').notNull().unique(),
  body: text('body').notNull(),
  published: boolean('published').notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true }),
});

export const announcementResource = defineResource({
  name: 'announcements',
  table: announcements,
  fields: {
    title: z.string().trim().min(3, 'the title is too short').max(200),
    body: z.string().trim().min(1).max(5_000),
    published: z.boolean().default(false),
    publishedAt: z.iso.datetime().nullable().default(null),
  },
  searchable: ['title', 'body'],
  sortable: ['title', 'published', 'publishedAt'],
});

/** What `npm run db:generate` writes for it. */
export const announcementTable = `create table announcements (
  id uuid primary key, version integer default 1 not null,
  created_at timestamptz default now() not null, updated_at timestamptz default now() not null,
  title text not null unique, body text not null, published boolean not null, published_at timestamptz)`;
