import type { FastifyInstance } from 'fastify';
import { legalFile, publicUrlToken, yearToken } from '../../contract/site';
import type { Config } from '../config';
import { createHtmlPage, type FixedContent } from '../fixed-content';
import { type BuiltPages, readBuilt } from './built-pages';
import { fill } from './landing-page';

/** The legal documents at their addresses, whole as they come: they need no script. `policy` is what a page may do. */
export function serveLegal(
  app: FastifyInstance,
  { folder, site }: BuiltPages,
  config: Config,
  policy: string,
): void {
  for (const { document, path } of site.documents) {
    const template = readBuilt(folder, legalFile(document));
    const pageOf = (year: string) =>
      createHtmlPage(
        fill(
          template,
          new Map([
            [publicUrlToken, config.publicUrl],
            [yearToken, year],
          ]),
        ),
      );
    let last: { year: string; page: FixedContent } | undefined;
    app.get(path, { schema: { hide: true } }, async (_, reply) => {
      const year = String(new Date().getFullYear());
      if (last?.year !== year) last = { year, page: pageOf(year) };
      return app.sendFixed(reply.header('content-security-policy', policy), last.page);
    });
  }
}
