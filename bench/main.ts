// npm run bench [name...]: measures the figures of the product and prints them as a table. Names: see `benchmarks`; without one, all.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchActivation, benchInvoicePdfs, benchRenewals, benchUsagePage } from './billing/billing-figures.ts'
import { benchCampaignDistance, benchCampaignFairness, benchCampaignMails, benchCampaignWebhooks } from './campaigns.ts'
import { benchCampaignCrash, benchKnowledgeCrash, benchPaymentCrash, benchWorkflowCrash } from './crashes/crash-figures.ts'
import { benchDurableRuns } from './durable-runs.ts'
import { meetsAim } from './figure.ts'
import type { Figure } from './figure.ts'
import { benchImport } from './import.ts'
import { benchKnowledgeIngestion } from './knowledge/knowledge-ingestion.ts'
import { benchKnowledgeLanguages } from './knowledge/knowledge-languages.ts'
import { benchKnowledgeQuality } from './knowledge/knowledge-quality.ts'
import { benchKnowledgeSearch } from './knowledge/knowledge-search.ts'
import { benchMailSpeed } from './mail-speed.ts'
import { saveReport, toMarkdown } from './report.ts'
import type { Measured } from './report.ts'
import { benchLogin, benchReads, benchWrites } from './requests.ts'
import { benchRunOverhead } from './run-overhead.ts'
import { benchSegments } from './segments.ts'
import { startServer } from './server-under-test.ts'
import type { ServerUnderTest } from './server-under-test.ts'
import { benchSessions } from './sessions.ts'
import { benchStalls } from './knowledge/stalls.ts'
import { benchStarts } from './starts.ts'
import { benchWebWeight } from './web-weight.ts'
import { benchWebhookCrash, benchWebhookDelay, benchWebhookRate } from './webhooks/webhook-deliveries.ts'
import { benchWebhookSpeed } from './webhooks/webhook-speed.ts'
import { benchParkedRuns, benchWorkflowResponses, benchWorkflowEvents, benchWorkflowRuns, benchWorkflowWorkers } from './workflows.ts'

const withServer = (work: (server: ServerUnderTest) => Promise<Figure[]>) => async (): Promise<Figure[]> => {
  const server = await startServer()
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

const benchmarks: Record<string, () => Promise<Figure[]>> = {
  reads: withServer(benchReads),
  writes: withServer(benchWrites),
  login: withServer(benchLogin),
  sessions: withServer(benchSessions),
  overhead: withServer(benchRunOverhead),
  durable: withServer(benchDurableRuns),
  segments: withServer(benchSegments),
  import: withServer(benchImport),
  'knowledge-languages': withServer(benchKnowledgeLanguages),
  'knowledge-quality': withServer(benchKnowledgeQuality),
  'knowledge-search': withServer(benchKnowledgeSearch),
  'knowledge-ingestion': withServer(benchKnowledgeIngestion),
  campaigns: benchCampaignMails,
  'campaigns-far': benchCampaignDistance,
  webhooks: benchCampaignWebhooks,
  fairness: benchCampaignFairness,
  workflows: withServer(benchWorkflowResponses),
  'workflow-runs': withServer(benchWorkflowRuns),
  'workflow-events': withServer(benchWorkflowEvents),
  'workflow-parked': withServer(benchParkedRuns),
  'workflow-workers': withServer(benchWorkflowWorkers),
  'campaign-crash': benchCampaignCrash,
  'workflow-crash': benchWorkflowCrash,
  'knowledge-crash': benchKnowledgeCrash,
  stalls: withServer(benchStalls),
  starts: benchStarts,
  web: benchWebWeight,
  'mail-speed': benchMailSpeed,
  'webhook-speed': benchWebhookSpeed,
  'billing-activation': withServer(benchActivation),
  'billing-renewals': withServer(benchRenewals),
  'billing-pdfs': withServer(benchInvoicePdfs),
  'billing-usage': withServer(benchUsagePage),
  'webhook-rate': withServer(benchWebhookRate),
  'webhook-delay': withServer(benchWebhookDelay),
  'webhook-crash': benchWebhookCrash,
  'payment-crash': benchPaymentCrash,
}

const { positionals } = parseArgs({ allowPositionals: true })
const unknown = positionals.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}`)
  process.exit(1)
}

const measured: Measured[] = []
for (const [benchmark, run] of Object.entries(benchmarks)) {
  if (positionals.length > 0 && !positionals.includes(benchmark)) continue
  console.log(`${benchmark}…`)
  const before = loadavg()[0] ?? 0
  const startedAt = performance.now()
  const figures = await run()
  measured.push({ benchmark, figures, load: { before, after: loadavg()[0] ?? 0 }, seconds: (performance.now() - startedAt) / 1_000 })
}
console.log(`\n${toMarkdown(measured)}\n\nSaved as ${saveReport(measured)}.md`)
const missed = measured.flatMap(({ figures }) => figures).filter((figure) => meetsAim(figure) === false)
if (missed.length > 0) console.log(`Missed aims: ${missed.map((figure) => figure.name).join('; ')}`)
