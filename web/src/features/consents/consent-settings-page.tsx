import { Skeleton, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { changeSearch } from '../../lib/search-params.ts'
import { t } from '../../lib/words.ts'
import { Page } from '../../ui/page/page.tsx'
import classes from './consents.module.css'

const ReachTab = lazy(async () => ({ default: (await import('./reach-tab.tsx')).ReachTab }))
const FormsTab = lazy(async () => ({ default: (await import('./forms-tab.tsx')).FormsTab }))
const SuppressionsTab = lazy(async () => ({ default: (await import('./suppressions-tab.tsx')).SuppressionsTab }))

/** /org/{slug}/settings/consent: purposes, sign-up forms, quiet hours and suppressions. */
export function ConsentSettingsPage() {
  const search = useSearch({ from: '/org/$orgSlug/settings/consent' })
  const navigate = useNavigate({ from: '/org/$orgSlug/settings/consent' })
  const open = search.tab ?? 'consent'
  return (
    <Page title={t('Consent')} subtitle={t('Consent purposes, quiet hours and suppressions.')}>
      <Tabs
        value={open}
        onChange={(next) => void navigate({ search: next === 'suppressions' || next === 'forms' ? { tab: next } : {} })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="consent">{t('Consent')}</Tabs.Tab>
          <Tabs.Tab value="forms">{t('Sign-up forms')}</Tabs.Tab>
          <Tabs.Tab value="suppressions">{t('Suppressions')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={open} className={classes.panel}>
          <Suspense fallback={<Skeleton height={320} radius={12} />}>
            {open === 'consent' && <ReachTab />}
            {open === 'forms' && <FormsTab />}
            {open === 'suppressions' && <SuppressionsTab search={search} change={changeSearch(navigate)} />}
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
