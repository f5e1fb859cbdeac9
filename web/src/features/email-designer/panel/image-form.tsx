import { Button, FileButton, Switch, TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { emailImageTypes, maxEmailImageBytes } from '@imperium/contract/email-designs/email-design-operations.ts'
import type { BlockOf } from '@imperium/contract/email-designs/email-design.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { t } from '../../../lib/words.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { uploadImage } from '../api.ts'
import { alignments } from './alignments.ts'
import { Choice, NumberField, TemplateInput, UrlInput } from './fields.tsx'
import styles from '../../../ui/styles.module.css'

interface ImageFormProps {
  block: BlockOf<'image'>
  set: (fields: Partial<BlockOf<'image'>>) => void
}

export function ImageForm({ block, set }: ImageFormProps) {
  const [tooLarge, setTooLarge] = useState(false)
  const upload = useMutation({ mutationFn: uploadImage, onSuccess: ({ url }) => set({ src: url }), meta: { silent: true } })
  const choose = (file: File | null) => {
    if (!file) return
    setTooLarge(file.size > maxEmailImageBytes)
    if (file.size <= maxEmailImageBytes) upload.mutate(file)
  }
  return (
    <>
      <FileButton onChange={choose} accept={emailImageTypes.join(',')} inputProps={{ 'aria-label': t('Image file') }}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconPhoto size={16} stroke={1.7} aria-hidden />} disabled={upload.isPending}>
            {upload.isPending ? t('Uploading...') : block.src === '' ? t('Upload an image') : t('Replace the image')}
          </Button>
        )}
      </FileButton>
      <p className={styles.hint}>{t('PNG, JPEG, GIF or WebP, up to 5 MB')}</p>
      {(tooLarge || upload.error) && (
        <Notice tone="bad">
          {tooLarge
            ? t('The image is larger than 5 MB.')
            : upload.error instanceof ApiError
              ? upload.error.message
              : t('The image could not be uploaded.')}
        </Notice>
      )}
      <UrlInput label={t('Address of the image')} value={block.src} onChange={(src) => /^(?:$|https?:|\{\{)/i.test(src) && set({ src })} />
      {block.isDecorative ? (
        <TextInput label={t('Alternative text')} value="" disabled description={t('Screen readers skip the image.')} />
      ) : (
        <TemplateInput label={t('Alternative text')} max={500} value={block.alt} onChange={(alt) => set({ alt })} />
      )}
      <Switch
        label={t('Decorative')}
        checked={block.isDecorative}
        onChange={(event) => set({ isDecorative: event.currentTarget.checked })}
      />
      <UrlInput label={t('Link')} value={block.link} onChange={(link) => set({ link })} />
      <NumberField label={t('Width')} min={5} max={100} isPercent value={block.width} onChange={(width) => set({ width })} />
      <Choice label={t('Alignment')} value={block.align} onChange={(align) => set({ align })} data={alignments} />
      <Switch
        label={t('Rounded corners')}
        checked={block.isRounded}
        onChange={(event) => set({ isRounded: event.currentTarget.checked })}
      />
    </>
  )
}
