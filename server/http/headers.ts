import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { headers } from '../../contract/headers';
import { serverPaths } from '../../contract/paths';
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
  'publickey-credentials-get',
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

/**
 * The headers of every answer: what it may load and do as a page, the request's id, and no caching of the API. Pages
 * with a policy of their own write it over the one given here.
 */
export function sendHeaders(app: FastifyInstance, publicUrl: string): void {
  const secure = isSecure(publicUrl);
  const page = {
    'content-security-policy': pagePolicy(secure),
    'permissions-policy': permissions,
    ...(secure && { 'reporting-endpoints': reportingEndpoints }),
  };
  const uncached = { 'cache-control': 'no-store' };
  const uncachedPage = { ...page, ...uncached };
  const data = { 'content-security-policy': dataPolicy, ...uncached };
  // The market widgets' frames, which are of another origin, report too; else the browser complains of the answer.
  const reports = { ...data, 'cross-origin-resource-policy': 'cross-origin' };
  // Scripts, fonts and pictures are no pages: what a page may do is said with the page, not with each of its parts.
  const isPart = /^\/(assets|images|icons)\//;
  const headersOf = (url: string) => {
    if (isPart.test(url)) return {};
    if (url === serverPaths.cspReports) return reports;
    if (url.startsWith('/api/')) return url.startsWith(serverPaths.docs) ? uncachedPage : data;
    return url.startsWith('/dev/') ? uncachedPage : page;
  };
  const protect = helmet({
    // Written above, once: the package would put it together anew for every answer.
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  app.addHook('onRequest', (request, reply, next) => {
    reply.header(headers.requestId, request.id).headers(headersOf(request.url));
    protect(request.raw, reply.raw, () => next());
  });
}
