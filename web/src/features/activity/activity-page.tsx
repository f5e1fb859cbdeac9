import { Button } from '@mantine/core'
import { IconActivity, IconDownload, IconFilterOff, IconHistory } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { activityDays } from '@imperium/contract/activity.ts'
import { useCan, useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { changeSearch } from '../../lib/search-params.ts'
import { useRows } from '../../ui/list/use-rows.ts'
import { ListView } from '../../ui/list/list-view.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ActivityList, ActivitySkeleton } from './activity-list.tsx'
import classes from './activity.module.css'
import { countText, kindOptions, rangeLabels } from './activity-labels.ts'
import { activityQuery, exportActivityMutation, retentionQuery } from './api.ts'
import type { ActivitySearch } from './search.ts'

const rangeOptions = activityDays.map((value) => ({ value, label: rangeLabels[value] }))

/** /org/{slug}/activity: the activity log, grouped by day. The filters are in the URL. */
export function ActivityPage() {
  const search = useSearch({ from: '/org/$orgSlug/activity' })
  const navigate = useNavigate({ from: '/org/$orgSlug/activity' })
  const change = changeSearch<ActivitySearch>(navigate)
  const seesAll = useCan('audit:read')
  const { name } = useOrganization()
  const list = useRows(activityQuery(search))
  const exporting = useMutation(exportActivityMutation)
  return (
    <Page
      title={t('Activity Log')}
      subtitle={
        seesAll
          ? t('All actions in {organization}, with the member and origin.', { organization: name })
          : t('Your activity and its origin.')
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate(search)}
        >
          {t('Export CSV')}
        </Button>
      }
    >
      <ListView
        icon={IconActivity}
        list={list}
        search={search}
        change={change}
        find={{ label: t('Search activity') }}
        filters={[
          { key: 'type', label: t('Type'), options: kindOptions },
          { key: 'days', label: t('Time range'), options: rangeOptions, usual: '7' },
        ]}
        count={countText(list)}
        failed={t('Activity could not be loaded')}
        failedMore={t('More could not be loaded. Try again')}
        empty={{ title: t('No activity in this period'), text: t('Sign-ins, runs and changes appear here as they happen.') }}
        noMatch={{ icon: IconFilterOff, title: t('No activity matches'), text: t('Try another search term, type or period.') }}
        renderRows={(table) => (table.loading ? <ActivitySkeleton /> : <ActivityList {...table} />)}
      >
        <RetentionNote />
      </ListView>
    </Page>
  )
}

/** Shows how long activity is stored. */
function RetentionNote() {
  const { data } = useQuery(retentionQuery)
  const mayChange = useCan('security:manage')
  if (!data) return null
  return (
    <p className={classes.note}>
      <IconHistory size={15} stroke={1.7} aria-hidden />
      {t('Activity is kept for {days} days.', { days: data.retentionDays })}
      {mayChange && <OrgLink path="settings/data">{t('Change retention')}</OrgLink>}
    </p>
  )
}
