import { knowledge } from '@imperium/contract/knowledge.ts'
import { formatFileSize } from '../../../lib/format.ts'
import { plural, t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import type { DocumentSettings } from '../api.ts'
import { DocumentFields } from './document-settings.tsx'
import type { DocumentValues } from './document-settings.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../knowledge.module.css'

/** More are counted. */
const mostNamed = 5

interface UploadDialogProps {
  files: readonly File[]
  collectionId: string | undefined
  onUpload: (settings: DocumentSettings) => void
  onClose: () => void
}

/** What the chosen files are stored with, before they go up. */
export function UploadDialog({ files, collectionId, onUpload, onClose }: UploadDialogProps) {
  const form = useContractForm<DocumentValues>({
    initialValues: { visibility: 'organization', language: undefined, collectionId: collectionId ?? null, metadata: {} },
    schema: knowledge.updateDocument.body,
  })
  const more = files.length - mostNamed
  return (
    <FormDialog
      opened
      onClose={onClose}
      width={560}
      title={t('Upload documents')}
      onSubmit={form.onSubmit((values) => onUpload(values))}
      submitLabel={t('Upload')}
    >
      <ul className={`${styles.list} ${classes.files}`} aria-label={t('Files')}>
        {files.slice(0, mostNamed).map(({ name, size }, at) => (
          <li key={`${at}/${name}`} className={classes.file}>
            <span>{name}</span>
            <span className={classes.excerpt}>{formatFileSize(size)}</span>
          </li>
        ))}
        {more > 0 && <li className={classes.excerpt}>{plural(more, { one: 'and {count} more file', other: 'and {count} more files' })}</li>}
      </ul>
      <DocumentFields form={form} />
    </FormDialog>
  )
}
