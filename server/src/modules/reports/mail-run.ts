import type { MetricAnswer } from '@imperium/contract/analytics/analytics.ts'
import type { ReportRun } from '@imperium/contract/reports/reports.ts'
import type { Rights } from '../../platform/auth/rights.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { RenderedEmail } from '../../platform/mail/render-email.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeDate } from '../../platform/text/write-date.ts'
import { listPeople } from '../auth/index.ts'
import type { Person } from '../auth/index.ts'
import { findProfile, listMembersWithRole, memberRights } from '../organizations/index.ts'
import { writeFileOf } from './files/write-file.ts'
import type { FileOfReport } from './files/write-file.ts'
import { valueText, changeText } from './files/report-table.ts'
import { findDefinition } from './present-report.ts'
import type { ReportDefinition } from './present-report.ts'
import { claimMails, findRun } from './run-store.ts'
import { readerOf, seeAnswer } from './see-answer.ts'
import { findReport, recipientsOf } from './store.ts'
import { fillText, reportTexts } from './texts/report-texts.ts'

interface Mailing {
  platform: Platform
  orgId: string
  run: ReportRun
  answer: MetricAnswer | null
  recipients: { person: Person; rights: Rights; isOwnerOfReport: boolean }[]
  organization: { name: string; slug: string; timeZone: string }
}

/**
 * Emails a scheduled run to the recipients of its report: each gets the metrics that they may see. Who was mailed is written in the transaction that
 * queues the email, so a repeated job sends no second email.
 */
export async function mailRun(platform: Platform, orgId: string, runId: string): Promise<void> {
  const mailing = await prepareMailing(platform, orgId, runId)
  if (!mailing) return
  for (const recipient of mailing.recipients) {
    const language = recipient.person.preferences.language
    const definition = await platform.db.withOrg(orgId, (tx) => findDefinition(tx, mailing.run.reportId, language))
    if (!definition) return
    const email = await writeMail(mailing, definition, recipient)
    await platform.db.withOrg(orgId, async (tx) => {
      const [claimed] = await claimMails(tx, runId, [recipient.person.id])
      if (claimed) await queueEmail(platform, tx, orgId, recipient.person.email, email)
    })
  }
}

async function prepareMailing(platform: Platform, orgId: string, runId: string): Promise<Mailing | null> {
  const found = await platform.db.withOrg(orgId, async (tx) => {
    const kept = await findRun(tx, runId)
    if (!kept || kept.run.cause !== 'schedule' || !['done', 'failed'].includes(kept.run.state)) return null
    const report = await findReport(tx, kept.run.reportId)
    const profile = await findProfile(tx, orgId)
    if (!report || !profile) return null
    const to = await addresseesOf(tx, kept, report.created_by_user)
    return { ...kept, report, profile, ...to }
  })
  if (!found || found.userIds.length === 0) return null
  const people = await platform.db.withAuth((tx) => listPeople(tx, found.userIds))
  const { name, slug, timeZone } = found.profile
  return {
    platform,
    orgId,
    run: found.run,
    answer: found.answer,
    recipients: people.flatMap((person) => {
      const rights = found.rights.get(person.id)
      return rights ? [{ person, rights, isOwnerOfReport: person.id === found.report.created_by_user }] : []
    }),
    organization: { name, slug, timeZone },
  }
}

/**
 * Members only: one who left the organization gets nothing. A run that failed is told to its creator, else to the owner; one of which a part failed
 * to its creator, too.
 */
async function addresseesOf(tx: OrgTx, { run, answer }: { run: ReportRun; answer: MetricAnswer | null }, creator: string | null) {
  const recipients = (await recipientsOf(tx, [run.reportId])).get(run.reportId) ?? []
  const failed = run.state === 'failed'
  const owners = await listMembersWithRole(tx, ['OWNER'])
  const isPart = (answer?.failed.length ?? 0) > 0
  const userIds = failed ? (creator ? [creator] : owners) : [...new Set([...recipients, ...(isPart && creator ? [creator] : [])])]
  const rights = await memberRights(tx, userIds)
  // The creator has left: the owner hears of the failure.
  return failed && rights.size === 0 ? { userIds: owners, rights: await memberRights(tx, owners) } : { userIds, rights }
}

async function writeMail(
  { platform, orgId, run, answer, organization, recipients }: Mailing,
  definition: ReportDefinition,
  { person, rights, isOwnerOfReport }: Mailing['recipients'][number],
): Promise<RenderedEmail> {
  const { language } = person.preferences
  const { mail } = reportTexts[language]
  const action = {
    label: mail.open,
    url: `${platform.config.publicUrl}/org/${organization.slug}/reports?report=${run.reportId}&run=${run.id}`,
  }
  const common = { language, organizationName: organization.name, action }
  if (!answer) {
    const subject = fillText(mail.failedSubject, { report: definition.name })
    return renderEmail({ ...common, subject, paragraphs: [fillText(mail.failedText, { report: definition.name })] })
  }
  const seen = seeAnswer(answer, definition, readerOf(rights, language))
  const day = (date: string) => writeDate(new Date(`${date}T00:00:00Z`), { ...person.preferences, timeZone: 'UTC' })
  const words = { report: definition.name, from: day(seen.from), to: day(seen.to), zone: seen.timeZone.replaceAll('_', ' ') }
  // Who may see less than the report holds.
  const limited = recipients
    .filter((each) => seeAnswer(answer, definition, readerOf(each.rights, language)).withheld.length > 0)
    .map((each) => `${each.person.firstName} ${each.person.lastName}`.trim() || each.person.email)
  const { name, chartType } = definition
  const file = await writeAttachment(platform, {
    orgId,
    format: 'pdf',
    language,
    name,
    chartType,
    answer: seen,
    organization: organization.name,
  })
  const email = renderEmail({
    ...common,
    subject: fillText(mail.subject, words),
    paragraphs: [fillText(mail.text, words)],
    facts: seen.results.map((result) => [
      result.label,
      [valueText(result, language), changeText(result, language)].filter(Boolean).join('  '),
    ]),
    notes: [
      ...(seen.withheld.length > 0 ? [mail.withheld] : []),
      ...(seen.failed.length > 0
        ? [fillText(mail.partFailed, { metrics: seen.failed.map((metric) => reportTexts.metric(metric, language)).join(', ') })]
        : []),
      ...(isOwnerOfReport && limited.length > 0 ? [fillText(mail.own, { names: limited.join(', ') })] : []),
      ...(file ? [] : [mail.noFile]),
      mail.why,
    ],
  })
  if (!file) return email
  return {
    ...email,
    attachments: [{ name: file.fileName, contentType: file.contentType, base64: Buffer.from(file.content).toString('base64') }],
  }
}

/** Null where it cannot be written: the figures are sent without it. */
async function writeAttachment(platform: Platform, file: FileOfReport): Promise<Awaited<ReturnType<typeof writeFileOf>> | null> {
  try {
    return await writeFileOf(file)
  } catch (error) {
    platform.log.error({ orgId: file.orgId, err: error }, 'the file of a report could not be written')
    return null
  }
}
