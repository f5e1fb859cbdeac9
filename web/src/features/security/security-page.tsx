import { useNavigate, useSearch } from '@tanstack/react-router'
import { can } from '@imperium/contract/permissions.ts'
import { useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { PageTabs, labelsOf } from '../../ui/page/page-tabs.tsx'
import { Page } from '../../ui/page/page.tsx'
import { tabs } from './tabs.ts'
import classes from './security.module.css'

/** /org/{slug}/settings/security: the signed-in user's security, and the organization's rules for its members. */
export function SecurityPage() {
  const search = useSearch({ from: '/org/$orgSlug/settings/security' })
  const navigate = useNavigate({ from: '/org/$orgSlug/settings/security' })
  const { role } = useOrganization()
  const shown = tabs.filter(({ permission }) => !permission || can(role, permission))
  const open = shown.find(({ value }) => value === search.tab) ?? shown[0]
  return (
    <Page
      title={t('Security & Compliance')}
      subtitle={t('How your account is protected, and what this organization requires of its members.')}
    >
      {open && (
        <PageTabs
          tabs={labelsOf(shown)}
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
