import { Skeleton, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { can } from '@imperium/contract/permissions.ts'
import { useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Page } from '../../ui/page/page.tsx'
import { useTabInSight } from '../../ui/page/use-tab-in-sight.ts'
import { tabs } from './tabs.ts'
import classes from './security.module.css'

/** /org/{slug}/settings/security: the signed-in user's security, and the organization's rules for its members. */
export function SecurityPage() {
  const search = useSearch({ from: '/org/$orgSlug/settings/security' })
  const navigate = useNavigate({ from: '/org/$orgSlug/settings/security' })
  const { role } = useOrganization()
  const shown = tabs.filter(({ permission }) => !permission || can(role, permission))
  const open = shown.find(({ value }) => value === search.tab) ?? shown[0]
  const list = useTabInSight(open?.value ?? null)
  const show = (next: string | null) => {
    const found = shown.find(({ value }) => value === next)
    if (found) void navigate({ search: { tab: found.value } })
  }
  return (
    <Page
      title={t('Security & Compliance')}
      subtitle={t('How your account is protected, and what this organization requires of its members.')}
    >
      <Tabs value={open?.value ?? null} onChange={show} keepMounted={false}>
        <Tabs.List ref={list} className={classes.tabList}>
          {shown.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(({ value, component: Part }) => (
          <Tabs.Panel key={value} value={value} className={classes.panel}>
            <Suspense fallback={<Skeleton height={280} radius={12} />}>
              <Part />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
