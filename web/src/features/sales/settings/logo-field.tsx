import { useMutation } from '@tanstack/react-query'
import { salesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { mutation } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { LogoButtons } from '../../../ui/form/logo-buttons.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

const meta = { failure: t('The logo could not be changed'), invalidates: [['sales-settings']] }
const setMutation = mutation(salesSettings.setLogo, { ...meta, success: t('Logo saved') })
const removeMutation = mutation(salesSettings.removeLogo, { ...meta, success: t('Logo removed') })

/** The logo on documents. */
export function LogoField({ hasLogo, disabled }: { hasLogo: boolean; disabled: boolean }) {
  const set = useMutation(setMutation)
  const remove = useMutation(removeMutation)
  return (
    <div className={classes.section}>
      <div className={styles.wrapped}>
        <LogoButtons
          hasLogo={hasLogo}
          disabled={disabled}
          isSaving={set.isPending}
          isRemoving={remove.isPending}
          onChoose={(body) => set.mutate({ body })}
          onRemove={() => remove.mutate({})}
        />
      </div>
      <p className={styles.hint}>{t('On quotations, orders, invoices and statements. PNG, JPEG or WebP up to 2 MB.')}</p>
    </div>
  )
}
