import { crashCampaign } from '../../server/src/testing/campaigns/crash-campaign.ts'
import { crashIngestion } from '../../server/src/testing/knowledge/crash-ingestion.ts'
import { crashWorkflow } from '../../server/src/testing/workflows/crash-workflow.ts'
import { crashPayments, killPoints } from '../../server/src/testing/payments/crash-payments.ts'
import type { Figure } from '../figure.ts'

const timeoutMs = 1_200_000
const none = { of: 'value', atMost: 0 } as const

/** A campaign of 20,000 that is killed ten times; `npm test` has a small one. Further scenarios: `node bench/campaign-crash.ts`. */
export async function benchCampaignCrash(): Promise<Figure[]> {
  const { recipients, delivered, lost, otherIds, secondCopies, repeats, seconds } = await crashCampaign({
    recipients: 20_000,
    kills: 10,
    postgresCuts: 2,
    timeoutMs,
  })
  const note = `20,000 recipients, ten kills, two power cuts of the database, ${seconds.toFixed(0)} s`
  return [
    { name: 'recipients lost', value: lost, unit: 'recipients', aim: none, note },
    { name: 'recipients not delivered', value: recipients - delivered, unit: 'recipients', aim: none },
    { name: 'repeats under another Message-ID', value: otherIds, unit: 'recipients', aim: none },
    { name: 'second copies', value: secondCopies, unit: 'emails', aim: { of: 'value', atMost: 100 } },
    { name: 'second copies not counted', value: Math.max(0, secondCopies - repeats), unit: 'emails', aim: none },
  ]
}

/** 5,000 runs of a workflow and fifty kills; `npm test` has 60 runs. Further scenarios: `node bench/workflow-crash.ts`. */
export async function benchWorkflowCrash(): Promise<Figure[]> {
  const { runs, statuses, lost, uncounted, strangers, seconds } = await crashWorkflow({ runs: 5_000, kills: 50, workers: 1, timeoutMs })
  const note = `5,000 runs, fifty kills, ${seconds.toFixed(0)} s`
  return [
    { name: 'runs not completed', value: runs - (statuses['success'] ?? 0), unit: 'runs', aim: none, note },
    { name: 'effects lost', value: lost, unit: 'effects', aim: none },
    { name: 'second effects not counted', value: uncounted, unit: 'effects', aim: none },
    { name: 'effects without a run', value: strangers, unit: 'effects', aim: none },
  ]
}

/** The process is killed between every two steps of the activation of a payment; `npm test` has two of the points. */
export async function benchPaymentCrash(): Promise<Figure[]> {
  const points = Object.keys(killPoints) as (keyof typeof killPoints)[]
  const { killed, last } = await crashPayments(points)
  const left = killed.filter(({ status, entries, invoices, plan }) => status !== 'created' || entries + invoices > 0 || plan !== 'FREE')
  const note = `kill -9 at ${points.join(', ')}`
  return [
    { name: 'activations left in part', value: left.length, unit: 'kills', aim: none, note },
    { name: 'activations beyond one', value: last.entries - 1, unit: 'activations', aim: none },
    { name: 'invoices beyond one', value: last.invoices - 1, unit: 'invoices', aim: none },
  ]
}

/** 1,000 documents that are read and embedded over six kills; `npm test` kills a reader of 24. */
export async function benchKnowledgeCrash(): Promise<Figure[]> {
  const result = await crashIngestion({ documents: 1_000, killsWhileReading: 4, killsWhileEmbedding: 2, timeoutMs })
  const { notReady, twice, missing, strayFiles, passages, peaks, readySeconds, seconds } = result
  const note = `1,000 documents, ${passages} passages, four kills while they were uploaded and read, two while they were embedded; read after ${readySeconds.toFixed(0)} s, embedded after ${seconds.toFixed(0)} s`
  return [
    { name: 'documents not ready', value: notReady, unit: 'documents', aim: none, note },
    { name: 'documents, passages, words or vectors twice', value: twice, unit: 'rows', aim: none },
    { name: 'documents, passages, words, vectors or files missing', value: missing, unit: 'rows', aim: none },
    { name: 'files without a document', value: strayFiles, unit: 'files', aim: none },
    { name: 'memory at most of a process', value: Math.max(...peaks), unit: 'MB', note: `of each process in turn: ${peaks.join(', ')} MB` },
  ]
}
