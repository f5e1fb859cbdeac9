import type { ChannelAccount } from '../accounts/accounts-store.ts'

const none = {}

/**
 * Headers that make the provider's reports name the message: all providers return these values, while some replace the Message-ID and the
 * envelope. `token`: that of the return path.
 */
export function reportHeaders({ settings }: Pick<ChannelAccount, 'settings'>, token: string): Readonly<Record<string, string>> {
  const { reports = 'standard-webhooks' } = settings
  switch (reports) {
    case 'ses':
      return { 'X-SES-MESSAGE-TAGS': `imperium=${token}` }
    case 'sendgrid':
      return { 'X-SMTPAPI': JSON.stringify({ unique_args: { imperium: token } }) }
    case 'mailgun':
      return { 'X-Mailgun-Variables': JSON.stringify({ imperium: token }) }
    case 'postmark':
      // Replies name the message by its Message-ID, which Postmark replaces by default.
      return { 'X-PM-Metadata-imperium': token, 'X-PM-KeepID': 'true' }
    case 'standard-webhooks':
      return none
  }
}
