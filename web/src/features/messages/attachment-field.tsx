import { ActionIcon, Button, FileButton, Loader } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { attachmentLimits } from '@imperium/contract/messages.ts'
import type { Attachment } from '@imperium/contract/messages.ts'
import { ApiError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import { formatFileSize } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { attach } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './messages.module.css'

interface AttachmentFieldProps {
  files: readonly Attachment[]
  onChange: (change: (files: readonly Attachment[]) => readonly Attachment[]) => void
  /** While they are being sent. */
  disabled?: boolean
  upload?: (file: File) => Promise<Attachment>
}

/** Attaches files to a message that is being written: each is uploaded as soon as it is chosen. */
export function AttachmentField({ files, onChange, disabled = false, upload = attach }: AttachmentFieldProps) {
  const [uploading, setUploading] = useState<string[]>([])
  async function choose(chosen: File[]): Promise<void> {
    for (const file of chosen.slice(0, attachmentLimits.count - files.length)) {
      if (file.size > attachmentLimits.bytes) {
        notify.error(t('{name} is larger than 10 MB', { name: file.name }))
        continue
      }
      setUploading((names) => [...names, file.name])
      try {
        const stored = await upload(file)
        onChange((before) => [...before, stored])
      } catch (error) {
        notify.error(error instanceof ApiError ? error.message : t('{name} could not be attached', { name: file.name }))
      } finally {
        setUploading((names) => names.filter((name) => name !== file.name))
      }
    }
  }
  return (
    <div className={classes.attachField}>
      <FileButton onChange={(chosen) => void choose(chosen)} multiple inputProps={{ 'aria-label': t('Attach File') }}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            leftSection={<IconPaperclip size={15} stroke={1.7} aria-hidden />}
            disabled={disabled || files.length + uploading.length >= attachmentLimits.count}
          >
            {t('Attach File')}
          </Button>
        )}
      </FileButton>
      {files.map((file) => (
        <span key={file.id} className={classes.file}>
          <span className={styles.truncate}>{file.name}</span>
          <span className={classes.fileSize}>{formatFileSize(file.size)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="xs"
            disabled={disabled}
            aria-label={t('Remove {name}', { name: file.name })}
            onClick={() => onChange((before) => before.filter(({ id }) => id !== file.id))}
          >
            <IconX size={13} stroke={1.8} aria-hidden />
          </ActionIcon>
        </span>
      ))}
      {uploading.map((name) => (
        <span key={name} className={classes.file} role="status" aria-label={t('{name} is being uploaded', { name })}>
          <Loader size={12} />
          <span className={styles.truncate}>{name}</span>
        </span>
      ))}
    </div>
  )
}
