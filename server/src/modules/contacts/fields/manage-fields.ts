import type { z } from 'zod'
import { contactFieldLimits } from '@imperium/contract/contacts/contact-fields.ts'
import type { ContactField, CreateContactFieldBody, UpdateContactFieldBody } from '@imperium/contract/contacts/contact-fields.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { AppError, conflict, invalid, notFound, stale } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import * as store from './field-store.ts'
import { assertFieldUnused, assertNotImported } from './field-users.ts'

const choiceless = () => invalid([{ path: 'choices', message: 'Add at least one choice' }])

const fieldConflict = (path: 'key' | 'label', message: string) => new AppError('CONFLICT', 409, message, { errors: [{ path, message }] })

/** @throws 409 for a key or a name that is in use, or beyond the most fields that an organization may have. */
export async function createField({ tx, audit }: OrgContext, body: z.output<typeof CreateContactFieldBody>): Promise<ContactField> {
  if (body.type === 'choice' && body.choices.length === 0) throw choiceless()
  if (body.type !== 'choice' && body.choices.length > 0)
    throw invalid([{ path: 'choices', message: 'Only fields of type choice have choices' }])
  await store.lockFields(tx)
  const known = await store.findFieldByKey(tx, body.key)
  if (known)
    throw fieldConflict('key', known.isBeingRemoved ? 'A field with this key is being deleted.' : 'There is a field with this key already.')
  const fields = await store.listFields(tx)
  if (fields.some(({ label }) => label.toLowerCase() === body.label.toLowerCase()))
    throw fieldConflict('label', 'There is a field with this name already.')
  if (fields.length >= contactFieldLimits.fields)
    throw conflict(message('Contacts can have {max} fields of your own.', { max: contactFieldLimits.fields }))
  const id = newId()
  await store.insertField(tx, { id, ...body })
  audit({ targetId: id, targetName: body.label, after: body })
  return readField(tx, id)
}

/** @throws 409 where contacts have a choice that would go, or an import may just be writing it. Key and type stay: values, templates and segments were made for them. */
export async function updateField(
  platform: Platform,
  { tx, audit }: OrgContext,
  id: string,
  body: z.output<typeof UpdateContactFieldBody>,
): Promise<ContactField> {
  await store.lockFields(tx)
  const before = await store.findFieldForUpdate(tx, id)
  if (!before) throw notFound()
  if (body.updatedAt !== undefined && body.updatedAt !== before.updatedAt) throw stale()
  const choices = body.choices ?? before.choices
  if (before.type === 'choice' && choices.length === 0) throw choiceless()
  if (before.type !== 'choice' && choices.length > 0)
    throw invalid([{ path: 'choices', message: 'Only fields of type choice have choices' }])
  const gone = before.choices.filter((choice) => !choices.includes(choice))
  if (gone.length) await assertNotImported(platform, tx, before.key)
  const inUse = gone.length ? await store.countChosen(tx, before.key, gone) : 0
  if (inUse) throw conflict(message('{count} contacts use a choice that you removed. Change them first.', { count: inUse }))
  const after = { ...before, label: body.label ?? before.label, choices }
  await store.writeField(tx, after)
  audit({ targetName: after.label, before, after })
  return readField(tx, id)
}

const clearField = 'contacts.clearField'

interface ClearFieldData {
  orgId: string
  fieldId: string
  key: string
}

/**
 * The field disappears at once; a job removes its values, and until then its key stays reserved.
 * @throws 404; 409 where a segment, a campaign, a workflow or a running import uses it.
 */
export async function removeField(platform: Platform, { tx, actor, audit }: OrgContext, id: string): Promise<null> {
  await store.lockFields(tx)
  const field = await store.findFieldForUpdate(tx, id)
  if (!field) throw notFound()
  await assertFieldUnused(platform, tx, field.key)
  await store.markFieldLeaving(tx, id, actor.name)
  await platform.jobs.send<ClearFieldData>(tx, clearField, { orgId: tx.orgId, fieldId: id, key: field.key })
  audit({ targetName: field.label, before: field })
  return null
}

const contactsPerStep = 5_000

/** Idempotent: taken up again after a crash, it walks over contacts that have no value any more. */
export const clearFieldJob = ({ db }: Platform): JobDefinition<ClearFieldData> => ({
  name: clearField,
  lane: 'bulk',
  run: async ({ orgId, fieldId, key }, { signal }) => {
    let cursor: string | null = null
    do {
      signal.throwIfAborted()
      const from: string | null = cursor
      cursor = await db.withOrg(orgId, (tx) => store.clearFieldValues(tx, key, from, contactsPerStep))
    } while (cursor !== null)
    await db.withOrg(orgId, (tx) => store.deleteField(tx, fieldId))
  },
})

async function readField(tx: OrgContext['tx'], id: string): Promise<ContactField> {
  const field = await store.findFieldForUpdate(tx, id)
  if (!field) throw notFound()
  return field
}
