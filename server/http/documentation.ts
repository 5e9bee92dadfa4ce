import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { serverPaths } from '../../contract/paths';

/** OpenAPI and its readable page, generated from the contract. Register before the routes. */
export async function documentApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Averin API',
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
  await app.register(swaggerUi, { routePrefix: serverPaths.docs });
  app.get(serverPaths.openapi, { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  );
}
