import type { z } from '../../contract/zod';

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** What is asked for where a query must name it, by the name of the parameter. */
const samples: Readonly<Record<string, () => string>> = {
  from: () => day(30),
  to: () => day(0),
  at: () => `${day(0)}T00:00:00Z`,
};

/** A query with what it must name; or what of that is not known. */
export function sampleQuery(schema: z.ZodType | undefined): { query: string; unknown: string[] } {
  const required = schema ? requiredBy(schema) : [];
  const query = new URLSearchParams();
  for (const name of required) {
    const sample = samples[name];
    if (sample) query.set(name, sample());
  }
  return { query: query.toString(), unknown: required.filter((name) => !query.has(name)) };
}

/** The names that an empty query lacks. */
function requiredBy(schema: z.ZodType): string[] {
  const issues = schema.safeParse({}).error?.issues ?? [];
  return [...new Set(issues.flatMap(({ path }) => path.slice(0, 1).map(String)))];
}
