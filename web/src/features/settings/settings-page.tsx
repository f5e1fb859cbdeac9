import { Skeleton } from '@mantine/core'
import { IconApi, IconArrowRight, IconFileText, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { mailbox } from '@imperium/contract/mailbox.ts'
import { can } from '@imperium/contract/permissions.ts'
import { settings, settingsPages } from '@imperium/contract/settings.ts'
import type { SettingsPage as PageName } from '@imperium/contract/settings.ts'
import { query } from '../../lib/api.ts'
import { useCan, useOrganization } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { RetentionPolicy } from '../activity/index.ts'
import { EmailSections } from '../channels/index.ts'
import { settingsCards } from './pages.ts'
import styles from '../../ui/styles.module.css'
import classes from './settings.module.css'

const visitsQuery = { ...query(settings.visits), staleTime: 0, meta: { silent: true } }

/** /org/{slug}/settings: every page of settings, and those that are used. */
export const SettingsPage = () => <SettingsHub open={null} />
/** /org/{slug}/settings/data: the same with its section Data Management open (decision 7). */
export const DataSettingsPage = () => <SettingsHub open="data" />
/** /org/{slug}/settings/emails: the same with its section Email Settings open (decision 7). */
export const EmailSettingsPage = () => <SettingsHub open="emails" />

function SettingsHub({ open }: { open: 'data' | 'emails' | null }) {
  const { role } = useOrganization()
  const may = (page: PageName) => can(role, settingsCards[page].permission)
  const { label, text } =
    open === null ? { label: t('Settings'), text: t('All settings for you and your organization.') } : settingsCards[open]
  return (
    <Page title={label} subtitle={text}>
      {open === 'data' && (
        <Opened>
          <DataSection />
        </Opened>
      )}
      {open === 'emails' && (
        <Opened>
          <EmailSection />
        </Opened>
      )}
      <ul className={classes.tiles} aria-label={t('Pages of settings')}>
        {settingsPages
          .filter((page) => may(page) && page !== open)
          .map((page) => (
            <li key={page}>
              <Tile page={page} />
            </li>
          ))}
      </ul>
      <div className={classes.columns}>
        <Visits may={may} />
      </div>
      <Help />
    </Page>
  )
}

/** The open section comes first; a link to it also moves the keyboard focus there. */
function Opened({ children }: { children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => section.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={section} tabIndex={-1} className={classes.opened}>
      <Suspense fallback={<Skeleton height={220} radius={12} />}>{children}</Suspense>
    </div>
  )
}

function Tile({ page }: { page: PageName }) {
  const { icon: Glyph, label, text, path } = settingsCards[page]
  return (
    <OrgLink path={path} className={classes.tile}>
      <span className={classes.icon}>
        <Glyph size={18} stroke={1.7} aria-hidden />
      </span>
      <span className={styles.stackGrow}>
        <span className={classes.label}>{label}</span>
        <span className={classes.text}>{text}</span>
      </span>
      <IconArrowRight className={classes.arrow} size={16} stroke={1.7} aria-hidden />
    </OrgLink>
  )
}

function Visits({ may }: { may: (page: PageName) => boolean }) {
  const { data, isError } = useQuery(visitsQuery)
  if (isError) return null
  const recent = data?.recent.filter(({ page }) => may(page))
  const popular = data?.popular.filter(({ page }) => may(page))
  return (
    <>
      <Card title={t('Recently Visited')}>
        <VisitList
          rows={recent?.map(({ page, visitedAt }) => ({ page, aside: <RelativeTime at={visitedAt} /> }))}
          empty={t('Pages of settings that you open appear here.')}
        />
      </Card>
      <Card title={t('Popular Settings')}>
        <VisitList
          rows={popular?.map(({ page, visits }) => ({ page, aside: plural(visits, { one: '{count} visit', other: '{count} visits' }) }))}
          empty={t('Pages that members open most appear here.')}
        />
      </Card>
    </>
  )
}

function VisitList({ rows, empty }: { rows: { page: PageName; aside: ReactNode }[] | undefined; empty: string }) {
  if (!rows) return <Skeleton height={150} radius={8} />
  if (rows.length === 0) return <p className={classes.text}>{empty}</p>
  return (
    <ul className={classes.visits}>
      {rows.map(({ page, aside }) => {
        const { icon: Glyph, label, path } = settingsCards[page]
        return (
          <li key={page}>
            <OrgLink path={path} className={classes.visit}>
              <Glyph size={16} stroke={1.7} aria-hidden />
              <span className={styles.grow}>{label}</span>
              <span className={classes.aside}>{aside}</span>
            </OrgLink>
          </li>
        )
      })}
    </ul>
  )
}

const help = [
  { href: '/api/openapi.json', icon: IconApi, label: t('API reference'), text: t('Every operation, as an OpenAPI document') },
  { href: '/security', icon: IconShieldCheck, label: t('Security'), text: t('How your data is protected') },
  { href: '/terms', icon: IconFileText, label: t('Terms'), text: t('Recorded consent text') },
] as const

/** Links to further documentation. */
function Help() {
  return (
    <section aria-label={t('Help')}>
      <ul className={classes.tiles}>
        {help.map(({ href, icon: Glyph, label, text }) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener" className={classes.tile}>
              <span className={classes.icon}>
                <Glyph size={18} stroke={1.7} aria-hidden />
              </span>
              <span className={styles.stackGrow}>
                <span className={classes.label}>{label}</span>
                <span className={classes.text}>{text}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DataSection() {
  const mayExport = useCan('audit:read')
  const mayImport = useCan('contacts:write')
  const mayErase = useCan('contacts:erase')
  return (
    <div className={styles.stack}>
      <RetentionPolicy />
      <Card title={t('Contacts')}>
        <ul className={classes.visits}>
          {mayImport && <DataLink path="contacts/import" label={t('Import contacts')} />}
          <DataLink path="contacts" label={t('Export as CSV')} />
          {mayErase && <DataLink path="contacts" label={t('Erase contacts')} />}
        </ul>
      </Card>
      <Card title={t('Exports')}>
        <ul className={classes.visits}>
          <DataLink path="activity" label={t('Activity log as CSV')} />
          {mayExport && <DataLink path="settings/security?tab=audit" label={t('Audit log as CSV')} />}
          <DataLink path="profile" label={t('Everything stored about you')} />
        </ul>
      </Card>
    </div>
  )
}

function DataLink({ path, label }: { path: string; label: string }) {
  return (
    <li>
      <OrgLink path={path} className={classes.visit}>
        <span className={styles.grow}>{label}</span>
        <IconArrowRight size={16} stroke={1.7} aria-hidden />
      </OrgLink>
    </li>
  )
}

function EmailSection() {
  // Responds only on an installation without a mail server.
  const kept = useQuery({ ...query(mailbox.list), meta: { silent: true }, retry: false })
  return (
    <div className={styles.stack}>
      <EmailSections />
      <Card title={t('Outgoing mail')}>
        <div className={styles.stack}>
          <p className={classes.text}>
            {kept.isSuccess ? (
              <Rich
                text={t('This server does not send email: it keeps it in its <link>mailbox</link>.')}
                tags={{ link: <Link to="/dev/mailbox" /> }}
              />
            ) : (
              t('Invitations, confirmations and notices are sent by the mail server that the operator of this installation has set up.')
            )}
          </p>
          <ul className={classes.visits}>
            <DataLink path="profile?tab=notifications" label={t('Emails you get')} />
            <DataLink path="settings/organization" label={t('Name and contact of the organization')} />
          </ul>
        </div>
      </Card>
    </div>
  )
}
