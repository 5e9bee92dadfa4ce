import type { FastifySerializerCompiler } from 'fastify/types/schema';
import { serializerCompiler as checkingCompiler } from 'fastify-type-provider-zod';
import { z } from '../../contract/zod';

/** Copies of a value what its schema names. */
type Copy = (value: unknown) => unknown;

/** What is written as it is: nothing in it could be left out. */
const plain: ReadonlySet<string> = new Set([
  ...['string', 'number', 'int', 'boolean', 'null', 'literal', 'enum', 'template_literal'],
  ...['any', 'unknown'],
]);

const same: Copy = (value) => value;
const isMissing = (value: unknown) => value === null || value === undefined;

/**
 * Compiles a schema of a reply into what copies a reply. Fields that the contract does not name are left out, as zod does;
 * what has another kind than the contract says is not noticed. What is neither plain, an object nor a list of such is
 * copied by zod.
 */
function copyOf(schema: z.core.$ZodType): Copy {
  if (plain.has(schema._zod.def.type)) return same;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const copy = copyOf(schema.def.innerType);
    return copy === same ? same : (value) => (isMissing(value) ? value : copy(value));
  }
  if (schema instanceof z.ZodArray) {
    const copy = copyOf(schema.def.element);
    return copy === same ? same : (value) => (value as unknown[]).map(copy);
  }
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) {
    const fields = Object.entries<z.core.$ZodType>(schema.def.shape).map(
      ([name, field]) => [name, copyOf(field)] as const,
    );
    return (value) => {
      const copied: Record<string, unknown> = {};
      for (const [name, copy] of fields) {
        const field = (value as Record<string, unknown>)[name];
        if (field !== undefined) copied[name] = copy(field);
      }
      return copied;
    };
  }
  return (value) => z.encode(schema as z.ZodType, value);
}

/** Writes replies without looking at them once more: they are what handlers return, whose types are the contract's. */
export const quickReplies: FastifySerializerCompiler<unknown> = ({ schema }) => {
  // Every schema of a reply is one of zod's (route.ts).
  const copy = copyOf(schema as z.ZodType);
  return (data) => JSON.stringify(copy(data));
};

/** The same, and throws when a reply is not what the contract says, or is written otherwise than zod would. */
export const checkedReplies: FastifySerializerCompiler<unknown> = (route) => {
  const quick = quickReplies(route);
  const checking = checkingCompiler(route as Parameters<typeof checkingCompiler>[0]);
  return (data) => {
    const text = checking(data);
    if (quick(data) !== text)
      throw new Error(`${route.method} ${route.url} is written otherwise than its contract`);
    return text;
  };
};
