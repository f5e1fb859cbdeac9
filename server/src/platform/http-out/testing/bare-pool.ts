import { Pool } from 'undici'

/** A bare pool of undici that posts JSON: the baseline of the benchmark. */
export const openBarePool = (origin: string, connections: number) => {
  const pool = new Pool(origin, { connections })
  return {
    post: async (body: string): Promise<void> => {
      const response = await pool.request({ method: 'POST', path: '/', headers: { 'content-type': 'application/json' }, body })
      await response.body.dump()
      if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`)
    },
    close: () => pool.close(),
  }
}
