import { Skeleton, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { t } from '../../lib/words.ts'
import { Page } from '../../ui/page/page.tsx'
import { tabs } from './tabs.ts'
import classes from './profile.module.css'

/** /org/{slug}/profile: the user's data, sign-in, notifications and preferences. */
export function ProfilePage() {
  const search = useSearch({ from: '/org/$orgSlug/profile' })
  const navigate = useNavigate({ from: '/org/$orgSlug/profile' })
  const open = tabs.find(({ value }) => value === search.tab) ?? tabs[0]
  const show = (next: string | null) => {
    const found = tabs.find(({ value }) => value === next)
    if (found) void navigate({ search: { tab: found.value } })
  }
  return (
    <Page title={t('Profile Settings')} subtitle={t('Your account, in every organization you belong to.')}>
      <Tabs value={open?.value ?? null} onChange={show} keepMounted={false}>
        <Tabs.List className={classes.tabList}>
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, component: Part }) => (
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
