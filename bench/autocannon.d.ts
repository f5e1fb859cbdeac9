/** The part of autocannon that the benchmarks use; the package brings no types. */
declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
    /** Sent in turn by each connection. */
    requests?: { headers: Record<string, string> }[]
  }
  interface Result {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number; average: number }
    errors: number
    timeouts: number
    non2xx: number
    '2xx': number
    duration: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
