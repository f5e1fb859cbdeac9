import { message } from '@imperium/contract/kit/message.ts'
import { MailError } from '../../../platform/mail/mail-error.ts'
import type { FindOrganizationMail } from '../../../platform/mail/organization-mail.ts'
import type { DeliveryOutcome } from '../../../platform/delivery/transport.ts'
import type { Platform } from '../../../platform/platform.ts'
import { dkimKeyFor } from './dkim-key.ts'
import { findOwnSending } from './own-sending.ts'
import { transportFor } from '../accounts/transport-for.ts'

/**
 * Email outside campaigns and messages (of agents) uses the default account and default sender, signed for its domain, if both exist.
 * Without them, or if the default is a sandbox, the installation sends.
 */
export const ownMail =
  (platform: Platform): FindOrganizationMail =>
  async (orgId) => {
    const way = await platform.db.withOrg(orgId, async (tx) => {
      const own = await findOwnSending(platform, tx)
      return own && { ...own, dkim: await dkimKeyFor(platform, tx, own.sender.domain) }
    })
    if (!way) return null
    const { account, sender, dkim } = way
    return {
      adapter: 'smtp',
      send: async ({ messageId, to, subject, text, html, fromName = sender.name }) => {
        const outcome = await transportFor(platform, account).send({
          identity: messageId,
          to,
          content: {
            channel: 'email',
            fromName,
            fromAddress: sender.email,
            ...(sender.replyTo ? { replyTo: sender.replyTo } : {}),
            subject,
            text,
            ...(html === undefined ? {} : { html }),
            messageId,
            returnPath: sender.email,
            isAutomatic: true,
            ...(dkim ? { dkim } : {}),
          },
        })
        if (outcome.kind !== 'accepted') throw errorOf(outcome)
        return { accepted: true, response: outcome.response, adapter: 'smtp' }
      },
    }
  }

function errorOf(outcome: Exclude<DeliveryOutcome, { kind: 'accepted' }>): MailError {
  const { response } = outcome
  switch (outcome.kind) {
    case 'refused':
      return new MailError({
        permanent: true,
        response,
        publicMessage: message('The mail server refused the message: {response}', { response }),
      })
    case 'put-off':
      return new MailError({ response, publicMessage: message('The mail server deferred the message: {response}', { response }) })
    case 'unreachable':
      return new MailError({ response, publicMessage: 'The mail server could not be reached.' })
    case 'unknown':
      return new MailError({
        unknownOutcome: true,
        response,
        publicMessage: 'The mail server disconnected during delivery. The message may have been delivered.',
      })
  }
}
