import type { LegalDocumentName } from './enums';
import { legalDocumentSchema } from './legal';
import { z } from './zod';

/*
 * What the build of the pages tells the server. The server cannot import the operator's file (src/app.config.ts), so
 * the build writes what it needs to know beside the pages.
 */

/** The file's name in the folder of the built pages. */
export const siteFile = 'site.json';

export const siteModes = ['demo', 'live'] as const;
export type SiteMode = (typeof siteModes)[number];

/** The built front page of a mode; a template whose tokens the server fills. */
export const landingFile = (mode: SiteMode) => `landing.${mode}.html`;

/** The built page of a legal document; a template like the front page. */
export const legalFile = (name: LegalDocumentName) => `legal.${name}.html`;

/** The same page with the translator in it, which is served without an origin. */
export const translateFile = (mode: SiteMode) => `translate.${mode}.html`;

/** The built page of the screens that have none of their own. */
export const appFile = 'app.html';

/** The built page of a screen that is rendered before it is asked for, by the screen's address. */
export const screenFile = (path: string) => `screen${path.replaceAll('/', '.')}.html`;

/** Figures of the front page that come from the database ("computed": docs/rules.md, "Origin of content"). */
export const figureNames = ['investors', 'depositsConfirmed', 'withdrawalsPaid', 'countries'] as const;
export type FigureName = (typeof figureNames)[number];

/** Stands in the template where the figure goes; the figure comes grouped, without a currency: 1,234. */
export const figureToken = (name: FigureName) => `%FIGURE_${name}%`;
/** Stands for the address people reach the product at, without a trailing slash. */
export const publicUrlToken = '%PUBLIC_URL%';
/** Stands for the current year. */
export const yearToken = '%YEAR%';

/** A host as a content security policy names it: `https://host`, with a leading `*.` for all its subdomains. */
const host = z.string().regex(/^https?:\/\/(\*\.)?[\w.-]+(:\d+)?$/);
/** A script's hash as a content security policy names it. */
const scriptHash = z.string().regex(/^'sha256-[\w+/]+=*'$/);

export const siteSchema = z.object({
  /** What is still to be filled in before a live start, in words; each names its place. */
  missing: z.array(z.string()),
  /** Where people reach the operator: mails that tell them to write say so. May be empty in demo mode. */
  supportMail: z.string(),
  /** The legal documents as they are in force. */
  documents: z.array(legalDocumentSchema),
  /** The figures the front page shows. */
  figures: z.array(z.enum(figureNames)),
  /** Hashes of the scripts inside the front page, inside the app's page, and inside the market widgets' frames. */
  inlineScripts: z.object({
    landing: z.array(scriptHash),
    app: z.array(scriptHash),
    widget: z.array(scriptHash),
  }),
  /** Addresses of the screens that have a built page of their own. */
  rendered: z.array(z.string().startsWith('/')),
  /** Scripts a screen is made of, by its path: browsers are told to fetch them at once. */
  preloads: z.record(z.string(), z.array(z.string().startsWith('/assets/'))),
  /** Hosts the translate widget loads from (in its own page) and the market widgets load from (their frames). */
  hosts: z.object({ translate: z.array(host), market: z.array(host) }),
});
export type Site = z.infer<typeof siteSchema>;

/** Folder of the market widgets' pages, which are shown inside sandboxed frames only. */
export const widgetFolder = '/widgets/';
