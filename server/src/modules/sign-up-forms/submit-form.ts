import { chooseLanguage, languages } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { PageResponse, UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import { hashTokenHex } from '../../platform/crypto/crypto.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { aboutPerson } from '../../platform/jobs/erase-jobs.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { addressGroup, countHit } from '../../platform/auth/rate-limit.ts'
import { findOrganizationTexts, listPurposes } from '../consents/index.ts'
import { listFields, phoneReaderOf } from '../contacts/index.ts'
import type { Speaker } from '../../platform/public-page.ts'
import { smsTextOf } from './form-inputs.ts'
import type { ShownForm } from './form-inputs.ts'
import { chosenOf, formPath } from './manage-forms.ts'
import { inputs, readSubmission } from './read-submission.ts'
import { signUpJobName } from './sign-up-job.ts'
import type { SignUpJobData, SignUpOrder } from './sign-up-job.ts'
import { busyPage, formPage, goneFormPage, thanksPage } from './sign-up-page.ts'
import { countOn, findForm, findPlace } from './sign-up-store.ts'
import type { SmsWish } from './sign-up-store.ts'
import { signUpLabels } from './sign-up-texts.ts'

interface Address {
  org: string
  form: string
}

/** Limits of a network over all forms, of an address per organization, and of an organization: its emails go to strangers. */
const mostOfNetwork = { max: 60, perSeconds: 600 }
const mostOfAddress = { max: 5, perSeconds: 3_600 }
const mostOfOrganization = { max: 3_000, perSeconds: 3_600 }
/** A person cannot fill in a form sooner. */
const soonestMs = 2_000
/** A page that was left open overnight is good still. */
const latestMs = 7 * 86_400_000

interface Opened extends ShownForm {
  speaker: Speaker
  tx: OrgTx
}

/** Opens the form behind an address in its organization. Null where there is none, or it asks for nothing any more. */
async function withForm<T>(
  platform: Platform,
  address: Address,
  context: PublicContext,
  work: (opened: Opened) => Promise<T>,
): Promise<T | null> {
  const place = await platform.db.withSystem((tx) => findPlace(tx, address.org, address.form))
  if (!place) return null
  return platform.db.withOrg(place.orgId, async (tx) => {
    const form = await findForm(tx, place.formId)
    const purposes = form && !form.archivedAt ? chosenOf(form.definition, await listPurposes(tx)) : []
    if (!form || purposes.length === 0) return null
    const language = form.definition.language ?? wishOf(context)
    const [fields, speaker] = [await listFields(tx), await findOrganizationTexts(tx)]
    return work({ form, purposes, fields, language, words: signUpLabels[language], organization: speaker.name, speaker, tx })
  })
}

const wishOf = (context: PublicContext): Language => chooseLanguage(context.header('accept-language'))

const stampPlace = (formId: string): string => `sign-up-form:${formId}`
const stampOf = ({ keyRing, clock }: Platform, formId: string): string => keyRing.encrypt(String(clock.now().getTime()), stampPlace(formId))

/** How long ago our page was shown; null for a form on a page of others, which cannot say so. NaN for what is no stamp of ours. */
function ageOf({ keyRing, clock }: Platform, formId: string, stamp: string | null): number | null {
  if (!stamp) return null
  try {
    return clock.now().getTime() - Number(keyRing.decrypt(stamp, stampPlace(formId)))
  } catch {
    return Number.NaN
  }
}

export async function openForm(platform: Platform, address: Address, context: PublicContext): Promise<PageResponse> {
  const shown = await withForm(platform, address, context, async (opened) =>
    formPage(opened, { ...opened, action: formPath(address.org, address.form), stamp: stampOf(platform, opened.form.id) }),
  )
  return shown ?? goneFormPage(wishOf(context))
}

export async function thankForForm(platform: Platform, address: Address, context: PublicContext): Promise<PageResponse> {
  const shown = await withForm(platform, address, context, async (opened) => thanksPage(opened, opened.language, opened.speaker))
  return shown ?? goneFormPage(wishOf(context))
}

/** Counts a try. @returns after how many seconds the next one is heard where this one is one too many, else null. */
async function waitOf({ db }: Platform, key: string, { max, perSeconds }: typeof mostOfNetwork): Promise<number | null> {
  const { allowed, resetSeconds } = await countHit(db, key, max, perSeconds)
  return allowed ? null : resetSeconds
}

/**
 * Takes what was sent. Whatever is known of the address, the answer is the same and takes as long: who it is, and whether a letter
 * goes out, is found out by a job afterwards.
 */
export async function submitForm(platform: Platform, address: Address, body: UploadedFile, context: PublicContext): Promise<PageResponse> {
  const waitOfNetwork = await waitOf(platform, `sign-ups:${hashTokenHex(addressGroup(context.ipAddress))}`, mostOfNetwork)
  if (waitOfNetwork !== null) return busyPage(wishOf(context), waitOfNetwork)
  const sent = new URLSearchParams(Buffer.from(body.bytes).toString())
  const action = formPath(address.org, address.form)
  const thanks: PageResponse = { location: `${action}/thanks` }
  const response = await withForm(platform, address, context, async (opened) => {
    const { form, fields, language, tx } = opened
    // A filled honeypot means a bot: it gets the normal page.
    if (sent.get(inputs.trap)) return thanks
    const { submission, faults } = readSubmission(sent, { definition: definitionOf(opened), fields, readPhone: await phoneReaderOf(tx) })
    const age = ageOf(platform, form.id, sent.get(inputs.stamp))
    const isHasty = age !== null && !(age >= soonestMs && age <= latestMs)
    if (faults.size > 0 || isHasty) {
      const notice = faults.size > 0 ? {} : { notice: opened.words.again }
      return formPage(opened, { ...opened, ...notice, action, stamp: stampOf(platform, form.id), sent: { values: sent, faults } })
    }
    const wait =
      (await waitOf(platform, `sign-up:${hashTokenHex(`${tx.orgId} ${submission.email}`)}`, mostOfAddress)) ??
      (await waitOf(platform, `sign-ups-of:${tx.orgId}`, mostOfOrganization))
    if (wait !== null) return busyPage(language, wait)
    await countOn(tx, form.id, 'submitted_count')
    const { wantsSms, ...rest } = submission
    const sms = wantsSms ? smsWish(opened, sent.get(inputs.language)) : null
    await order(platform, tx, { ...rest, sms, id: newId(), formId: form.id, language, proof: proofOf(opened, context) })
    return thanks
  })
  return response ?? goneFormPage(wishOf(context))
}

/** Purposes that were archived since are no part of the form. */
const definitionOf = ({ form, purposes }: Opened) => ({ ...form.definition, purposes: purposes.map(({ key }) => key) })

/** On a page of others the words are in the language in which they were pasted, whatever the browser wishes. */
function smsWish(opened: Opened, shownIn: string | null): SmsWish {
  const language = languages.find((each) => each === shownIn) ?? opened.language
  return { words: smsTextOf({ ...opened, words: signUpLabels[language] }), language }
}

/** The texts at the time of consent: later changes do not alter the proof. */
const proofOf = ({ form, speaker }: Opened, context: PublicContext): Record<string, unknown> => ({
  form: form.name,
  formId: form.id,
  version: form.version,
  text: form.definition.consentText,
  organization: speaker.name,
  ...(context.header('origin') ? { page: context.header('origin')?.slice(0, 300) } : {}),
  ipAddress: context.ipAddress,
  userAgent: context.userAgent.slice(0, 300),
  requestId: context.requestId,
})

/** Queued with the count, sealed: it holds an address. */
const order = (platform: Platform, tx: OrgTx, signUp: SignUpOrder): Promise<void> =>
  platform.jobs.send<SignUpJobData>(tx, signUpJobName, {
    orgId: tx.orgId,
    signUpId: signUp.id,
    sealed: platform.keyRing.encrypt(JSON.stringify(signUp), `sign-up:${signUp.id}`),
    ...aboutPerson(platform, signUp.email),
  })
