import { z } from 'zod'
import { get, operations, post } from '../kit/operations.ts'

/** Any token: for a link that a mail program truncated, the page itself shows an explanation. */
const params = z.strictObject({ token: z.string().max(200) })

/** Pages for customers behind a link of the organization, without account and scripts. The link is the only credential. */
export const salesPages = operations('sales-pages', 'public', {
  openQuotation: get('/public/quote/:token', 'Show a quotation to its customer (also at /quote/:token): opening it accepts nothing', {
    params,
    page: true,
    rate: { max: 60, perSeconds: 60 },
  }),
  answerQuotation: post('/public/quote/:token', 'Accept or decline the quotation of that page (also at /quote/:token)', {
    params,
    upload: ['application/x-www-form-urlencoded'],
    bodyLimit: 4096,
    page: true,
    audited: false,
    errors: [409],
    rate: { max: 20, perSeconds: 60 },
  }),
  quotationPdf: get('/public/quote/:token/pdf', 'The quotation of that page as PDF (also at /quote/:token/pdf)', {
    params,
    file: 'application/pdf',
    errors: [503],
    rate: { max: 20, perSeconds: 60 },
  }),
  openInvoice: get('/public/pay/:token', 'Show an invoice to its customer (also at /pay/:token)', {
    params,
    page: true,
    rate: { max: 60, perSeconds: 60 },
  }),
  startPayment: post('/public/pay/:token', 'Press Pay on that page: goes on at the organization’s payment provider (also at /pay/:token)', {
    params,
    upload: ['application/x-www-form-urlencoded'],
    bodyLimit: 4096,
    page: true,
    audited: false,
    rate: { max: 20, perSeconds: 60 },
  }),
  invoicePdf: get('/public/pay/:token/pdf', 'The invoice of that page as PDF (also at /pay/:token/pdf)', {
    params,
    file: 'application/pdf',
    errors: [503],
    rate: { max: 20, perSeconds: 60 },
  }),
  receivePayment: post('/public/sales-payments/:token', 'Take what an organization’s payment provider reports; its signature is checked', {
    params,
    upload: ['application/json'],
    bodyLimit: 256 * 1024,
    audited: false,
    ownLimitOnly: true,
    rate: { max: 600, perSeconds: 60 },
    errors: [401, 404],
  }),
})
