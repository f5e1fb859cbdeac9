import { z } from 'zod'
import { countVariables, templateStatuses } from '@imperium/contract/channels/channel-accounts.ts'
import type { CreateTemplateBody, WhatsappTemplate } from '@imperium/contract/channels/channel-accounts.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError, conflict, invalid, notFound } from '../../../platform/errors.ts'
import { EgressError } from '../../../platform/http-out/egress-error.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openSecret } from '../accounts/account-secret.ts'
import { findAccount } from '../accounts/accounts-store.ts'
import type { ChannelAccount } from '../accounts/accounts-store.ts'
import { accountNotFound } from '../accounts/show-account.ts'
import { templateProblem } from './template-problem.ts'
import { findTemplate, listTemplates, saveTemplate } from './templates-store.ts'

type InOrg = <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>
type Body = z.output<typeof CreateTemplateBody>

const maxTemplates = 1_000
const maxPages = 20

async function whatsappAccount(tx: OrgTx, id: string): Promise<ChannelAccount> {
  const account = await findAccount(tx, id)
  if (!account) throw accountNotFound()
  if (account.channel !== 'whatsapp') throw conflict('Only WhatsApp accounts have templates.')
  return account
}

/** Submits a template; the sandbox decides immediately, the provider after its review. @throws 404, 409, 422 with the provider's text. */
export async function createTemplate(platform: Platform, inOrg: InOrg, body: Body): Promise<WhatsappTemplate> {
  const account = await inOrg(async (tx) => {
    const found = await whatsappAccount(tx, body.accountId).catch((error: unknown) => {
      throw error instanceof AppError && error.status === 404
        ? invalid([{ path: 'accountId', message: 'Channel account not found' }])
        : error
    })
    const present = await listTemplates(tx, found.id)
    if (present.length >= maxTemplates) throw conflict(message('An account can have at most {max} templates.', { max: maxTemplates }))
    if (present.some(({ name, language }) => name === body.name && language === body.language))
      throw conflict('This account already has a template with this name and language.')
    return found
  })
  const decided = account.provider === 'sandbox' ? decideInSandbox(body.name) : await submitTemplate(platform, account, body)
  return inOrg(async (tx) => {
    const values = { name: body.name, language: body.language, category: body.category, body: body.body }
    const id = await saveTemplate(
      tx,
      account.id,
      { ...values, variables: countVariables(body.body) ?? 0, ...decided },
      platform.clock.now(),
    )
    return (await findTemplate(tx, id)) ?? Promise.reject(templateNotFound())
  })
}

export const templateNotFound = () => notFound('Template not found.')

interface Decided {
  status: WhatsappTemplate['status']
  providerId: string | null
  detail: string
}

/** Approved, unless the name requests a rejection. */
const decideInSandbox = (name: string): Decided =>
  name.endsWith('_rejected')
    ? { status: 'REJECTED', providerId: `sandbox-${newId()}`, detail: 'The sandbox rejects templates whose name ends in _rejected.' }
    : { status: 'APPROVED', providerId: `sandbox-${newId()}`, detail: '' }

const statusOf = (text: unknown): WhatsappTemplate['status'] => templateStatuses.find((each) => each === text) ?? 'PENDING'

async function submitTemplate(platform: Platform, account: ChannelAccount, body: Body): Promise<Decided> {
  const count = countVariables(body.body) ?? 0
  const example = count > 0 ? { example: { body_text: [Array.from({ length: count }, (_, index) => `Example ${index + 1}`)] } } : {}
  const components = [{ type: 'BODY', text: body.body, ...example }]
  const sent = JSON.stringify({ name: body.name, language: body.language, category: body.category, components })
  const reply = await ask(platform, account, 'message_templates', sent)
  return { status: statusOf(reply['status']), providerId: typeof reply['id'] === 'string' ? reply['id'] : null, detail: '' }
}

const Listed = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string().max(512),
      language: z.string().max(20),
      status: z.string(),
      category: z.string().max(40).default('MARKETING'),
      rejected_reason: z.string().optional(),
      components: z
        .array(
          z.object({
            type: z.string(),
            format: z.string().optional(),
            text: z.string().optional(),
            buttons: z.array(z.object({ type: z.string(), url: z.string().optional() })).optional(),
          }),
        )
        .default([]),
    }),
  ),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
})

/** Imports names, texts and approval from the provider. @throws 404, 409, 422 with the provider's text. */
export async function syncTemplates(platform: Platform, inOrg: InOrg, accountId: string): Promise<WhatsappTemplate[]> {
  const account = await inOrg((tx) => whatsappAccount(tx, accountId))
  if (account.provider === 'sandbox') return inOrg((tx) => listTemplates(tx, accountId))
  const found: z.output<typeof Listed>['data'] = []
  let after: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({ fields: 'id,name,language,status,category,rejected_reason,components', limit: '100' })
    if (after) query.set('after', after)
    const read = Listed.safeParse(await ask(platform, account, `message_templates?${query.toString()}`))
    if (!read.success) throw providerRefused('It answered in a form that we do not understand.')
    found.push(...read.data.data)
    after = read.data.paging?.next ? read.data.paging.cursors?.after : undefined
    if (!after) break
  }
  const now = platform.clock.now()
  return inOrg(async (tx) => {
    for (const each of found.slice(0, maxTemplates)) {
      const body = each.components.find(({ type }) => type === 'BODY')?.text ?? ''
      const reason = each.rejected_reason && each.rejected_reason !== 'NONE' ? each.rejected_reason : ''
      const values = { name: each.name, language: each.language, category: each.category, body, variables: countVariables(body) ?? 0 }
      const problem = templateProblem(each.components)
      const status = problem ? 'DISABLED' : statusOf(each.status)
      await saveTemplate(tx, accountId, { ...values, status, providerId: each.id, detail: problem || reason }, now)
    }
    return listTemplates(tx, accountId)
  })
}

const providerRefused = (texts: string) =>
  invalid([{ path: 'accountId', ...message('The provider did not accept it: {reason}', { reason: texts.slice(0, 300) }) }])

/** Calls the account's provider; POST if there is a body. @throws 422 with the provider's text. */
async function ask(platform: Platform, account: ChannelAccount, path: string, body?: string): Promise<Record<string, unknown>> {
  const { baseUrl = '', businessAccountId = '' } = account.settings
  const { accessToken = '' } = openSecret(platform.keyRing, account.id, account.secretSealed)
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', accept: 'application/json' }
  try {
    const response = await platform.httpOut.fetch(`${baseUrl.replace(/\/+$/, '')}/${businessAccountId}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body }),
      timeoutMs: 20_000,
      maxBytes: 4 * 1024 * 1024,
    })
    const reply = readObject(await response.text())
    if (response.ok) return reply
    const error = reply['error'] as { message?: unknown; error_user_msg?: unknown } | undefined
    throw providerRefused(String(error?.error_user_msg ?? error?.message ?? `HTTP ${response.status}`))
  } catch (error) {
    if (error instanceof EgressError) throw providerRefused(error.publicMessage)
    throw error
  }
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    // Not JSON: the HTTP status is reported instead.
    return {}
  }
}
