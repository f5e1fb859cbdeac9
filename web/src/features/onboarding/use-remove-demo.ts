import { useMutation } from '@tanstack/react-query'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { removeMutation } from './api.ts'

export function useRemoveDemo() {
  const { mutate, isPending } = useMutation(removeMutation)
  return {
    isPending,
    ask: async () => {
      const yes = await confirm({
        title: t('Remove demo data'),
        message: t('All demo agents, contacts, segments, campaigns, workflows and conversations are removed. Your own data stays.'),
        action: t('Remove'),
      })
      if (yes) mutate({})
    },
  }
}
