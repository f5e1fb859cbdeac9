import { channels } from '@imperium/contract/channels/channels.ts'
import { consents } from '@imperium/contract/contacts/consents.ts'
import { mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

const silent = { meta: { silent: true } }

// The health of an account changes while messages are sent.
export const accountsQuery = { ...query(channels.listAccounts), ...silent, staleTime: 0, refetchInterval: 15_000 }
export const templatesQuery = { ...query(channels.listTemplates, { query: {} }), ...silent }
export const inboundQuery = { ...pages(channels.listInbound, { query: { limit: 25 } }), ...silent, staleTime: 0, refetchInterval: 15_000 }
export const sendersQuery = { ...query(channels.listSenders), ...silent, staleTime: 0 }
export const domainsQuery = { ...query(channels.listDomains), ...silent }
export const emailSettingsQuery = { ...query(channels.readEmailSettings), ...silent }
export const suppressionsQuery = { ...query(consents.listSuppressions, { query: { limit: 5 } }), ...silent, staleTime: 0 }
// Polled: a member who sets it up waits for the first report.
export const hookQuery = (id: string) => ({
  ...query(channels.readHook, { params: { id } }),
  ...silent,
  staleTime: 0,
  refetchInterval: 5_000,
})

const accounts = [['channels', 'listAccounts'] as const]
const templates = [['channels', 'listTemplates'] as const]
const senders = [['channels', 'listSenders'] as const]
// The verification of senders depends on the domains.
const domains = [['channels', 'listDomains'] as const, ['channels', 'listSenders'] as const]

export const createAccountMutation = mutation(channels.createAccount, { success: t('Account added'), invalidates: accounts })
export const updateAccountMutation = mutation(channels.updateAccount, { success: t('Account changed'), invalidates: accounts })
export const removeAccountMutation = mutation(channels.removeAccount, { success: t('Account removed'), invalidates: accounts })
export const resumeAccountMutation = mutation(channels.resumeAccount, { success: t('The account is retried'), invalidates: accounts })
/** The dialog shows the result, success or failure. */
export const testAccountMutation = mutation(channels.testAccount, { silent: true, invalidates: accounts })
export const renewHookMutation = mutation(channels.renewHook, { success: t('New URL created'), invalidates: [['channels', 'readHook']] })
export const updateHookMutation = mutation(channels.updateHook, {
  success: t('Provider of reports saved'),
  invalidates: [['channels', 'readHook'], ...accounts],
})
export const readMailboxMutation = mutation(channels.readMailbox, { silent: true, invalidates: [['channels']] })
export const createTemplateMutation = mutation(channels.createTemplate, { success: t('Template submitted'), invalidates: templates })
export const syncTemplatesMutation = mutation(channels.syncTemplates, { success: t('Templates are up to date'), invalidates: templates })
export const removeTemplateMutation = mutation(channels.removeTemplate, { success: t('Template removed'), invalidates: templates })
export const addDomainMutation = mutation(channels.addDomain, { success: t('Domain added'), silent: true, invalidates: domains })
export const checkDomainMutation = mutation(channels.checkDomain, { failure: t('Failed to check the domain'), invalidates: domains })
export const rotateKeyMutation = mutation(channels.rotateKey, {
  success: t('New key created'),
  failure: t('Failed to create a new key'),
  invalidates: domains,
})
export const forgetKeyMutation = mutation(channels.forgetKey, {
  success: t('Key removed'),
  failure: t('Failed to remove the key'),
  invalidates: domains,
})
export const removeDomainMutation = mutation(channels.removeDomain, { success: t('Domain removed'), invalidates: domains })
export const createSenderMutation = mutation(channels.createSender, { success: t('Sender added'), invalidates: senders })
export const updateSenderMutation = mutation(channels.updateSender, { success: t('Sender changed'), invalidates: senders })
export const removeSenderMutation = mutation(channels.removeSender, { success: t('Sender removed'), invalidates: senders })
export const sendSenderEmailMutation = mutation(channels.sendSenderLetter, { success: t('The email was sent'), invalidates: senders })
export const verifySenderMutation = mutation(channels.verifySender, { silent: true })
export const saveEmailSettingsMutation = mutation(channels.updateEmailSettings, {
  success: t('Email settings saved'),
  invalidates: [['channels', 'readEmailSettings']],
})
