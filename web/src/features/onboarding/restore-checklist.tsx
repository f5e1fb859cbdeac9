import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { t } from '../../lib/words.ts'
import { chooseMutation, onboardingQuery } from './api.ts'

/** Brings the hidden checklist back; nothing while it is shown. */
export function RestoreChecklist({ className }: { className?: string | undefined }) {
  const { data } = useQuery(onboardingQuery)
  const show = useMutation(chooseMutation)
  if (!data?.dismissed || data.steps.length < 2) return null
  return (
    <button
      type="button"
      className={className}
      disabled={show.isPending}
      onClick={() => show.mutate({ body: { goal: data.goal, dismissed: false } })}
    >
      <IconCheck size={16} stroke={1.7} aria-hidden />
      <span>{t('Show the first steps')}</span>
    </button>
  )
}
