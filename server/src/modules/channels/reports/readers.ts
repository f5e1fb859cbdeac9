import type { ReportProvider } from '@imperium/contract/channels/delivery-reports.ts'
import { receiveMailgunCall } from './mailgun.ts'
import { receivePostmarkCall } from './postmark.ts'
import type { ReceiveCall } from './report-call.ts'
import { receiveSendgridCall } from './sendgrid.ts'
import { receiveSesCall } from './ses.ts'

/** Providers that report in their own format. */
export const callReceivers: Partial<Record<ReportProvider, ReceiveCall>> = {
  ses: receiveSesCall,
  sendgrid: receiveSendgridCall,
  mailgun: receiveMailgunCall,
  postmark: receivePostmarkCall,
}
