import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { serverPaths } from '../../contract/paths';
import { z } from '../../contract/zod';
import { refuse } from '../errors/refusal';
import { jsonParser } from './json-body';

/** Of a body, in bytes. */
const bodyLimit = 16 * 1024;
/** Letters of a value that are logged. */
const logged = 200;

const text = z.string().optional();

/** The body of `report-uri`. https://www.w3.org/TR/CSP3/#deprecated-serialize-violation */
const reportSchema = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'blocked-uri': text,
    'effective-directive': text,
    'violated-directive': text,
  }),
});
/** The body of `report-to`, which may bring reports of other kinds along. https://www.w3.org/TR/reporting-1/ */
const reportsSchema = z.array(z.object({ type: z.string(), body: z.unknown() }));
const violationSchema = z.object({ documentURL: text, blockedURL: text, effectiveDirective: text });

interface Violation {
  directive: string;
  blocked: string;
  document: string;
}

/** A stranger's text, fit for a line of the log. */
function clean(value: string | undefined): string {
  return (value ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, logged);
}

/** An address without its query, which may hold what is nobody's business, such as the token of a reset link. */
function cleanAddress(value: string | undefined): string {
  return clean(value?.replace(/[?#].*$/s, ''));
}

/** What a body reports. Throws 400 when it is no report. */
function readViolations(body: unknown): Violation[] {
  const single = reportSchema.safeParse(body);
  if (single.success) {
    const report = single.data['csp-report'];
    return [
      {
        directive: clean(report['effective-directive'] ?? report['violated-directive']),
        blocked: cleanAddress(report['blocked-uri']),
        document: cleanAddress(report['document-uri']),
      },
    ];
  }
  const several = reportsSchema.safeParse(body);
  if (!several.success) throw refuse.badRequest('The body is not a report of a policy');
  return several.data
    .filter(({ type }) => type === 'csp-violation')
    .map((report) => {
      const violation = violationSchema.safeParse(report.body);
      if (!violation.success) throw refuse.badRequest('The body is not a report of a policy');
      return {
        directive: clean(violation.data.effectiveDirective),
        blocked: cleanAddress(violation.data.blockedURL),
        document: cleanAddress(violation.data.documentURL),
      };
    });
}

/** One line, however many they are: anybody may send them. */
function logViolations(log: FastifyBaseLogger, [violation, ...others]: readonly Violation[]): void {
  if (!violation) return;
  log.warn(
    { violation, ...(others.length > 0 && { others: others.length }) },
    'a page was refused something by its policy',
  );
}

/** Takes browsers' reports of what the policy of a page has refused, and logs them. */
export async function policyReportRoutes(app: FastifyInstance): Promise<void> {
  // A scope of its own: nothing else reads these types.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parse = jsonParser(scope);
    scope.addContentTypeParser<Buffer>(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'buffer' },
      parse,
    );
    const outsideWrite = 'what a browser reports goes into the log';
    const config = { access: 'public', limit: 'policyReports', outsideWrite } as const;
    scope.post(
      serverPaths.cspReports,
      { config, bodyLimit, schema: { hide: true } },
      async (request, reply) => {
        logViolations(request.log, readViolations(request.body));
        return reply.code(204).send();
      },
    );
  });
}
