import { useNavigate, useSearch } from '@tanstack/react-router'
import { t } from '../../lib/words.ts'
import { PageTabs, labelsOf } from '../../ui/page/page-tabs.tsx'
import { Page } from '../../ui/page/page.tsx'
import { tabs } from './tabs.ts'
import classes from './profile.module.css'

const tabLabels = labelsOf(tabs)

/** /org/{slug}/profile: the user's data, sign-in, notifications and preferences. */
export function ProfilePage() {
  const search = useSearch({ from: '/org/$orgSlug/profile' })
  const navigate = useNavigate({ from: '/org/$orgSlug/profile' })
  const open = tabs.find(({ value }) => value === search.tab) ?? tabs[0]
  return (
    <Page title={t('Profile Settings')} subtitle={t('Your account, in every organization you belong to.')}>
      {open && (
        <PageTabs
          tabs={tabLabels}
          open={open.value}
          onOpen={(tab) => void navigate({ search: { tab } })}
          skeletonHeight={280}
          className={classes.panel}
        >
          <open.component />
        </PageTabs>
      )}
    </Page>
  )
}
