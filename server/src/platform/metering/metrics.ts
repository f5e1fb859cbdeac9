import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { currentRelease } from '../installation/release.ts'

/** Prometheus metrics of this process. No tenant in a label: the number of series must not grow with the customers. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'imperium_' })
  const registers = [registry]
  const { version, commit = '', date = '' } = currentRelease()
  new Gauge({
    name: 'imperium_build_info',
    help: 'Always 1; its labels say which release runs',
    labelNames: ['version', 'commit', 'date'],
    registers,
  })
    .labels(version, commit, date)
    .set(1)
  return {
    registry,
    requests: new Histogram({
      name: 'imperium_http_request_seconds',
      help: 'Time to answer a request, by operation and status',
      labelNames: ['operation', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    runs: new Counter({ name: 'imperium_runs_total', help: 'Finished agent runs', labelNames: ['status'], registers }),
    runSeconds: new Histogram({
      name: 'imperium_run_seconds',
      help: 'Time from start to end of a run',
      buckets: [0.05, 0.2, 0.5, 1, 2, 5, 15, 60, 130],
      registers,
    }),
    modelCalls: new Counter({ name: 'imperium_model_calls_total', help: 'Calls of models', labelNames: ['adapter', 'outcome'], registers }),
    modelTokens: new Counter({ name: 'imperium_model_tokens_total', help: 'Tokens of models', labelNames: ['direction'], registers }),
    activeRuns: new Gauge({ name: 'imperium_runs_in_hand', help: 'Runs this process works on', registers }),
    recoveries: new Counter({ name: 'imperium_run_recoveries_total', help: 'Runs taken over from a worker that died', registers }),
    mails: new Counter({
      name: 'imperium_mails_total',
      help: 'Mails handed to the mail seam',
      labelNames: ['adapter', 'outcome'],
      registers,
    }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
