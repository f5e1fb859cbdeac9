import type { ReportProvider } from '@imperium/contract/channels/delivery-reports.ts'
import { readMailgunCall } from './mailgun.ts'
import { readPostmarkCall } from './postmark.ts'
import type { ReadCall } from './report-call.ts'
import { readSendgridCall } from './sendgrid.ts'
import { readSesCall } from './ses.ts'

/** Providers that report in their own format. */
export const callReaders: Partial<Record<ReportProvider, ReadCall>> = {
  ses: readSesCall,
  sendgrid: readSendgridCall,
  mailgun: readMailgunCall,
  postmark: readPostmarkCall,
}
