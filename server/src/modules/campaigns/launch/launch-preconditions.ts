import { nextOccurrence } from '@imperium/contract/campaigns/campaign-occurrences.ts'
import { stoppedStatuses } from '@imperium/contract/agents.ts'
import { measurableRules } from '@imperium/contract/campaigns/campaign-measures.ts'
import type { CampaignDefinition, MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import type { LaunchCheck, LaunchFinding } from '@imperium/contract/campaigns/launch-checklist.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Message, Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { faultText } from '../../../platform/text/liquid.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findAgent } from '../../agents/index.ts'
import { findTemplate, footerOf, isSandbox, readEmailSettings, resolveAccount, resolveSender } from '../../channels/index.ts'
import { lockPurposesShared, listPurposes } from '../../consents/index.ts'
import { countAudience, namedSegments } from '../../segments/index.ts'
import { hasAgentBlock } from '../messages/agent-frame.ts'
import { contentPath, contentsOf, messageFrame } from '../messages/campaign-messages.ts'
import { lacksTemplate, unregisteredVariants } from '../messages/dlt-template.ts'
import { startsWithTest } from '../engine/start-send.ts'
import { segmentsOfBlocks } from '../messages/render-designs.ts'
import { PartError, compileMessage } from '../messages/render-message.ts'
import type { CampaignRow } from '../store.ts'
import { unknownNames } from '../messages/unknown-names.ts'
import { findInMessages } from './message-findings.ts'
import type { MessageSource } from '../messages/message-source.ts'

const at = 'definition'

function missingParts(channel: Channel, content: MessageContent, path: string): FieldError[] {
  const missing = (part: string, message: string): FieldError[] => [{ path: `${path}.${part}`, message }]
  if (channel === 'email')
    return [
      ...(content.subject === '' ? missing('subject', 'Write a subject') : []),
      ...(content.html.trim() === '' && content.text.trim() === '' ? missing('html', 'Write the message') : []),
    ]
  if (channel === 'whatsapp' && content.whatsappTemplateId !== null) return []
  return content.text.trim() === '' ? missing('text', 'Write the message') : []
}

/** Errors in the templates of a campaign: syntax errors, and names that no contact has. */
export async function templateErrors(tx: OrgTx, campaign: Pick<CampaignRow, 'channel' | 'name' | 'definition'>): Promise<FieldError[]> {
  const frame = await messageFrame(tx, campaign)
  const errors: FieldError[] = []
  for (const [variant, content] of contentsOf(campaign.definition).entries()) {
    const path = contentPath(variant)
    try {
      const unknown = await unknownNames(tx, await compileMessage({ ...frame, content }), frame.byAgent ?? false)
      errors.push(...unknown.map((name) => ({ path, ...message('There is no merge field {name}', { name }) })))
    } catch (error) {
      if (!(error instanceof PartError)) throw error
      errors.push({ path: `${path}.${error.part}`, ...worded(faultText(error.fault)) })
    }
  }
  return errors
}

/** Requires approved templates and a non-empty value for each of their variables: WhatsApp refuses empty ones. */
async function whatsappErrors(tx: OrgTx, { channel, definition }: CampaignRow): Promise<FieldError[]> {
  if (channel !== 'whatsapp') return []
  const errors: FieldError[] = []
  for (const [variant, { whatsappTemplateId, whatsappVariables }] of contentsOf(definition).entries()) {
    if (whatsappTemplateId === null) continue
    const path = `${contentPath(variant)}.whatsappTemplateId`
    const template = await findTemplate(tx, whatsappTemplateId)
    if (!template) errors.push({ path, message: 'This WhatsApp template does not exist' })
    else if (template.status !== 'APPROVED')
      errors.push({ path, ...message('The WhatsApp template {template} is not approved', { template: template.name }) })
    else if (template.variables !== whatsappVariables.length)
      errors.push({
        path,
        ...message('The WhatsApp template {template} has {count} variables', { template: template.name, count: template.variables }),
      })
    else errors.push(...emptyVariables(whatsappVariables, `${contentPath(variant)}.whatsappVariables`))
  }
  return errors
}

const emptyVariables = (variables: readonly string[], path: string): FieldError[] =>
  variables.flatMap((value, index) =>
    value.trim() === ''
      ? [{ path: `${path}.${index}`, ...message('Fill in {{{number}}} of the WhatsApp template', { number: index + 1 }) }]
      : [],
  )

/** Refuses texts of an agent that no part of the message would show, before they cost money. */
const missingBlockErrors = ({ channel, definition }: CampaignRow): FieldError[] =>
  contentsOf(definition).flatMap((content, variant) =>
    !definition.agent || hasAgentBlock(channel, content)
      ? []
      : [
          {
            path: `${contentPath(variant)}.${channel === 'webhook' ? 'text' : 'whatsappTemplateId'}`,
            message:
              channel === 'webhook'
                ? "The agent's text is not used: add {{ agent_text }} to the JSON"
                : "The agent's text is not used: add {{ agent_text }} to a variable of the WhatsApp template",
          },
        ],
  )

/** The agent writes all messages before a test is decided: the rest would get the winner's frame around texts for another variant. */
const otherErrors = ({ definition: { agent, ab } }: CampaignRow): FieldError[] =>
  agent && startsWithTest(ab)
    ? [
        {
          path: `${at}.ab.testPercent`,
          message: 'If an agent writes each message, all contacts are part of the test: set it to 100 percent',
        },
      ]
    : []

const ruleLabels = {
  opened:
    'Openings cannot be counted here: they need mail with HTML in every variant, and tracking of openings. Choose another winner rule',
  clicked: 'Clicks cannot be counted here: they need a link in every variant, and tracking of clicks. Choose another winner rule',
  responded: 'Nobody can answer on this channel. Choose another winner rule',
  manual: '',
}

/** A rule that can never measure a difference would always make A the winner. */
function ruleErrors({ channel, definition }: CampaignRow, tracking: MessageSource['tracking']): FieldError[] {
  const { ab, agent } = definition
  if (!ab || !startsWithTest(ab)) return []
  const rules = measurableRules({ channel, contents: contentsOf(definition), tracking, byAgent: agent !== null })
  return rules.includes(ab.winnerBy) ? [] : [{ path: `${at}.ab.winnerBy`, message: ruleLabels[ab.winnerBy] }]
}

/** A block whose segment is gone would be hidden from everyone, or shown to everyone. */
async function blockErrors(tx: OrgTx, { definition }: CampaignRow): Promise<FieldError[]> {
  const ids = segmentsOfBlocks(definition)
  const found = await namedSegments(tx, { ids, names: [] })
  return found.length === ids.length ? [] : [{ path: `${at}.content.design`, message: 'A block is shown by a segment that does not exist' }]
}

/** The check of the list to which errors of a path belong. */
const under = (check: LaunchCheck, errors: readonly FieldError[]): LaunchFinding[] =>
  errors.map((error) => ({ ...error, check, level: 'error', blockId: null }))

async function contentFindings(tx: OrgTx, campaign: CampaignRow): Promise<LaunchFinding[]> {
  const { channel, definition } = campaign
  // A message that an agent writes for each recipient needs no content.
  const missing = definition.agent ? [] : contentsOf(definition).flatMap((content, n) => missingParts(channel, content, contentPath(n)))
  return [
    ...under('message', [
      ...missing,
      ...missingBlockErrors(campaign),
      ...otherErrors(campaign),
      ...ruleErrors(campaign, (await messageFrame(tx, campaign)).tracking),
    ]),
    ...under('merge_fields', await templateErrors(tx, campaign)),
    ...under('message', [...(await blockErrors(tx, campaign)), ...(await whatsappErrors(tx, campaign))]),
  ]
}

/** A recurring audience may be empty today and not tomorrow, such as contacts with a birthday. */
async function audienceErrors(tx: OrgTx, { audience, schedule }: CampaignDefinition): Promise<{ errors: FieldError[]; count: number }> {
  const wrong = (text: Text) => ({ errors: [{ path: `${at}.audience`, ...worded(text) }], count: 0 })
  if (!audience) return wrong('Choose an audience')
  try {
    const count = await countAudience(tx, audience)
    return count > 0 || schedule.type === 'recurring' ? { errors: [], count } : wrong('This audience has no contacts')
  } catch (error) {
    // A segment, or a field that it uses, was deleted.
    if (error instanceof AppError) return wrong(error.text)
    throw error
  }
}

async function wayOutFindings(
  platform: Pick<Platform, 'config'>,
  tx: OrgTx,
  { channel, definition }: CampaignRow,
): Promise<LaunchFinding[]> {
  const found: LaunchFinding[] = []
  // The sandbox sends nothing outside: it may use an unverified sender, or none.
  let leaves = true
  try {
    const account = await resolveAccount(tx, channel, definition.accountId)
    leaves = !isSandbox(platform, account)
    found.push(
      ...under(
        'message',
        unregisteredVariants(account, definition).map((variant) => lacksTemplate(contentPath(variant))),
      ),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    found.push(...under('account', [{ path: `${at}.accountId`, ...worded(error.text) }]))
  }
  if (channel !== 'email') return found
  const senderAt = `${at}.senderId`
  const [sender, footer] = await Promise.all([resolveSender(tx, definition.senderId), footerOf(tx)])
  if (!sender) {
    if (leaves || definition.senderId !== null) found.push(...under('sender', [{ path: senderAt, message: 'Choose a sender' }]))
  } else if (leaves && !sender.verifiedAt)
    found.push(...under('sender', [{ path: senderAt, ...message('The sender {sender} is not verified yet', { sender: sender.email }) }]))
  if (footer.postalAddress === '')
    found.push(
      ...under('postal_address', [
        { path: 'footer', message: 'Campaign emails must name the postal address of the organization: enter it in its profile' },
      ]),
    )
  return found
}

async function agentErrors(tx: OrgTx, { definition: { agent } }: CampaignRow): Promise<FieldError[]> {
  if (!agent) return []
  const found = await findAgent(tx, agent.agentId)
  if (!found) return [{ path: `${at}.agent.agentId`, message: 'This agent does not exist' }]
  return [
    ...(stoppedStatuses.includes(found.status)
      ? [{ path: `${at}.agent.agentId`, message: 'This agent is inactive: activate it first' }]
      : []),
    ...(agent.budgetMicros === 0 ? [{ path: `${at}.agent.budgetMicros`, message: 'Set a budget for what the agent writes' }] : []),
  ]
}

async function purposeErrors(tx: OrgTx, { purpose }: CampaignDefinition): Promise<FieldError[]> {
  await lockPurposesShared(tx)
  const found = (await listPurposes(tx)).find((each) => each.key === purpose)
  return found && found.archivedAt === null ? [] : [{ path: `${at}.purpose`, message: 'Choose a consent purpose' }]
}

const scheduleErrors = ({ schedule }: CampaignDefinition, now: Date): FieldError[] =>
  schedule.type === 'now' || nextOccurrence(schedule, now)
    ? []
    : [{ path: `${at}.schedule.startAt`, message: schedule.type === 'scheduled' ? 'This time has passed' : 'The schedule has ended' }]

interface LaunchOptions {
  /** An occurrence of a campaign whose message was accepted at its launch. */
  isLaunched?: boolean
}

/** What prevents a launch, what recipients would see broken, and the current size of the audience. */
export async function findForLaunch(
  platform: Pick<Platform, 'config'>,
  tx: OrgTx,
  campaign: CampaignRow,
  now: Date,
  { isLaunched = false }: LaunchOptions = {},
): Promise<{ findings: LaunchFinding[]; count: number }> {
  const { definition } = campaign
  const audience = await audienceErrors(tx, definition)
  const findings = [
    ...(await contentFindings(tx, campaign)),
    ...(isLaunched ? [] : findInMessages(campaign)),
    ...under('audience', audience.errors),
    ...under('consent', await purposeErrors(tx, definition)),
    ...(await wayOutFindings(platform, tx, campaign)),
    ...under('agent', await agentErrors(tx, campaign)),
    ...under('schedule', scheduleErrors(definition, now)),
  ]
  return { findings, count: audience.count }
}

/** Returns all errors that prevent a launch together, and the current size of the audience. */
export async function checkLaunch(
  platform: Pick<Platform, 'config'>,
  tx: OrgTx,
  campaign: CampaignRow,
  now: Date,
  options: LaunchOptions = {},
): Promise<{ errors: FieldError[]; count: number }> {
  const { findings, count } = await findForLaunch(platform, tx, campaign, now, options)
  const errors = findings.filter(({ level }) => level === 'error')
  return { errors: errors.map(({ check: _check, level: _level, blockId: _blockId, ...error }) => error), count }
}

/** The error that prevents an occurrence for this many contacts where the member who launched may not send to so many; null for none. */
export async function overLimit(tx: OrgTx, { is_bounded }: Pick<CampaignRow, 'is_bounded'>, count: number): Promise<Message | null> {
  if (!is_bounded) return null
  const { launchLimit } = await readEmailSettings(tx)
  if (count <= launchLimit) return null
  return message('{count} contacts are in the audience now. For more than {max}, an owner or administrator must resume it.', {
    count,
    max: launchLimit,
  })
}
