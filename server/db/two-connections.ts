import type pg from 'pg';

/**
 * Works with a connection of each of two pools, or with two of one, which are closed afterwards: whatever transaction or
 * setting is left ends with them.
 */
export async function onTwoConnections<T>(
  one: pg.Pool,
  another: pg.Pool,
  work: (first: pg.PoolClient, second: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const first = await one.connect();
  try {
    const second = await another.connect();
    try {
      return await work(first, second);
    } finally {
      second.release(true);
    }
  } finally {
    first.release(true);
  }
}
