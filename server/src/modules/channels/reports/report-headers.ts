import type { ChannelAccount } from '../accounts/accounts-store.ts'

const none = {}

/** Under which key a message's token travels. No name of ours: headers are part of what contacts read. */
export const tokenKey = 'delivery'
/** What messages carried that were sent before, of which reports still come. */
export const earlierTokenKey = 'imperium'

/** The token among values that a provider returns. */
export const tokenIn = (values: Partial<Record<string, string | undefined>> | undefined): string | undefined =>
  values?.[tokenKey] ?? values?.[earlierTokenKey]

/**
 * Headers that make the provider's reports name the message: all providers return these values, while some replace the Message-ID and the
 * envelope. `token`: that of the return path.
 */
export function reportHeaders({ settings }: Pick<ChannelAccount, 'settings'>, token: string): Readonly<Record<string, string>> {
  const { reports = 'standard-webhooks' } = settings
  switch (reports) {
    case 'ses':
      return { 'X-SES-MESSAGE-TAGS': `${tokenKey}=${token}` }
    case 'sendgrid':
      return { 'X-SMTPAPI': JSON.stringify({ unique_args: { [tokenKey]: token } }) }
    case 'mailgun':
      return { 'X-Mailgun-Variables': JSON.stringify({ [tokenKey]: token }) }
    case 'postmark':
      // Replies name the message by its Message-ID, which Postmark replaces by default.
      return { [`X-PM-Metadata-${tokenKey}`]: token, 'X-PM-KeepID': 'true' }
    case 'standard-webhooks':
      return none
  }
}
