import { Button, FileButton } from '@mantine/core'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'

const types = ['image/png', 'image/jpeg', 'image/webp']
const mostBytes = 2 * 1024 * 1024

interface LogoButtonsProps {
  hasLogo: boolean
  disabled: boolean
  isSaving: boolean
  isRemoving: boolean
  onChoose: (file: File) => void
  onRemove: () => void
}

/** Chooses or removes a logo; a wrong type and more than 2 MB are refused before they are sent. */
export function LogoButtons({ hasLogo, disabled, isSaving, isRemoving, onChoose, onRemove }: LogoButtonsProps) {
  function choose(file: File | null): void {
    if (!file) return
    if (!types.includes(file.type)) return notify.error(t('Choose a PNG, JPEG or WebP image'))
    if (file.size > mostBytes) return notify.error(t('The image is larger than 2 MB'))
    onChoose(file)
  }
  return (
    <>
      <FileButton onChange={choose} accept={types.join(',')} inputProps={{ 'aria-label': t('Logo') }}>
        {(props) => (
          <Button {...props} variant="default" size="xs" loading={isSaving} disabled={disabled}>
            {hasLogo ? t('Change logo') : t('Upload logo')}
          </Button>
        )}
      </FileButton>
      {hasLogo && (
        <Button variant="subtle" color="gray" size="xs" disabled={disabled || isRemoving} onClick={onRemove}>
          {t('Remove logo')}
        </Button>
      )}
    </>
  )
}
