// Reads e-invoices away from the event loop: any program may have written them.
import { answerRequests } from '../threads/answer-requests.ts'
import { readEInvoice } from './read-e-invoice.ts'
import type { ReadEInvoice } from './read-e-invoice.ts'

answerRequests<string, ReadEInvoice>(readEInvoice)
