import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useObjectName } from '../../ui/page/object-names.ts'
import { Page } from '../../ui/page/page.tsx'
import { choicesQuery, segmentQuery } from './api.ts'
import { SegmentEditor } from './segment-editor.tsx'

/** /org/{slug}/segments/new and /segments/{id}: edits a segment's rules with a live count. */
export function SegmentPage() {
  const { segmentId } = useParams({ from: '/org/$orgSlug/segments/$segmentId' })
  const isNew = segmentId === 'new'
  const segment = useQuery({ ...segmentQuery(segmentId), enabled: !isNew })
  useObjectName(segmentId, segment.data?.name)
  const choices = useQuery(choicesQuery)
  const failed = [segment, choices].find(({ isError }) => isError)
  if (failed)
    return (
      <Page title={t('Segment')}>
        <ErrorState error={failed.error} title={t('The segment could not be loaded')} onRetry={() => void failed.refetch()} />
      </Page>
    )
  if (!choices.data || (!isNew && !segment.data))
    return (
      <Page title={t('Segment')}>
        <Skeleton height={420} radius="lg" />
      </Page>
    )
  // The key resets the editor for another segment, or after a copy was saved.
  return <SegmentEditor key={segmentId} segment={segment.data ?? null} choices={choices.data} />
}
