import type { FastifyInstance } from 'fastify';
import { enumValues } from '../../contract/enum-values';
import { limits } from '../../contract/limits';
import { proofReference } from '../../contract/proof';
import { refusals } from '../../contract/refusals';
import type { Database } from '../db/client';
import { Refusal } from '../errors/refusal';
import { requesterOf } from '../http/hang-up';
import { route, routeOutsideWrite } from '../http/route';
import { toProofImage } from './images';
import type { ProofLinks } from './links';
import { readProof, requireProofQuota, storeProof } from './proofs';

/** An image can do nothing but be looked at, even when it is opened by itself. */
const imageHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline; filename="proof.webp"',
  'x-content-type-options': 'nosniff',
};

const notAnImage = () => new Refusal('unsupported_media_type', refusals.imageType);

interface ProofServices {
  database: Database;
  proofLinks: ProofLinks;
}

/** Proof images of deposits (docs/rules.md, "Proof images"). */
export async function proofRoutes(
  app: FastifyInstance,
  { database, proofLinks }: ProofServices,
): Promise<void> {
  // Images are read as bodies here and nowhere else, and JSON is not.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      [...enumValues.proofTypes],
      { parseAs: 'buffer', bodyLimit: limits.proofBytes },
      (_request, body, done) => done(null, body),
    );
    scope.addContentTypeParser('*', (_request, _payload, done) => done(notAnImage()));

    const why = 'an image waits for the deposit that names it, which is the write';
    routeOutsideWrite(scope, 'uploadProof', 'uploads', why, async (call) => {
      const { body } = call;
      // A request without a content type has no body either.
      if (!(body instanceof Uint8Array)) throw notAnImage();
      const requester = requesterOf(call);
      const userId = requester.key;
      await requireProofQuota(database.db, userId);
      const image = await toProofImage(requester, body);
      const _id = await database.transact((tx) => storeProof(tx, userId, image));
      return { _id, imageUrl: proofReference(_id), url: proofLinks.linkTo(_id) };
    });
  });

  route(app, 'viewProof', 'views', async ({ params, query, reply }) => {
    const image = proofLinks.isValid(params.proofId, query)
      ? await readProof(database.db, params.proofId)
      : undefined;
    if (!image) throw new Refusal('not_found', refusals.proofLinkExpired);
    reply.headers(imageHeaders);
    return image;
  });
}
