import '@mantine/core/styles/ColorInput.layer.css'
import { ActionIcon, Button, ColorInput, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { helpCenter, helpCenterLimits } from '@imperium/contract/knowledge/help-center.ts'
import type { HelpCenter, HelpCenterBody } from '@imperium/contract/knowledge/help-center.ts'
import { mutation } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import { LogoButtons } from '../../ui/form/logo-buttons.tsx'
import type { useContractForm } from '../../ui/form/use-contract-form.ts'
import styles from '../../ui/styles.module.css'
import classes from './knowledge.module.css'

const meta = { failure: t('The logo could not be changed'), invalidates: [['help-center']] }
const setMutation = mutation(helpCenter.setLogo, { ...meta, success: t('Logo saved') })
const removeMutation = mutation(helpCenter.removeLogo, { ...meta, success: t('Logo removed') })

interface LookProps {
  center: HelpCenter
  form: ReturnType<typeof useContractForm<Required<HelpCenterBody>>>
  disabled: boolean
}

/** Logo, colour and links of the public help center. The logo is saved at once. */
export function HelpCenterLook({ center: { hasLogo }, form, disabled }: LookProps) {
  const set = useMutation(setMutation)
  const remove = useMutation(removeMutation)
  const { accent, links } = form.values
  return (
    <>
      <div className={styles.row}>
        <LogoButtons
          hasLogo={hasLogo}
          disabled={disabled}
          isSaving={set.isPending}
          isRemoving={remove.isPending}
          onChoose={(body) => set.mutate({ body })}
          onRemove={() => remove.mutate({})}
        />
      </div>
      <ColorInput
        label={t('Accent color')}
        description={t('Of links and buttons. It is made darker or lighter where it could not be read.')}
        format="hex"
        eyeDropperButtonProps={{ 'aria-label': t('Pick a color on the screen') }}
        error={form.errors['accent']}
        value={accent ?? ''}
        onChange={(color) => form.setFieldValue('accent', color === '' ? null : color.toLowerCase())}
      />
      <div role="group" aria-label={t('Links')} className={styles.stack}>
        <span className={classes.fieldsLabel}>{t('Links')}</span>
        {links.map((_, at) => {
          const place = String(at + 1)
          return (
            <div key={place} className={classes.link}>
              <TextInput aria-label={t('Name of link {place}', { place })} maxLength={40} {...form.getInputProps(`links.${at}.label`)} />
              <TextInput
                aria-label={t('Address of link {place}', { place })}
                placeholder="https://example.com"
                inputMode="url"
                {...form.getInputProps(`links.${at}.url`)}
              />
              <ActionIcon size={32} aria-label={t('Remove link {place}', { place })} onClick={() => form.removeListItem('links', at)}>
                <IconX size={15} stroke={1.7} aria-hidden />
              </ActionIcon>
            </div>
          )
        })}
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.8} aria-hidden />}
            disabled={disabled || links.length >= helpCenterLimits.links}
            onClick={() => form.insertListItem('links', { label: '', url: '' })}
          >
            {t('Add link')}
          </Button>
        </div>
      </div>
    </>
  )
}
