import { channelAccounts, whatsappTemplates } from '@imperium/contract/channels/channels.ts'
import { conflict } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { BoundOperation } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { readHook, renewHook, updateHook } from './accounts/account-hook.ts'
import { closeBreaker } from './accounts/account-ready.ts'
import { findAccount } from './accounts/accounts-store.ts'
import { assertUnused } from './channel-users.ts'
import { createAccount } from './accounts/create-account.ts'
import { confirmHook, receiveHook } from './hooks/receive-hook.ts'
import { readMailbox } from './inbound/read-mailbox.ts'
import { sendingOperations } from './sending-routes.ts'
import { accountNotFound, readAccount, readAccounts } from './accounts/show-account.ts'
import { deleteTemplate, listTemplates } from './whatsapp/templates-store.ts'
import { testAccount } from './accounts/test-account.ts'
import { removeAccount, updateAccount } from './accounts/update-account.ts'
import { createTemplate, syncTemplates, templateNotFound } from './whatsapp/whatsapp-templates.ts'

const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

const accountOperations = (platform: Platform) =>
  bindOperations(channelAccounts, {
    listAccounts: (_input, { tx }) => readAccounts(platform, tx),
    createAccount: async ({ body }, { tx, key, audit }) => {
      const made = await createAccount(platform, tx, body)
      const { newSecret, ...after } = made
      audit({ targetId: made.id, targetName: made.name, after: { ...after, secretMade: newSecret !== null } })
      // Not to a program, as with webhooks: a member replaces it, or the program names its own.
      return key ? { ...made, newSecret: null } : made
    },
    updateAccount: async ({ params, body }, { tx, audit }) => {
      const { before, after } = await updateAccount(platform, tx, params.id, body)
      audit({ targetName: after.name, before, after })
      return after
    },
    removeAccount: async ({ params }, { tx, audit }) => {
      const before = await removeAccount(platform, tx, params.id)
      audit({ targetName: before.name, before })
      return null
    },
    testAccount: async ({ params, body }, { inOrg, audit }) => {
      const { account, to, result } = await testAccount(platform, inOrg, params.id, body)
      audit({ targetName: account.name, after: { to, ...result } })
      return result
    },
    resumeAccount: async ({ params }, { tx, audit }) => {
      await closeBreaker(platform, tx, params.id)
      const after = await readAccount(platform, tx, params.id)
      audit({ targetName: after.name })
      return after
    },
    readHook: async ({ params }, { tx }) => {
      const account = await findAccount(tx, params.id)
      if (!account) throw accountNotFound()
      return readHook(platform, tx, account)
    },
    renewHook: async ({ params }, { tx, audit }) => {
      const account = await findAccount(tx, params.id)
      if (!account) throw accountNotFound()
      audit({ targetName: account.name })
      return renewHook(platform, tx, account)
    },
    updateHook: async ({ params, body }, { tx, audit }) => {
      const account = await findAccount(tx, params.id)
      if (!account) throw accountNotFound()
      const before = account.settings.reports ?? 'standard-webhooks'
      audit({ targetName: account.name, before: { reports: before }, after: { reports: body.provider } })
      return updateHook(platform, tx, account, body)
    },
    readMailbox: async ({ params }, { inOrg, org, audit }) => {
      const account = await inOrg((tx) => readAccount(platform, tx, params.id))
      if (!account.inbound) throw conflict('No mailbox is set up for this account.')
      audit({ targetName: account.name })
      return readMailbox(platform, org.id, params.id)
    },
    receiveHook: async ({ params, body }, context) => {
      await receiveHook(platform, params.token, body, context)
      return { content: emptyTwiml }
    },
    confirmHook: async ({ params }, { search }) => ({ content: await confirmHook(platform, params.token, search()) }),
  })

const templateOperations = (platform: Platform) =>
  bindOperations(whatsappTemplates, {
    listTemplates: ({ query }, { tx }) => listTemplates(tx, query.accountId),
    createTemplate: async ({ body }, { inOrg, audit }) => {
      const after = await createTemplate(platform, inOrg, body)
      audit({ targetId: after.id, targetName: after.name, after })
      return after
    },
    syncTemplates: async ({ params }, { inOrg, audit }) => {
      const account = await inOrg((tx) => readAccount(platform, tx, params.id))
      audit({ targetName: account.name })
      return syncTemplates(platform, inOrg, params.id)
    },
    removeTemplate: async ({ params }, { tx, audit }) => {
      await assertUnused(platform, tx, 'template', params.id)
      const name = await deleteTemplate(tx, params.id)
      if (name === null) throw templateNotFound()
      audit({ targetName: name })
      return null
    },
  })

export const channelOperations = (platform: Platform): BoundOperation[] => [
  ...accountOperations(platform),
  ...templateOperations(platform),
  ...sendingOperations(platform),
]
