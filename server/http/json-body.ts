import type { FastifyInstance } from 'fastify';

/**
 * Reads JSON bodies and nothing else. An empty one counts as none: every request of our clients carries a JSON
 * content type (specification, section 7), also those that have nothing to say.
 */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, String(body), done);
  });
}
