import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SegmentRules } from '@imperium/contract/contacts/segment-rules.ts'
import type { Segment } from '@imperium/contract/contacts/segments.ts'
import { ApiError } from '../../lib/api-error.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { useOrgSlug } from '../../ui/page/org-link.tsx'
import { countMutation, createMutation, updateMutation } from './api.ts'

interface Fields {
  name: string
  description: string
  describedAs: string
  rules: SegmentRules
}

/** Saves a segment and counts it once, so that lists and pickers show its size. Refusals are shown below their fields. */
export function useSaveSegment(segment: Segment | null) {
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const create = useMutation(createMutation)
  const update = useMutation(updateMutation)
  const count = useMutation(countMutation)

  const done = (saved: Segment) => {
    setErrors({})
    if (saved.count === null) count.mutate({ params: { id: saved.id } })
    if (saved.id !== segment?.id)
      void navigate({ to: '/org/$orgSlug/segments/$segmentId', params: { orgSlug, segmentId: saved.id }, replace: segment === null })
  }
  const failed = (error: unknown) => {
    const isField = error instanceof ApiError && error.status === 422 && Object.keys(error.fields).length > 0
    if (!isField) return reportError(error, t('Failed to save the segment'))
    const byField = Object.entries(error.fields).map(([path, message]) => [path.split('.')[0] ?? path, message] as const)
    setErrors(Object.fromEntries(byField))
  }
  const isNamed = (name: string) => {
    if (name.trim() !== '') return true
    setErrors({ name: t('Name is required') })
    return false
  }
  const saveAs = (fields: Fields) => {
    // Gives the copy a different name than the original.
    const name = segment && fields.name.trim() === segment.name ? t('{name} (Copy)', { name: fields.name.trim() }) : fields.name
    if (isNamed(name)) create.mutate({ body: { ...fields, name } }, { onSuccess: done, onError: failed })
  }
  const save = (fields: Fields) => {
    if (!segment) return saveAs(fields)
    if (!isNamed(fields.name)) return
    update.mutate({ params: { id: segment.id }, body: { ...fields, updatedAt: segment.updatedAt } }, { onSuccess: done, onError: failed })
  }
  return { save, saveAs, busy: create.isPending || update.isPending, errors }
}
