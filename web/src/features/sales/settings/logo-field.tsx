import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { salesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { mutation } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { t } from '../../../lib/words.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

const types = ['image/png', 'image/jpeg', 'image/webp']
const mostBytes = 2 * 1024 * 1024
const meta = { failure: t('The logo could not be changed'), invalidates: [['sales-settings']] }
const setMutation = mutation(salesSettings.setLogo, { ...meta, success: t('Logo saved') })
const removeMutation = mutation(salesSettings.removeLogo, { ...meta, success: t('Logo removed') })

/** The logo on documents. */
export function LogoField({ hasLogo, disabled }: { hasLogo: boolean; disabled: boolean }) {
  const set = useMutation(setMutation)
  const remove = useMutation(removeMutation)
  function choose(file: File | null): void {
    if (!file) return
    if (!types.includes(file.type)) return notify.error(t('Choose a PNG, JPEG or WebP image'))
    if (file.size > mostBytes) return notify.error(t('The image is larger than 2 MB'))
    set.mutate({ body: file })
  }
  return (
    <div className={classes.section}>
      <div className={styles.wrapped}>
        <FileButton onChange={choose} accept={types.join(',')} inputProps={{ 'aria-label': t('Logo') }}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={set.isPending} disabled={disabled}>
              {hasLogo ? t('Change logo') : t('Upload logo')}
            </Button>
          )}
        </FileButton>
        {hasLogo && (
          <Button variant="subtle" color="gray" size="xs" disabled={disabled || remove.isPending} onClick={() => remove.mutate({})}>
            {t('Remove logo')}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{t('On quotations, orders, invoices and statements. PNG, JPEG or WebP up to 2 MB.')}</p>
    </div>
  )
}
