import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { faviconTypes, logoTypes, maxFaviconBytes, maxLogoBytes } from '@imperium/contract/branding/image-limits.ts'
import type { BrandImage } from '@imperium/contract/branding/branding.ts'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { uploadFaviconMutation, uploadLogoMutation } from './api.ts'
import type { BrandFields } from './brand-draft.ts'
import styles from '../../ui/styles.module.css'
import classes from './branding.module.css'

/** Logo and favicon. An upload is stored at once, and applied when the settings are saved. */
export function ImagesCard({ draft, change, refused }: BrandFields) {
  const logo = useMutation(uploadLogoMutation)
  const favicon = useMutation(uploadFaviconMutation)
  return (
    <Card title={t('Logo and favicon')}>
      <div className={styles.stackWide}>
        <ImageField
          label={t('Logo')}
          hint={t('PNG, JPG or SVG, max 2MB, 400x100px recommended')}
          image={draft.logo}
          types={logoTypes}
          maxBytes={maxLogoBytes}
          wrongType={t('Choose a PNG, JPG or SVG image')}
          tooLarge={t('The image is larger than 2 MB')}
          refused={refused}
          isBusy={logo.isPending}
          onChoose={(body) => logo.mutate({ body }, { onSuccess: (image) => change({ logo: image, logoId: image.id }) })}
          onRemove={() => change({ logo: null, logoId: null })}
        />
        <ImageField
          label={t('Favicon')}
          hint={t('PNG or ICO, max 100KB, 32x32 or 64x64')}
          image={draft.favicon}
          types={[...faviconTypes, '.ico']}
          maxBytes={maxFaviconBytes}
          wrongType={t('Choose a PNG or ICO image')}
          tooLarge={t('The image is larger than 100 KB')}
          refused={refused}
          isBusy={favicon.isPending}
          onChoose={(body) => favicon.mutate({ body }, { onSuccess: (image) => change({ favicon: image, faviconId: image.id }) })}
          onRemove={() => change({ favicon: null, faviconId: null })}
        />
      </div>
    </Card>
  )
}

interface ImageFieldProps {
  label: string
  hint: string
  image: BrandImage | null
  types: readonly string[]
  maxBytes: number
  wrongType: string
  tooLarge: string
  refused: string | undefined
  isBusy: boolean
  onChoose: (file: Blob) => void
  onRemove: () => void
}

function ImageField({ label, hint, image, types, maxBytes, wrongType, tooLarge, refused, isBusy, onChoose, onRemove }: ImageFieldProps) {
  function choose(file: File | null): void {
    if (!file) return
    // Some systems know no type for icon files.
    const type = file.type || (/\.ico$/i.test(file.name) ? 'image/x-icon' : '')
    if (!types.includes(type)) return notify.error(wrongType)
    if (file.size > maxBytes) return notify.error(tooLarge)
    onChoose(type === file.type ? file : new Blob([file], { type }))
  }
  return (
    <div className={classes.imageField} role="group" aria-label={label}>
      <div className={classes.imageBox}>
        {image ? (
          <img src={image.path} alt={label} style={{ maxWidth: '100%', maxHeight: 56 }} />
        ) : (
          <span className={styles.small}>{t('None')}</span>
        )}
      </div>
      <div className={styles.stack8}>
        <span className={styles.heading}>{label}</span>
        <span className={styles.hint}>{hint}</span>
        <div className={styles.row}>
          <FileButton onChange={choose} accept={types.join(',')} inputProps={{ 'aria-label': label }}>
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={isBusy} disabled={refused !== undefined} title={refused}>
                {image ? t('Replace') : t('Upload')}
              </Button>
            )}
          </FileButton>
          {image && (
            <Button variant="subtle" color="gray" size="xs" disabled={refused !== undefined} onClick={onRemove}>
              {t('Remove')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
