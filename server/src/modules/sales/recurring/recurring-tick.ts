import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError, conflict } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isSuspended } from '../../organizations/index.ts'
import { eachOrganizationWith } from '../documents/each-organization.ts'
import { latestDay } from '../documents/sales-days.ts'
import { todayOf } from '../documents/today-of.ts'
import { createInvoice } from '../invoices/draft-invoice.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import { languageOfCustomer } from '../mail/language-of-customer.ts'
import { queueDocumentEmail } from '../mail/email-document-job.ts'
import { bodyOfRow, nextColumns } from './change-recurring.ts'
import { claimDue, linkInvoice, lockRecurring, writeRecurring } from './recurring-store.ts'
import type { RecurringRow } from './recurring-store.ts'

/** Days that passed while no one worked are made up for; more in the next round. */
const mostAtOnce = 50

/** Makes the invoices whose day has come in the organization's time zone: each with the step to its next day in one transaction, so never twice. */
export async function makeRecurringInvoices(platform: Platform): Promise<void> {
  const orgIds: string[] = []
  const isDue = sql<SqlBool>`r.status = 'Active' and r.next_on <= ${latestDay(platform.clock.now())}::date`
  await eachOrganizationWith(platform, 'sales_recurring', isDue, async (tx) => {
    orgIds.push(tx.orgId)
  })
  for (const orgId of orgIds) {
    try {
      await makeInvoicesOf(platform, orgId)
    } catch (err) {
      // The fault of one organization must not hold up the others.
      platform.log.error({ orgId, err }, 'recurring invoices of an organization could not be made')
    }
  }
}

/** Those of one organization whose day has come. */
export async function makeInvoicesOf(platform: Platform, orgId: string): Promise<void> {
  for (let count = 0; count < mostAtOnce; count++) if (!(await makeNext(platform, orgId))) break
}

/** @returns whether there was one. */
async function makeNext(platform: Platform, orgId: string): Promise<boolean> {
  const claimed: { id?: string } = {}
  try {
    return await platform.db.withOrg(orgId, async (tx) => {
      if (await isSuspended(tx)) return false
      const row = await claimDue(tx, await todayOf(platform, tx))
      if (!row) return false
      claimed.id = row.id
      await makeInvoice(platform, tx, row)
      await writeRecurring(tx, row.id, { ...nextColumns(row, row.made + 1), updated_at: platform.clock.now() })
      return true
    })
  } catch (error) {
    const { id } = claimed
    if (id === undefined || !(error instanceof AppError) || error.status >= 500) throw error
    // A person has to mend it: a contact that is gone, a GSTIN that is missing.
    await platform.db.withOrg(orgId, async (tx) => {
      const row = await lockRecurring(tx, id)
      if (row?.status === 'Active')
        await writeRecurring(tx, id, { status: 'Paused', failure: error.message, updated_at: platform.clock.now() })
    })
    return true
  }
}

async function makeInvoice(platform: Platform, tx: OrgTx, row: RecurringRow): Promise<void> {
  const day = row.next_on ?? ''
  const contactId = row.contact_id
  if (contactId === null) throw conflict('The customer is gone.')
  const context = { tx, audit: () => undefined }
  const { id, customer } = await createInvoice(platform, context, { ...bodyOfRow(row), contactId })
  await linkInvoice(tx, id, row.id, day)
  const actor = { kind: 'system' as const, id: null, name: 'Recurring invoices' }
  const target = { kind: 'sales-invoices', id, name: customer }
  await recordAudit(tx, tx.orgId, { actor, action: 'sales-invoices.recurred', target, after: { recurringId: row.id, day } })
  if (row.mode !== 'send') return
  await issueInvoice(platform, context, id)
  const language = await languageOfCustomer(tx, contactId, 'en')
  await queueDocumentEmail(platform, tx, { kind: 'invoice', id, language })
}
