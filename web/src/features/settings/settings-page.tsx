import { Skeleton } from '@mantine/core'
import { IconApi, IconArrowRight, IconBook, IconFileText, IconLifebuoy, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, use, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { mailbox } from '@imperium/contract/channels/mailbox.ts'
import { settings } from '@imperium/contract/settings.ts'
import { query } from '../../lib/api.ts'
import type { SettingsPlace } from '../../lib/feature.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SettingsPlaces } from '../../ui/page/settings-places.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { RetentionPolicy } from '../activity/index.ts'
import { BundleCard } from '../bundles/index.ts'
import { ExportCard, HeldDataCard } from '../data-exports/index.ts'
import { CertificatesCard, LegalHoldCard } from '../erasure/index.ts'
import { DemoCard } from '../onboarding/index.ts'
import { EmailSections } from '../channels/index.ts'
import styles from '../../ui/styles.module.css'
import classes from './settings.module.css'

const visitsQuery = { ...query(settings.visits), staleTime: 0, meta: { silent: true } }

/** /org/{slug}/settings: every page of settings, and those that are used. */
export function SettingsPage() {
  const places = use(SettingsPlaces)
  return (
    <Page title={t('Settings')} subtitle={t('All settings for you and your organization.')}>
      <ul className={classes.tiles} aria-label={t('Settings pages')}>
        {places.map((place) => (
          <li key={place.path}>
            <Tile place={place} />
          </li>
        ))}
      </ul>
      <div className={classes.columns}>
        <Visits places={places} />
      </div>
      <Help />
    </Page>
  )
}

/** /org/{slug}/settings/data: a page of its own, as links to it come from outside. */
export const DataSettingsPage = () => (
  <Page title={t('Data Management')} subtitle={t('Retention, import, export and erasure')}>
    <Opened>
      <DataSection />
    </Opened>
  </Page>
)

/** /org/{slug}/settings/emails: likewise. */
export const EmailSettingsPage = () => (
  <Page title={t('Email Settings')} subtitle={t('Senders, sending domains, suppression list and footer')}>
    <Opened>
      <EmailSection />
    </Opened>
  </Page>
)

/** A link to a section also moves the keyboard focus there. */
function Opened({ children }: { children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => section.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={section} tabIndex={-1} className={classes.opened}>
      <Suspense fallback={<Skeleton height={420} radius={12} />}>{children}</Suspense>
    </div>
  )
}

function Tile({ place: { icon: Glyph, label, text, path } }: { place: Pick<SettingsPlace, 'icon' | 'label' | 'text' | 'path'> }) {
  return (
    <OrgLink path={path} className={classes.tile}>
      <span className={classes.icon}>
        <Glyph size={18} stroke={1.7} aria-hidden />
      </span>
      <span className={styles.stackGrow}>
        <span className={classes.label}>{label}</span>
        <span className={styles.text18}>{text}</span>
      </span>
      <IconArrowRight className={classes.arrow} size={16} stroke={1.7} aria-hidden />
    </OrgLink>
  )
}

function Visits({ places }: { places: readonly SettingsPlace[] }) {
  const { data, isError } = useQuery(visitsQuery)
  if (isError) return null
  const placeOf = (page: string) => places.find(({ path }) => path.split('/').at(-1) === page)
  return (
    <>
      <Card title={t('Recently Visited')}>
        <VisitList
          rows={data?.recent.map(({ page, visitedAt }) => ({ place: placeOf(page), aside: <RelativeTime at={visitedAt} /> }))}
          empty={t('Settings pages that you open appear here.')}
        />
      </Card>
      <Card title={t('Popular Settings')}>
        <VisitList
          rows={data?.popular.map(({ page, visits }) => ({
            place: placeOf(page),
            aside: plural(visits, { one: '{count} visit', other: '{count} visits' }),
          }))}
          empty={t('Pages that members open most appear here.')}
        />
      </Card>
    </>
  )
}

interface Visit {
  /** Undefined for a page that the role may not open, or that was removed. */
  place: SettingsPlace | undefined
  aside: ReactNode
}

function VisitList({ rows, empty }: { rows: readonly Visit[] | undefined; empty: string }) {
  if (!rows) return <Skeleton height={150} radius={8} />
  const shown = rows.flatMap(({ place, aside }) => (place ? [{ ...place, aside }] : []))
  if (shown.length === 0) return <p className={styles.text18}>{empty}</p>
  return (
    <ul className={classes.visits}>
      {shown.map(({ path, label, icon: Glyph, aside }) => (
        <li key={path}>
          <OrgLink path={path} className={classes.visit}>
            <Glyph size={16} stroke={1.7} aria-hidden />
            <span className={styles.grow}>{label}</span>
            <span className={classes.aside}>{aside}</span>
          </OrgLink>
        </li>
      ))}
    </ul>
  )
}

const help = [
  { href: '/api/openapi.json', icon: IconApi, label: t('API reference'), text: t('Every operation, as an OpenAPI document') },
  { href: '/security', icon: IconShieldCheck, label: t('Security'), text: t('How your data is protected') },
  { href: '/terms', icon: IconFileText, label: t('Terms'), text: t('Recorded consent text') },
] as const

const helpPages = [
  { path: 'docs', icon: IconBook, label: t('Documentation'), text: t('How Imperium works, and what your organization has written down.') },
  { path: 'support', icon: IconLifebuoy, label: t('Support'), text: t('Search the help, or write to the operator') },
] as const

/** Links to further documentation. */
function Help() {
  return (
    <section aria-label={t('Help')}>
      <ul className={classes.tiles}>
        {helpPages.map((place) => (
          <li key={place.path}>
            <Tile place={place} />
          </li>
        ))}
        {help.map(({ href, icon: Glyph, label, text }) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener" className={classes.tile}>
              <span className={classes.icon}>
                <Glyph size={18} stroke={1.7} aria-hidden />
              </span>
              <span className={styles.stackGrow}>
                <span className={classes.label}>{label}</span>
                <span className={styles.text18}>{text}</span>
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
  const mayBundle = useCan('bundles:manage')
  const mayExportAll = useCan('data-exports:manage')
  const mayReadErasure = useCan('erasure:read')
  return (
    <div className={styles.stack}>
      <HeldDataCard />
      <RetentionPolicy />
      <Card title={t('Contacts')}>
        <ul className={classes.visits}>
          {mayImport && <DataLink path="contacts/import" label={t('Import contacts')} />}
          <DataLink path="contacts" label={t('Export as CSV')} />
          {mayErase && <DataLink path="contacts" label={t('Erase contacts')} />}
        </ul>
      </Card>
      {mayExportAll && <ExportCard />}
      {mayBundle && <BundleCard />}
      {mayReadErasure && (
        <>
          <LegalHoldCard />
          <CertificatesCard />
        </>
      )}
      <Suspense fallback={null}>
        <DemoCard />
      </Suspense>
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
    <EmailSections isReady={!kept.isPending}>
      <Card title={t('Outgoing email')}>
        <div className={styles.stack}>
          <p className={styles.text18}>
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
    </EmailSections>
  )
}
