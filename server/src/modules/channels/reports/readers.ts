import type { ReportProvider } from '@imperium/contract/channels/delivery-reports.ts'
import { takeMailgun } from './mailgun.ts'
import { takePostmark } from './postmark.ts'
import type { TakeCall } from './report-call.ts'
import { takeSendgrid } from './sendgrid.ts'
import { takeSes } from './ses.ts'

/** Providers that report in their own format. */
export const takeCallOf: Partial<Record<ReportProvider, TakeCall>> = {
  ses: takeSes,
  sendgrid: takeSendgrid,
  mailgun: takeMailgun,
  postmark: takePostmark,
}
