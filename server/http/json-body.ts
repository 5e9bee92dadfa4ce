import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusals } from '../../contract/refusals';
import { refuse } from '../errors/refusal';
import { isDeep } from '../json-depth';

/**
 * Reads JSON bodies and nothing else. An empty one counts as none: every request of our clients carries a JSON
 * content type (docs/rules.md, "Requests and answers"), also those that have nothing to say.
 */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = jsonParser(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, String(body), done);
  });
}

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Parses JSON as Fastify does, which refuses names that reach into prototypes; also refuses, with 400, what is nested
 * so deep that whatever walks through it by calling itself would run out of stack.
 */
export function jsonParser(
  app: FastifyInstance,
): (request: FastifyRequest, text: string, done: Done) => void {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, text, done) => {
    if (isDeep(text)) return done(refuse.badRequest(refusals.jsonTooDeep));
    parse(request, text, (error, body) => {
      // Right JSON, then, and one of those names.
      if (error && isJson(text)) done(refuse.badRequest(refusals.jsonName));
      else done(error, body);
    });
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
