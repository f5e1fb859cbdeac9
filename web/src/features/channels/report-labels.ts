import type { AccountHook } from '@imperium/contract/channels/channel-accounts.ts'
import type { ReportProvider, ReportRefusal } from '@imperium/contract/channels/delivery-reports.ts'
import { t } from '../../lib/words.ts'

export const signedByLabels: Record<AccountHook['signedBy'], string> = {
  twilio: t("Its calls are checked by Twilio's signature, made with the auth token of the account."),
  whatsapp: t("Its calls are checked by WhatsApp's signature, made with the app secret of the account."),
  'standard-webhooks': t('Sign each call with the secret, as Standard Webhooks describe: JSON events, or whole emails as message/rfc822.'),
  ses: t('Its calls are checked by the signature of Amazon SNS, and count for the one topic only.'),
  sendgrid: t("Its calls are checked by SendGrid's signature, with the verification key."),
  mailgun: t("Its calls are checked by Mailgun's signature, with the signing key."),
  postmark: t('Its calls are checked by their user name and password.'),
}

export const reporterLabels: Record<ReportProvider, string> = {
  'standard-webhooks': t('Another one, in our format (Standard Webhooks)'),
  ses: t('Amazon SES, by Amazon SNS'),
  sendgrid: 'SendGrid',
  mailgun: 'Mailgun',
  postmark: 'Postmark',
}

/** Setup steps in the provider's console, in order; menu and button names as written there. */
export const reporterSteps: Record<ReportProvider, readonly string[]> = {
  'standard-webhooks': [],
  ses: [
    t('In Amazon SNS, create a topic of the type Standard, in the region that you send from. Enter its ARN here and save.'),
    t('Add a subscription to the topic: protocol HTTPS, the address below, raw message delivery off. It is confirmed from here.'),
    t(
      'In Amazon SES, open the identity that you send from, and under Notifications choose the topic for bounce, complaint and delivery feedback, with the original headers.',
    ),
  ],
  sendgrid: [
    t('In SendGrid, open Settings, Mail Settings, Event Webhooks, and create one with the address below.'),
    t('Choose the deliverability events, spam reports and unsubscribes. Opens and clicks are counted here already.'),
    t('Under Security, turn on Signature Verification and save. Copy the verification key, enter it here and save.'),
  ],
  mailgun: [
    t(
      'In Mailgun, open Sending, Webhooks, choose your domain, and add the address below for delivered messages, permanent and temporary failures, spam complaints and unsubscribes.',
    ),
    t('Copy the HTTP webhook signing key from API Security, enter it here and save.'),
  ],
  postmark: [
    t('Save here first: a password is made, and shown once.'),
    t('In Postmark, open the message stream that you send by, Webhooks, and add one with the address below.'),
    t(
      'Open Basic auth credentials, and enter the user name and the password. Choose delivery, bounce, spam complaint and subscription change.',
    ),
  ],
}

export const refusalLabels: Record<ReportRefusal, string> = {
  unset: t('Enter credentials to test it.'),
  signature: t('Its signature or password is missing or wrong. Compare the key with the one in the console of the provider.'),
  stale: t('It was signed more than a day ago, or the clock of this server is wrong.'),
  replayed: t('It reused the signature of another call.'),
  topic: t('It came from another topic than the one entered.'),
  unreadable: t('It was not in the format of the selected provider.'),
}

/** The provider of a mail server, if its host name shows it. */
export function reporterOfHost(host: string | undefined): ReportProvider {
  if (/^email-smtp\b.*\.amazonaws\.com$/.test(host ?? '')) return 'ses'
  if (/(^|\.)sendgrid\.net$/.test(host ?? '')) return 'sendgrid'
  if (/(^|\.)mailgun\.org$/.test(host ?? '')) return 'mailgun'
  return /(^|\.)postmarkapp\.com$/.test(host ?? '') ? 'postmark' : 'standard-webhooks'
}
