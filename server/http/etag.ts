import type { FastifyReply } from 'fastify';

/** Tells the version of the record in the reply, for the next `If-Match`. */
export function sendVersion(reply: FastifyReply, version: number): void {
  reply.header('etag', `"${version}"`);
}
