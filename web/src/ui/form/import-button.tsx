import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import type { z } from 'zod'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'

const usualBytes = 1024 * 1024

interface ImportButtonProps<Content> {
  schema: z.ZodType<Content>
  /** Message for a file with other content. */
  wrongFile: (file: string) => string
  onContent: (content: Content) => void
  /** One MiB unless given. */
  mostBytes?: number
  disabled: boolean
  /** Why it is disabled. */
  refusal: string | undefined
}

/** Reads a JSON file that fits a schema. */
export function ImportButton<Content>({
  schema,
  wrongFile,
  onContent,
  mostBytes = usualBytes,
  disabled,
  refusal,
}: ImportButtonProps<Content>) {
  const reset = useRef<() => void>(null)

  async function take(file: File | null): Promise<void> {
    reset.current?.()
    if (!file) return
    const content = file.size > mostBytes ? null : await readContent(file, schema)
    if (content === null) notify.error(wrongFile(file.name))
    else onContent(content)
  }

  return (
    <FileButton accept="application/json,.json" resetRef={reset} onChange={(file) => void take(file)}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
          disabled={disabled || refusal !== undefined}
          title={refusal}
        >
          {t('Import')}
        </Button>
      )}
    </FileButton>
  )
}

async function readContent<Content>(file: File, schema: z.ZodType<Content>): Promise<Content | null> {
  try {
    return schema.parse(JSON.parse(await file.text()))
  } catch (error) {
    console.warn('The file has other content.', error)
    return null
  }
}
