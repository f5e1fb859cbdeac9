import type { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { Data } from '@imperium/contract/kit/endpoint.ts'
import { currentLanguage, t, translateMessage } from '../../../lib/words.ts'
import { reasonText } from '../../../lib/labels/reason-labels.ts'
import { recipientLabels } from '../recipient-labels.ts'

type Story = Data<typeof campaignReports.why>
type Check = Story['checks'][number]

const fineLabels: Record<Check['check'], string> = {
  contact: t('All well'),
  audience: t('In the audience'),
  reach: t('May be reached now'),
  message: t('The message can be rendered'),
}

const erasedText = t('Unknown: the recipients of the latest send are no longer stored. Its figures are.')

/** What one check found, in the language of the page. */
export function describeCheck({ check, ok, reason, detail, detailKey }: Check): string {
  if (ok) return detailKey ? translateMessage({ message: detail, ...detailKey }) : fineLabels[check]
  return reason ? reasonText(reason) : translateMessage({ message: detail, ...detailKey })
}

/** Why a contact did or did not get the campaign. The server's text is English; other languages build the text from the same data. */
export function describeAnswer({ answer: response, sends: [newest], checks }: Story): string {
  if (currentLanguage() === 'en') return response
  if (newest?.recipient) {
    const { status, reason } = newest.recipient
    return reason ? `${recipientLabels[status]}: ${reasonText(reason)}` : recipientLabels[status]
  }
  if (newest?.recipientsErasedAt) return erasedText
  if (newest) return t('Was not in the audience when the latest send started.')
  const against = checks.find(({ ok }) => !ok)
  if (!against) return t('Nothing was sent yet. The message would be sent now.')
  return t('Nothing was sent yet, and it would not be sent now: {reason}', { reason: describeCheck(against) })
}
