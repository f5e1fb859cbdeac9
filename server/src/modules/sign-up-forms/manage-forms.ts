import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { signUpFormLimits } from '@imperium/contract/contacts/sign-up-forms.ts'
import type { CreateSignUpFormBody, SignUpDefinition, SignUpForm, UpdateSignUpFormBody } from '@imperium/contract/contacts/sign-up-forms.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { AppError, conflict, invalid, notFound, stale } from '../../platform/errors.ts'
import type { FieldError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { requireProvedAddress } from '../../platform/operations/proved-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { freeSlug } from '../../platform/resources/free-slug.ts'
import { assertSmsReplies, findOrganizationTexts, lockPurposesShared, listPurposes } from '../consents/index.ts'
import type { PurposeRow } from '../consents/index.ts'
import { listFields, lockFields } from '../contacts/index.ts'
import { formHtml } from './form-inputs.ts'
import { insertForm, listForms, lockForm, lockForms, writeForm } from './sign-up-store.ts'
import type { FormRow } from './sign-up-store.ts'
import { signUpLabels } from './sign-up-texts.ts'
import { publicUrlOf } from '../../platform/http/host-owners.ts'

/** Below our public address. */
export const formPath = (org: string, form: string): string => `/forms/${org}/${form}`

interface Presenting {
  orgId: string
  slug: string
  /** The organization's name. */
  organization: string
  fields: Awaited<ReturnType<typeof listFields>>
  purposes: readonly PurposeRow[]
}

/** Out of sight on any page, where our style sheet is not. */
const hiddenByItself = 'style="position:absolute;left:-9999px"'

function present(platform: Platform, form: FormRow, { orgId, slug, organization, fields, purposes }: Presenting): SignUpForm {
  const url = `${publicUrlOf(platform, orgId)}${formPath(slug, form.slug)}`
  const language = form.definition.language ?? 'en'
  const shown = { form, words: signUpLabels[language], language, organization, fields, purposes: chosenOf(form.definition, purposes) }
  return {
    ...form.definition,
    id: form.id,
    name: form.name,
    version: form.version,
    url,
    embedHtml: formHtml(shown, { action: url, hidden: hiddenByItself }),
    submittedCount: form.submittedCount,
    confirmedCount: form.confirmedCount,
    createdBy: form.createdBy,
    archivedAt: form.archivedAt?.toISOString() ?? null,
    createdAt: form.createdAt.toISOString(),
    updatedAt: form.updatedAt.toISOString(),
  }
}

/** The purposes of a form in its order, without archived ones. */
export const chosenOf = ({ purposes: keys }: Pick<SignUpDefinition, 'purposes'>, purposes: readonly PurposeRow[]): PurposeRow[] =>
  keys.flatMap((key) => purposes.find((each) => each.key === key && !each.archivedAt) ?? [])

const presenting = async (tx: OrgTx, slug: string): Promise<Presenting> => ({
  orgId: tx.orgId,
  slug,
  organization: (await findOrganizationTexts(tx)).name,
  fields: await listFields(tx),
  purposes: await listPurposes(tx),
})

export async function presentForms(platform: Platform, { tx, org }: Pick<OrgContext, 'tx' | 'org'>): Promise<SignUpForm[]> {
  const shared = await presenting(tx, org.slug)
  return (await listForms(tx)).map((form) => present(platform, form, shared))
}

async function presented(platform: Platform, { tx, org }: Pick<OrgContext, 'tx' | 'org'>, id: string): Promise<SignUpForm> {
  const form = await lockForm(tx, id)
  if (!form) throw notFound()
  return present(platform, form, await presenting(tx, org.slug))
}

/** Purposes, fields and the way for SMS as they are at the end of this transaction. @throws 422 for those that are not there. */
async function checkDefinition(platform: Platform, tx: OrgTx, { purposes, fields, smsConsent }: SignUpDefinition): Promise<void> {
  await lockFields(tx)
  await lockPurposesShared(tx)
  const [known, own] = [await listPurposes(tx), await listFields(tx)]
  const errors: FieldError[] = [
    ...purposes.flatMap((key, index) =>
      known.some((each) => each.key === key && !each.archivedAt)
        ? []
        : [{ path: `purposes.${index}`, message: 'This purpose does not exist or is archived.' }],
    ),
    ...fields.flatMap(({ field }, index) =>
      !field.startsWith('custom:') || own.some(({ key }) => field === `custom:${key}`)
        ? []
        : [{ path: `fields.${index}.field`, ...message('There is no field "{field}"', { field: field.slice('custom:'.length) }) }],
    ),
    ...(smsConsent ? await smsFaults(platform, tx) : []),
  ]
  if (errors.length) throw invalid(errors)
}

/** A confirmation by SMS needs a number that can receive replies. */
async function smsFaults(platform: Platform, tx: OrgTx): Promise<FieldError[]> {
  try {
    await assertSmsReplies(platform, tx)
    return []
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return [{ path: 'smsConsent', ...worded(error.text) }]
    throw error
  }
}

/** @throws 403 before the own address is proved: a form writes to strangers; 409 where there are as many as there may be; 422. */
export async function createForm(
  platform: Platform,
  context: OrgContext,
  { name, ...definition }: z.output<typeof CreateSignUpFormBody>,
): Promise<SignUpForm> {
  const { tx, actor, caller, audit } = context
  requireProvedAddress(caller)
  await lockForms(tx)
  const forms = await listForms(tx)
  if (forms.length >= signUpFormLimits.forms)
    throw conflict(message('There can be at most {max} sign-up forms.', { max: signUpFormLimits.forms }))
  await checkDefinition(platform, tx, definition)
  const id = newId()
  const slug = freeSlug(name, new Set(forms.map((each) => each.slug)), 'form')
  await insertForm(tx, { id, slug, name, definition, createdBy: actor.name })
  audit({ targetId: id, targetName: name, after: { name, slug, ...definition } })
  return presented(platform, context, id)
}

/** Whether consent to one version covers the other. */
const hasSameTexts = (one: SignUpDefinition, other: SignUpDefinition): boolean =>
  one.consentText === other.consentText &&
  one.smsConsent === other.smsConsent &&
  one.smsConsentText === other.smsConsentText &&
  isDeepStrictEqual(one.purposes, other.purposes)

/** @throws 403, 404; 409 where the form changed since it was read; 422. */
export async function updateForm(
  platform: Platform,
  context: OrgContext,
  id: string,
  { updatedAt, name, ...definition }: z.output<typeof UpdateSignUpFormBody>,
): Promise<SignUpForm> {
  const { tx, caller, audit } = context
  requireProvedAddress(caller)
  const before = await lockForm(tx, id)
  if (!before) throw notFound()
  if (updatedAt !== undefined && updatedAt !== before.updatedAt.toISOString()) throw stale()
  await checkDefinition(platform, tx, definition)
  const version = hasSameTexts(before.definition, definition) ? before.version : before.version + 1
  await writeForm(tx, id, { name, definition, version })
  audit({ targetName: name, before: { name: before.name, ...before.definition }, after: { name, ...definition } })
  return presented(platform, context, id)
}

/** @throws 404; 422 where one is brought back whose purposes or fields are gone. */
export async function archiveForm(platform: Platform, context: OrgContext, id: string, archived: boolean): Promise<SignUpForm> {
  const { tx, audit } = context
  const before = await lockForm(tx, id)
  if (!before) throw notFound()
  if (!archived) await checkDefinition(platform, tx, before.definition)
  await writeForm(tx, id, { archivedAt: archived ? (before.archivedAt ?? new Date()) : null })
  audit({ targetName: before.name, before: { archived: before.archivedAt !== null }, after: { archived } })
  return presented(platform, context, id)
}
