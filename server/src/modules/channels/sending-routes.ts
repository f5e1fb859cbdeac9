import { sending } from '@imperium/contract/channels/channels.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteDomain } from './senders/domains-store.ts'
import { showEmailSettings, updateEmailSettings } from './senders/email-settings.ts'
import { listInbound } from './inbound/inbound-store.ts'
import { createSender, readSenders, removeSender, sendSenderLetter, updateSender, verifySender } from './senders/senders.ts'
import { addDomain, checkDomain, domainNotFound, forgetKey, readDomains, rotateKey } from './senders/sending-domains.ts'

export const sendingOperations = (platform: Platform) =>
  bindOperations(sending, {
    listDomains: (_input, { tx }) => readDomains(platform, tx),
    addDomain: async ({ body }, { tx, audit }) => {
      const after = await addDomain(platform, tx, body.domain)
      audit({ targetId: after.id, targetName: after.domain })
      return after
    },
    checkDomain: async ({ params }, { inOrg, audit }) => {
      const after = await checkDomain(platform, inOrg, params.id)
      audit({ targetName: after.domain, after: { isVerified: after.isVerified } })
      return after
    },
    rotateKey: async ({ params }, { tx, audit }) => {
      const after = await rotateKey(platform, tx, params.id)
      audit({ targetName: after.domain, after: { nextSelector: after.nextSelector } })
      return after
    },
    forgetKey: async ({ params }, { tx, audit }) => {
      const after = await forgetKey(platform, tx, params.id, params.selector)
      audit({ targetName: after.domain, before: { selector: params.selector } })
      return after
    },
    removeDomain: async ({ params }, { tx, audit }) => {
      const domain = await deleteDomain(tx, params.id)
      if (domain === null) throw domainNotFound()
      audit({ targetName: domain })
      return null
    },

    listSenders: (_input, { tx }) => readSenders(tx),
    createSender: async ({ body }, context) => {
      const after = await createSender(platform, context, body)
      context.audit({ targetId: after.id, targetName: after.email, after })
      return after
    },
    updateSender: async ({ params, body }, { tx, audit }) => {
      const { before, after } = await updateSender(tx, params.id, body, platform.clock.now())
      audit({ targetName: after.email, before, after })
      return after
    },
    removeSender: async ({ params }, { tx, audit }) => {
      const before = await removeSender(platform, tx, params.id)
      audit({ targetName: before.email, before })
      return null
    },
    sendSenderLetter: async ({ params }, context) => {
      const sender = await sendSenderLetter(platform, context, params.id)
      context.audit({ targetName: sender.email })
      return sender
    },
    verifySender: ({ body }) => verifySender(platform, body.token),

    readEmailSettings: (_input, { tx }) => showEmailSettings(platform, tx),
    updateEmailSettings: async ({ body }, { tx, audit }) => {
      const { before, after } = await updateEmailSettings(platform, tx, body)
      audit({ before, after })
      return after
    },

    listInbound: async ({ query }, { tx, org }) => {
      const { limit, cursor, kind } = query
      const scope = { orgId: org.id, list: 'inbound', filter: { kind } }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as [string, string]) : null
      const { rows, last } = await listInbound(tx, { kind, limit, after })
      return { rows, nextCursor: last ? platform.cursors.encode(scope, last) : null }
    },
  })
