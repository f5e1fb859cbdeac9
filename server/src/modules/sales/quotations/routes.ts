import { salesQuotations } from '@imperium/contract/sales/sales-quotations.ts'
import type { SalesQuotation, SalesQuotationDetail } from '@imperium/contract/sales/sales-quotations.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { csvAmount } from '../documents/csv-amount.ts'
import { exportDocuments } from '../documents/export-documents.ts'
import { readById } from '../documents/read-by-id.ts'
import { revokeQuotationLink } from '../links/revoke-link.ts'
import { pdfResponse } from '../printing/pdf-of-document.ts'
import { printedQuotation } from '../printing/printed-documents.ts'
import { renderDocument } from '../printing/render-document.ts'
import { copyQuotation, createQuotation, removeQuotation, sendQuotation, updateQuotation } from './change-quotations.ts'
import { decideQuotation } from './decide-quotation.ts'
import type { Decision } from './decide-quotation.ts'
import { quotationPage, quotationStats, toQuotation } from './quotation-store.ts'
import { readQuotation } from './read-quotation.ts'

const columns = {
  Quotation: ({ number }: SalesQuotation) => number,
  Customer: ({ customer }: SalesQuotation) => customer,
  Email: ({ customerEmail }: SalesQuotation) => customerEmail,
  Date: ({ date }: SalesQuotation) => date,
  'Valid until': ({ validUntil }: SalesQuotation) => validUntil,
  Status: ({ status }: SalesQuotation) => status,
  Items: ({ items }: SalesQuotation) => items,
  Currency: ({ currency }: SalesQuotation) => currency,
  Subtotal: ({ subtotal }: SalesQuotation) => csvAmount(subtotal),
  Tax: ({ tax }: SalesQuotation) => csvAmount(tax),
  Amount: ({ amount }: SalesQuotation) => csvAmount(amount),
}

/** A member answers for the customer. @throws 404; 409 where it was decided, or over, before. */
async function decide(
  platform: Platform,
  { tx, actor, audit }: OrgContext,
  id: string,
  decision: Omit<Decision, 'by'>,
): Promise<SalesQuotationDetail> {
  const { number, status, isNew } = await decideQuotation(platform, tx, id, { ...decision, by: actor.name })
  if (!isNew) throw conflict(message('The quotation is {status} already.', { status }))
  audit({ targetName: number, before: { status: 'Sent' }, after: { status, reason: decision.reason } })
  return readQuotation(platform, tx, id)
}

export const quotationOperations = (platform: Platform) =>
  bindOperations(salesQuotations, {
    list: ({ query }, { tx }) => readById(platform, tx, 'sales-quotations', query, quotationPage, toQuotation),
    stats: (_input, { tx }) => quotationStats(tx),
    exportList: ({ query }, context) =>
      exportDocuments(platform, context, query, { name: 'sales-quotations', columns, read: quotationPage, toReply: toQuotation }),
    create: ({ body }, context) => createQuotation(platform, context, body),
    read: async ({ params }, context) => {
      const quotation = await readQuotation(platform, context.tx, params.id)
      // Anyone with the link can accept the quotation.
      return context.may('sales:write') ? quotation : { ...quotation, publicUrl: null }
    },
    update: ({ params, body }, context) => updateQuotation(platform, context, params.id, body),
    remove: ({ params }, context) => removeQuotation(context, params.id),
    send: ({ params, query: { via } }, context) =>
      sendQuotation(platform, context, params.id, { via, fallback: context.caller.preferences.language }),
    revokeLink: async ({ params }, context) => {
      await revokeQuotationLink(platform, context, params.id)
      return readQuotation(platform, context.tx, params.id)
    },
    accept: ({ params }, context) => decide(platform, context, params.id, { answer: 'Accepted', reason: '' }),
    decline: ({ params, body }, context) => decide(platform, context, params.id, { answer: 'Declined', reason: body.reason }),
    copy: ({ params }, context) => copyQuotation(platform, context, params.id),
    document: async ({ params }, { tx, caller }) => ({
      html: renderDocument(await printedQuotation(tx, params.id, caller.preferences.language)),
    }),
    pdf: ({ params }, { inOrg, caller }) => pdfResponse(inOrg, (tx) => printedQuotation(tx, params.id, caller.preferences.language)),
  })
