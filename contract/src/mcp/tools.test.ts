import { expect, test } from 'vitest'
import { allEndpoints } from '../registry.ts'
import { isDestructive } from './tools.ts'

/** What they do can be seen and undone, or ends what runs. */
const unasked = `
  agents.create agents.propose agents.update agents.setStatus agents.clone agents.uploadImage runs.cancel
  knowledge.create knowledge.update knowledge.createCollection knowledge.updateCollection knowledge.updateDocument
  knowledge.retryDocument knowledge.uploadDocument knowledge-sources.create knowledge-sources.update knowledge-sources.sync
  contacts.createField contacts.updateField contacts.create contacts.update contacts.recordEvent
  contact-imports.create contact-imports.preview contact-imports.cancel contact-imports.correct contact-imports.upload
  consents.addSuppression consents.addSuppressions
  segments.describe segments.create segments.update segments.clone segments.count segments.preview
  campaigns.create campaigns.update campaigns.pause campaigns.clone campaigns.preview campaigns.dryRun
  chat.takeOver chat.handBack messages.attach
  workflows.create workflows.update workflows.duplicate workflows.validate workflows.import
  workflow-runs.cancel workflow-runs.pause workflow-approvals.delegate templates.use webhooks.test
  sales-orders.create sales-orders.update sales-orders.confirm sales-orders.complete sales-orders.createInvoice
  sales-invoices.create sales-invoices.update sales-invoices.revokeLink
  sales-invoices.setEInvoice
  sales-quotations.create sales-quotations.update sales-quotations.copy sales-quotations.revokeLink
  ask.read bundles.compare metric-alerts.create metric-alerts.update metric-goals.create metric-views.create
  records.create records.update records.restore reports.create reports.update sales-bank.ignore sales-expenses.record
  sales-products.create sales-products.update sales-products.archive sales-products.restore sales-recurring.pause`
  .trim()
  .split(/\s+/)

test('every public write asks first, or is named here as one that need not', () => {
  const writes = allEndpoints.filter(({ v1, method }) => v1 && method !== 'GET')
  expect(writes.flatMap((each) => (isDestructive(each) ? [] : [each.id])).toSorted()).toEqual(unasked.toSorted())
})
