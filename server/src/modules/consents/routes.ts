import { linkPages } from '@imperium/contract/contacts/consent-pages.ts'
import { consents } from '@imperium/contract/contacts/consents.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { grantManually, readContactConsents, readHistory, remindManually, withdrawManually } from './contact-consents.ts'
import { openChoices, pressChoices } from './links/choices-page.ts'
import { openConfirmation, openUnsubscribePage, pressConfirm, pressUnsubscribe } from './links/link-pages.ts'
import { createPurpose, toPurpose, updatePurpose } from './purposes/manage-purposes.ts'
import { addMany, addOne, hashesOf, removeOne } from './suppressions/manage-suppressions.ts'
import { readAddressFile } from './suppressions/read-address-file.ts'
import { endByLink, endByOneClick, openPreferences, savePreferences } from './links/preferences.ts'
import { listPurposes } from './purposes/purpose-store.ts'
import { suppressionPage, toSuppression } from './suppressions/suppression-store.ts'
import { showSettings, updateSettings } from './reach/update-settings.ts'

export const consentOperations = (platform: Platform) =>
  bindOperations(consents, {
    listPurposes: async (_input, { tx }) => (await listPurposes(tx)).map(toPurpose),
    createPurpose: ({ body }, context) => createPurpose(context, body),
    updatePurpose: ({ params, body }, context) => updatePurpose(platform, context, params.key, body),
    readSettings: (_input, { tx }) => showSettings(platform, tx),
    updateSettings: ({ body }, context) => updateSettings(platform, context, body),
    ofContact: ({ params }, { tx }) => readContactConsents(tx, params.id),
    history: async ({ params, query: { limit, cursor } }, { tx, org }) => {
      const scope = { orgId: org.id, list: 'consents.history', filter: { contactId: params.id } }
      const after = cursor ? String(platform.cursors.decode(scope, cursor)[0]) : null
      const { rows, last } = await readHistory(tx, params.id, { limit, after })
      return { rows, nextCursor: last ? platform.cursors.encode(scope, [last]) : null }
    },
    grant: ({ params, body }, context) => grantManually(platform, context, params.id, body),
    remind: ({ params, body }, context) => remindManually(platform, context, params.id, body),
    withdraw: ({ params, body }, context) => withdrawManually(platform, context, params.id, body),
    listSuppressions: async ({ query }, { tx }) => {
      const hashes = query.address ? await hashesOf(platform, tx, query.address) : null
      const filter = { ...query, hashes: hashes && hashes.map((hash) => hash.toString('hex')) }
      const { rows, nextCursor } = await suppressionPage(platform.cursors, { tx, list: 'suppressions', query }, filter)
      return { rows: rows.map((row) => toSuppression(row)), nextCursor }
    },
    addSuppression: ({ body }, context) => addOne(platform, context, body),
    addSuppressions: ({ body }, context) => addMany(platform, context, body),
    readAddressFile: ({ body, query }, { org }) => readAddressFile({ orgId: org.id }, body.bytes, query.channel),
    removeSuppression: async ({ params, body }, context) => {
      await removeOne(context, params.id, body.reason)
      return null
    },

    openPreferences: ({ params }) => openPreferences(platform, params.token),
    savePreferences: ({ params, body }, context) => savePreferences(platform, context, params.token, body.choices),
    endByLink: ({ params, body }, context) => endByLink(platform, context, params.token, body.everything),
    unsubscribe: async ({ params }, context) => {
      await endByOneClick(platform, context, params.token)
      return null
    },
    // What the address says stays as it is: the page reads it.
    openUnsubscribe: async ({ params }) => ({ location: `/unsubscribe/${encodeURIComponent(params.token)}` }),
  })

export const linkPageOperations = (platform: Platform) =>
  bindOperations(linkPages, {
    openChoices: ({ params }, context) => openChoices(platform, context, params.token),
    saveChoices: ({ params, body }, context) => pressChoices(platform, context, params.token, body),
    openUnsubscribePage: ({ params }, context) => openUnsubscribePage(platform, context, params.token),
    unsubscribeOnPage: ({ params, body }, context) => pressUnsubscribe(platform, context, params.token, body),
    openConfirmation: ({ params }, context) => openConfirmation(platform, context, params.token),
    confirm: ({ params }, context) => pressConfirm(platform, context, params.token),
  })
