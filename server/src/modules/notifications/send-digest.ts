import type { SystemTx } from '../../platform/db/database.ts'
import type { ListHeldWork } from '../../platform/installation/held-work.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { RenderedEmail } from '../../platform/mail/render-email.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeDate } from '../../platform/text/write-date.ts'
import type { DateReader } from '../../platform/text/write-date.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { listPeople } from '../auth/index.ts'
import type { Person } from '../auth/index.ts'
import { readWeek } from '../dashboard/index.ts'
import type { WeekFigures } from '../dashboard/index.ts'
import { listMemberPage } from '../organizations/index.ts'
import type { MemberOfOrganization } from '../organizations/index.ts'
import { daysBefore, dueWeek, isDueSomewhere } from './digest-week.ts'
import { readPreferences } from './preferences-store.ts'
import { claimDigest, withoutDigest } from './store.ts'
import { fill, textsOf } from './write-notification.ts'

const jobName = 'notifications.digest'
const pageSize = 500

interface DigestJob extends MemberOfOrganization {
  week: string
}

/**
 * Queues this week's digest of every user in a zone with Monday morning, unless it is done. Running it several times
 * does no harm: the job claims user and week in the transaction that queues the email.
 */
export async function queueDigests(platform: Platform): Promise<void> {
  const { db, clock, jobs } = platform
  const now = clock.now()
  if (!isDueSomewhere(now)) return
  let after: MemberOfOrganization | null = null
  do {
    const from: MemberOfOrganization | null = after
    after = await db.withSystem(async (tx) => {
      const { due, last } = await digestsOfPage(tx, now, from)
      for (const each of due) await jobs.send<DigestJob>(tx, jobName, each)
      return last
    })
  } while (after !== null)
}

/** Digests that are due, of a page of members; the last member where there may be more. */
async function digestsOfPage(
  tx: SystemTx,
  now: Date,
  after: MemberOfOrganization | null,
): Promise<{ due: DigestJob[]; last: MemberOfOrganization | null }> {
  const members = await listMemberPage(tx, after, pageSize)
  const userIds = members.map((each) => each.userId)
  const people = new Map((await listPeople(tx, userIds)).map((each) => [each.id, each]))
  const due = members.flatMap((member) => {
    const person = people.get(member.userId)
    const week = person && dueWeek(now, person.preferences.timeZone ?? member.timeZone)
    return week ? [{ ...member, week }] : []
  })
  return { due: await withoutDigest(tx, due), last: members.length === pageSize ? (members.at(-1) ?? null) : null }
}

/** Digests of this week that a restored copy would send again. */
export const listHeldDigests =
  ({ clock }: Pick<Platform, 'clock'>): ListHeldWork =>
  async (tx, orgId) => {
    const counts = new Map<string, number>()
    if (!isDueSomewhere(clock.now())) return []
    let after: MemberOfOrganization | null = null
    do {
      const { due, last }: Awaited<ReturnType<typeof digestsOfPage>> = await digestsOfPage(tx, clock.now(), after)
      for (const each of due) counts.set(each.orgId, (counts.get(each.orgId) ?? 0) + 1)
      after = last
    } while (after !== null)
    return [...counts]
      .filter(([id]) => orgId === null || id === orgId)
      .map(([id, count]) => ({ orgId: id, kind: 'digest', id: null, name: '', count, dueAt: null }))
  }

export const digestJob = (platform: Platform): JobDefinition => ({
  name: jobName,
  lane: 'bulk',
  run: (data) => sendDigest(platform, data as DigestJob),
})

async function sendDigest(platform: Platform, job: DigestJob): Promise<void> {
  const { db } = platform
  const reader = await db.withAuth(async (tx) => {
    const [person] = await listPeople(tx, [job.userId])
    return person ? { person, ...(await readPreferences(tx, job.userId)) } : null
  })
  if (!reader?.preferences.weeklyDigest) return
  const days = daysBefore(job.week, job.timeZone)
  await db.withOrg(job.orgId, async (tx) => {
    if (!(await claimDigest(tx, job.userId, job.week))) return
    const figures = await readWeek(tx, { timeZone: job.timeZone, lastDay: days.lastDay })
    // No runs: no digest.
    if (figures.runs === 0) return
    const emailMessage = writeDigest({
      job,
      person: reader.person,
      figures,
      days,
      publicUrl: platform.config.publicUrl,
      key: reader.digestKey,
    })
    await queueEmail(platform, tx, job.orgId, reader.person.email, emailMessage)
  })
}

interface DigestParts {
  job: DigestJob
  person: Person
  figures: WeekFigures
  days: { from: string; to: string }
  publicUrl: string
  key: string
}

function writeDigest({ job, person, figures, days, publicUrl, key }: DigestParts): RenderedEmail {
  const { language } = person.preferences
  const { digest } = textsOf(language)
  const locale = language === 'en' ? 'en-US' : language
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const rate =
    figures.successRate === null ? '–' : `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(figures.successRate)} %`
  return renderEmail({
    language,
    subject: fill(digest.subject, { organization: job.orgName }),
    organizationName: job.orgName,
    paragraphs: [fill(digest.text, { from: writeDay(days.from, person.preferences), to: writeDay(days.to, person.preferences) })],
    action: { label: digest.open, url: `${publicUrl}/org/${job.slug}/dashboard` },
    facts: [
      [digest.runs, `${number(figures.runs)} (${fill(digest.before, { runs: number(figures.runsBefore) })})`],
      [digest.success, rate],
      [digest.cost, new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(figures.costMicros / 1_000_000)],
    ],
    notes: [digest.why],
    unsubscribe: {
      label: digest.unsubscribe,
      url: `${publicUrl}/unsubscribe#key=${key}`,
      oneClickUrl: `${publicUrl}/api/notifications/unsubscribe?key=${key}`,
    },
  })
}

/** A calendar day, whatever the reader's time zone. */
const writeDay = (day: string, reader: DateReader): string => writeDate(new Date(`${day}T00:00:00Z`), { ...reader, timeZone: 'UTC' })
