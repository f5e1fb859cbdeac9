import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { t } from '../../lib/words.ts'
import { QueryPage } from '../../ui/page/detail-page.tsx'
import { useObjectName } from '../../ui/page/object-names.ts'
import { choicesQuery, segmentQuery } from './api.ts'
import { SegmentEditor } from './segment-editor.tsx'

/** /org/{slug}/segments/new and /segments/{id}: edits a segment's rules with a live count. */
export function SegmentPage() {
  const { segmentId } = useParams({ from: '/org/$orgSlug/segments/$segmentId' })
  const isNew = segmentId === 'new'
  const segment = useQuery({ ...segmentQuery(segmentId), enabled: !isNew })
  useObjectName(segmentId, segment.data?.name)
  const choices = useQuery(choicesQuery)
  const isLoaded = choices.data !== undefined && (isNew || segment.data !== undefined)
  const query = {
    data: isLoaded ? choices.data : undefined,
    error: segment.error ?? choices.error,
    refetch: () => Promise.all([segment, choices].filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  }
  // The key resets the editor for another segment, or after a copy was saved.
  return (
    <QueryPage query={query} title={t('Segment')} failed={t('The segment could not be loaded')}>
      {(loaded) => <SegmentEditor key={segmentId} segment={segment.data ?? null} choices={loaded} />}
    </QueryPage>
  )
}
