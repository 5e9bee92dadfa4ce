import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusals } from '../../contract/refusals';
import { Refusal, refuse } from '../errors/refusal';
import { isDeep } from '../json-depth';

/**
 * Reads JSON bodies and nothing else. An empty one counts as none: every request of our clients carries a JSON
 * content type (docs/rules.md, "Requests and answers"), also those that have nothing to say.
 */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = jsonParser(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, body, done);
  });
}

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Parses JSON as Fastify does, which refuses names that reach into prototypes; also refuses, with 400, what is nested
 * so deep that whatever walks through it by calling itself would run out of stack, and what is not UTF-8: its bytes would
 * all be read as the same sign, and two passwords as one.
 */
export function jsonParser(
  app: FastifyInstance,
): (request: FastifyRequest, bytes: Buffer, done: Done) => void {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, bytes, done) => {
    if (!isUtf8(bytes)) return done(new Refusal('malformed_json', refusals.malformedJson));
    const text = bytes.toString();
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
