import type { MetricAnswer } from '@imperium/contract/analytics/analytics.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { ReportRun } from '@imperium/contract/reports/reports.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { RenderedEmail } from '../../platform/mail/render-email.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeDate } from '../../platform/text/write-date.ts'
import { listPeople } from '../auth/index.ts'
import type { Person } from '../auth/index.ts'
import { findProfile, listMembersWithRole, memberRoles } from '../organizations/index.ts'
import { writeFileOf } from './files/write-file.ts'
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
  recipients: { person: Person; role: Role; isOwnerOfReport: boolean }[]
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
      const role = found.roles.get(person.id)
      return role ? [{ person, role, isOwnerOfReport: person.id === found.report.created_by_user }] : []
    }),
    organization: { name, slug, timeZone },
  }
}

/** Members only: one who left the organization gets nothing. A run that failed is told to its creator, else to the owner. */
async function addresseesOf(tx: OrgTx, { run }: { run: ReportRun }, creator: string | null) {
  const recipients = (await recipientsOf(tx, [run.reportId])).get(run.reportId) ?? []
  const failed = run.state === 'failed'
  const owners = await listMembersWithRole(tx, ['OWNER'])
  const userIds = failed ? (creator ? [creator] : owners) : recipients
  const roles = await memberRoles(tx, userIds)
  // The creator has left: the owner hears of the failure.
  return failed && roles.size === 0 ? { userIds: owners, roles: await memberRoles(tx, owners) } : { userIds, roles }
}

async function writeMail(
  { platform, orgId, run, answer, organization }: Mailing,
  definition: ReportDefinition,
  { person, role, isOwnerOfReport }: Mailing['recipients'][number],
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
  const seen = seeAnswer(answer, definition, readerOf(role, language))
  const day = (date: string) => writeDate(new Date(`${date}T00:00:00Z`), { ...person.preferences, timeZone: 'UTC' })
  const words = { report: definition.name, from: day(seen.from), to: day(seen.to), zone: seen.timeZone.replaceAll('_', ' ') }
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
      ...(isOwnerOfReport ? [mail.own] : []),
      mail.why,
    ],
  })
  const file = await writeFileOf({
    orgId,
    format: 'pdf',
    language,
    name: definition.name,
    chartType: definition.chartType,
    answer: seen,
    organization: organization.name,
  })
  return {
    ...email,
    attachments: [{ name: file.fileName, contentType: file.contentType, base64: Buffer.from(file.content).toString('base64') }],
  }
}
