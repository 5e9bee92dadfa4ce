import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusals } from '../../contract/messages';
import { refuse } from './refusal';

/** Arrays and objects inside one another; what the contract knows has four of them. */
const deepest = 32;

/**
 * Reads JSON bodies and nothing else. An empty one counts as none: every request of our clients carries a JSON
 * content type (specification, section 7), also those that have nothing to say.
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
 * Parses JSON as Fastify does, which refuses names that reach into prototypes; also refuses, with 400, what is nested so
 * deep that whatever walks through it by calling itself would run out of stack.
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

/** Whether a JSON text nests deeper than anything of ours. */
export function isDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (letter === '\\') index += 1;
    else if (letter === '"') inString = !inString;
    else if (!inString && (letter === '[' || letter === '{')) depth += 1;
    else if (!inString && (letter === ']' || letter === '}')) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
