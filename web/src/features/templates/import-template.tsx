import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import { templates } from '@imperium/contract/templates.ts'
import type { Template } from '@imperium/contract/templates.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'
import { refreshTemplates } from './api.ts'

const mostBytes = 1024 * 1024
type TemplateFile = z.output<typeof templates.import.body>

/** Parses a template file; null if it is not a template. */
async function readTemplateFile(file: File): Promise<TemplateFile | null> {
  if (file.size > mostBytes) return null
  try {
    return templates.import.body.parse(JSON.parse(await file.text()))
  } catch (error) {
    console.warn('The file is no template.', error)
    return null
  }
}

interface ImportTemplateProps {
  refusal: string | undefined
  onImported: (template: Template) => void
}

/** Takes a template from a file into the own organization. */
export function ImportTemplate({ refusal, onImported }: ImportTemplateProps) {
  const client = useQueryClient()
  const reset = useRef<() => void>(null)
  const load = useMutation({
    mutationFn: (body: TemplateFile) => call(templates.import, { body }),
    meta: { failure: t('The template could not be imported'), success: t('Template imported') },
    onSuccess: (saved) => {
      refreshTemplates(client)
      onImported(saved)
    },
  })

  async function take(file: File | null): Promise<void> {
    reset.current?.()
    if (!file) return
    const content = await readTemplateFile(file)
    if (content) load.mutate(content)
    else notify.error(t('{file} is not a template that was exported from Imperium.', { file: file.name }))
  }

  return (
    <FileButton accept="application/json,.json" resetRef={reset} onChange={(file) => void take(file)}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
          disabled={refusal !== undefined || load.isPending}
          title={refusal}
        >
          {t('Import')}
        </Button>
      )}
    </FileButton>
  )
}
