import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { templates } from '@imperium/contract/templates.ts'
import type { Template } from '@imperium/contract/templates.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'
import { useOrgSlug } from '../../ui/page/org-link.tsx'
import { refreshTemplates } from './api.ts'

/** The first element of each kind's query keys, so that their contracts need not be loaded. */
const modules = { agent: 'agents', campaign: 'campaigns', workflow: 'workflows' } as const
const success = {
  agent: t('Agent created from the template'),
  campaign: t('Campaign created from the template, as a draft'),
  workflow: t('Workflow created from the template, as a draft'),
} as const
const places = {
  agent: (id: string) => `agents?agent=${id}&tab=settings`,
  campaign: (id: string) => `campaigns/${id}/edit`,
  workflow: (id: string) => `workflows/${id}/edit`,
} as const

/** Creates a draft from a template and opens it. */
export function useTemplate() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  return useMutation({
    mutationFn: ({ key }: Template) => call(templates.use, { params: { key }, body: {} }),
    meta: { failure: t('The template could not be used') },
    onSuccess: ({ category, id }) => {
      notify.success(success[category])
      refreshTemplates(client)
      void client.invalidateQueries({ queryKey: [modules[category]] })
      void navigate({ href: `/org/${orgSlug}/${places[category](id)}` })
    },
  })
}
