import { mailbox } from '@imperium/contract/channels/mailbox.ts'
import { notFound } from '../../platform/errors.ts'
import { hasMailbox, isFromThisMachine } from '../../platform/http/own-machine.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { simulateReply } from './simulate-reply.ts'
import { listMails, readMail } from './store.ts'

const shown = 100

export const mailboxOperations = (platform: Platform) =>
  bindOperations(mailbox, {
    list: async (_input, context) => {
      requireOwnMachine(platform, context)
      return platform.db.withSystem((tx) => listMails(tx, shown))
    },
    read: async ({ params }, context) => {
      requireOwnMachine(platform, context)
      const mail = await platform.db.withSystem((tx) => readMail(tx, params.id))
      if (!mail) throw notFound()
      return mail.content
    },
    answer: async ({ params, body }, context) => {
      requireOwnMachine(platform, context)
      await simulateReply(platform, params.id, body)
      return null
    },
  })

/**
 * The mailbox contains links that grant access to accounts, so it exists only on a trial installation: no mail server, not production, a
 * local address and a local request. A page of another site can send the request, but not read the response (R24).
 */
function requireOwnMachine({ config }: Platform, { ipAddress, header }: PublicContext): void {
  if (!hasMailbox(config) || !isFromThisMachine(ipAddress, header)) throw notFound()
}
