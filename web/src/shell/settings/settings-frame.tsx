import { NativeSelect } from '@mantine/core'
import { IconSearch, IconSettings } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { SettingsPlaces } from '../../ui/page/settings-places.ts'
import { groupsFor, settingsNavigation } from '../features.ts'
import { filterPlaces } from './filter-places.ts'
import classes from './settings-frame.module.css'

const overview = { label: t('All settings'), path: 'settings' }

/** All pages of settings beside the one that is open; on narrow screens a select above it. `path` is that of the open page. */
export function SettingsFrame({ path, children }: { path: string; children: ReactNode }) {
  const { slug, role } = useOrganization()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const pageOf = (to: string): string => `/org/${slug}/${to}`
  const groups = groupsFor(role, settingsNavigation)
  const shown = filterPlaces(role, groups, text)
  const places = groups.flatMap((group) => group.places)
  const current = places.find((place) => path === place.path || path.startsWith(`${place.path}/`))?.path ?? overview.path
  return (
    <SettingsPlaces value={places}>
      <div className={classes.frame}>
        <nav className={classes.nav} aria-label={t('Settings')}>
          <label className={classes.search}>
            <IconSearch size={15} stroke={1.7} aria-hidden />
            <input
              type="search"
              aria-label={t('Search settings')}
              placeholder={t('Search settings')}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </label>
          {text === '' && (
            <Link to={pageOf('settings')} className={classes.item} activeOptions={{ exact: true, includeSearch: false }}>
              <IconSettings size={16} stroke={1.7} aria-hidden />
              <span>{overview.label}</span>
            </Link>
          )}
          {shown.map(({ label, places: inGroup }) => (
            <div key={label} role="group" aria-label={label ?? undefined}>
              <p className={classes.heading} aria-hidden>
                {label}
              </p>
              {inGroup.map(({ place: { path: to, label: name, icon: Glyph }, sections }) => (
                <div key={to}>
                  <Link to={pageOf(to)} className={classes.item} activeOptions={{ includeSearch: false }}>
                    <Glyph size={16} stroke={1.7} aria-hidden />
                    <span>{name}</span>
                  </Link>
                  {sections.map((section) => (
                    <OrgLink key={section.label} path={section.path ?? to} className={classes.section}>
                      {section.label}
                    </OrgLink>
                  ))}
                </div>
              ))}
            </div>
          ))}
          {shown.length === 0 && (
            <p className={classes.nothing} role="status">
              {t('No setting matches.')}
            </p>
          )}
        </nav>
        <div className={classes.select}>
          <NativeSelect
            aria-label={t('Settings page')}
            value={current}
            onChange={(event) => void navigate({ to: pageOf(event.currentTarget.value) })}
          >
            <option value={overview.path}>{overview.label}</option>
            {groups.map(({ label, places: inGroup }) => (
              <optgroup key={label} label={label ?? ''}>
                {inGroup.map(({ path: to, label: name }) => (
                  <option key={to} value={to}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
          </NativeSelect>
        </div>
        <div className={classes.page}>{children}</div>
      </div>
    </SettingsPlaces>
  )
}
