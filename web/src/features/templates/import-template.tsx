import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { templates } from '@imperium/contract/templates.ts'
import type { Template } from '@imperium/contract/templates.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import { ImportButton } from '../../ui/form/import-button.tsx'
import { refreshTemplates } from './api.ts'

type TemplateFile = z.output<typeof templates.import.body>

interface ImportTemplateProps {
  refusal: string | undefined
  onImported: (template: Template) => void
}

/** Takes a template from a file into the own organization. */
export function ImportTemplate({ refusal, onImported }: ImportTemplateProps) {
  const client = useQueryClient()
  const load = useMutation({
    mutationFn: (body: TemplateFile) => call(templates.import, { body }),
    meta: { failure: t('The template could not be imported'), success: t('Template imported') },
    onSuccess: (saved) => {
      refreshTemplates(client)
      onImported(saved)
    },
  })
  return (
    <ImportButton
      schema={templates.import.body}
      wrongFile={(file) => t('{file} is not a template that was exported from Imperium.', { file })}
      onContent={load.mutate}
      disabled={load.isPending}
      refusal={refusal}
    />
  )
}
