import { salesPages } from '@imperium/contract/sales/sales-pages.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { receiveCall } from '../payments/take-payment.ts'
import { invoicePdf, openInvoicePage, pressPay } from './invoice-page.ts'
import { decideOnPage, openQuotationPage, quotationPdf } from './quotation-page.ts'

export const pageOperations = (platform: Platform) =>
  bindOperations(salesPages, {
    openQuotation: ({ params }, context) => openQuotationPage(platform, context, params.token),
    answerQuotation: ({ params, body }, context) => decideOnPage(platform, context, params.token, body.bytes),
    quotationPdf: ({ params }, context) => quotationPdf(platform, context, params.token),
    openInvoice: ({ params }, context) => openInvoicePage(platform, context, params.token),
    startPayment: ({ params, body }, context) => pressPay(platform, context, params.token, body.bytes),
    invoicePdf: ({ params }, context) => invoicePdf(platform, context, params.token),
    receivePayment: async ({ params, body }, { header }) => {
      await receiveCall(platform, params.token, body.bytes, header)
      return null
    },
  })
