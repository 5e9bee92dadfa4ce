import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { serverPaths } from '../../contract/paths';
import { createFixedContent, type FixedContent } from '../fixed-content';

/** The document in both notations, at the addresses of the readable page. */
const jsonPath = `${serverPaths.docs}/json`;
const yamlPath = `${serverPaths.docs}/yaml`;

/**
 * OpenAPI and its readable page, generated from the contract. The document is as long as the API is: it is written once,
 * and all answers share that. Register before the routes.
 */
export async function documentApi(app: FastifyInstance, brand: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand} API`,
        version: '1.0.0',
        description:
          'Every success is {"data": ...}; every failure is {"errors": [...]}. Amounts are dollars. Lists take sort, range and filter as JSON, and answer whole without them.',
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: jsonSchemaTransform,
  });
  const json = once(() =>
    createFixedContent(JSON.stringify(app.swagger()), 'application/json; charset=utf-8'),
  );
  const yaml = once(() => createFixedContent(app.swagger({ yaml: true }), 'application/yaml; charset=utf-8'));
  const documents = new Map([
    [jsonPath, json],
    [yamlPath, yaml],
  ]);
  // The page brings routes of its own for them, which write the document anew for each request.
  app.addHook('onRoute', (route) => {
    const document = documents.get(route.url);
    if (!document) return;
    route.config = { ...route.config, limit: 'views' };
    route.handler = (_, reply) => app.sendFixed(reply, document());
  });
  await app.register(swaggerUi, { routePrefix: serverPaths.docs });
  app.get(
    serverPaths.openapi,
    { config: { access: 'public', limit: 'views' }, schema: { hide: true } },
    async (_, reply) => app.sendFixed(reply, json()),
  );
}

/** Made when it is first asked for: only then are all routes there. */
function once(make: () => FixedContent): () => FixedContent {
  let made: FixedContent | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
