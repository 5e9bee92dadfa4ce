import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { headers } from '../../contract/headers';
import { serverPaths } from '../../contract/paths';
import { isWithin, pathOf } from './address';
import { dataPolicy, pagePolicy, reportingEndpoints } from './policies';

/** What no page of ours needs, nor a frame inside one. Browsers complain about names they do not know. */
const permissions = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Whether people reach the product over https. */
export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** What helmet writes into every answer: the same each time, so it is asked once. */
function fixedHeaders(secure: boolean) {
  const protect = helmet({
    // Written below, for each kind of page.
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  protect(response.req, response, () => {});
  return response.getHeaders();
}

/** Writes the headers of an answer; called once for each request, before anything else is decided about it. */
export type WriteHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * The headers of every answer: what it may load and do as a page, the request's id, and no caching of the API. The route
 * that was found decides them, and the canonical path where there is none. Pages with a policy of their own write it over
 * the one given here.
 */
export function createHeaders(publicUrl: string): WriteHeaders {
  const secure = isSecure(publicUrl);
  const fixed = fixedHeaders(secure);
  const page = {
    ...fixed,
    'content-security-policy': pagePolicy(secure),
    'permissions-policy': permissions,
    ...(secure && { 'reporting-endpoints': reportingEndpoints }),
  };
  const uncached = { 'cache-control': 'no-store' };
  const uncachedPage = { ...page, ...uncached };
  const data = { ...fixed, 'content-security-policy': dataPolicy, ...uncached };
  // The market widgets' frames, which are of another origin, report too; else the browser complains of the answer.
  const reports = { ...data, 'cross-origin-resource-policy': 'cross-origin' };
  const headersOf = (path: string, found: boolean) => {
    // Scripts, fonts and pictures are no pages: what a page may do is said with the page, not with each of its parts.
    if (found && /^\/(assets|images|icons)\//.test(path)) return fixed;
    if (path === serverPaths.cspReports) return reports;
    if (isWithin(path, '/api')) return isWithin(path, serverPaths.docs) ? uncachedPage : data;
    // What is not there may be there soon, such as a file of the version that replaces this one.
    return isWithin(path, '/dev') || !found ? uncachedPage : page;
  };
  return (request, reply) => {
    const route = request.routeOptions?.url;
    const path = route ?? pathOf(request.url);
    reply.header(headers.requestId, request.id).headers(headersOf(path, route !== undefined));
  };
}
