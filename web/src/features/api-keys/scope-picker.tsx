import { Button, Checkbox, Input } from '@mantine/core'
import { useId } from 'react'
import { isInPlaceOfSignIn, keyScopes } from '@imperium/contract/permissions.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import { t } from '../../lib/words.ts'
import { presets, scopeGroups, scopeLabels } from './key-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './api-keys.module.css'

interface ScopePickerProps {
  value: readonly KeyScope[]
  error: string | undefined
  onChange: (scopes: KeyScope[]) => void
}

/** The scopes of a key: three presets, and each scope individually. */
export function ScopePicker({ value, error, onChange }: ScopePickerProps) {
  const id = useId()
  const isChosen = (scopes: readonly KeyScope[]) => scopes.length === value.length && scopes.every((scope) => value.includes(scope))
  const set = (scope: KeyScope, checked: boolean) =>
    // Always in the order of the list.
    onChange(keyScopes.filter((each) => (each === scope ? checked : value.includes(each))))
  return (
    <div role="group" aria-labelledby={id}>
      <div className={classes.scopesHead}>
        <span id={id} className={classes.label}>
          {t('Scopes')}
        </span>
        <div className={styles.badges}>
          {presets.map(({ label, scopes }) => (
            <Button
              key={label}
              size="compact-sm"
              variant={isChosen(scopes) ? 'light' : 'default'}
              aria-pressed={isChosen(scopes)}
              onClick={() => onChange([...scopes])}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <div className={classes.scopes} data-error={error !== undefined || undefined}>
        {scopeGroups.map((group) => (
          <fieldset key={group.label} className={classes.group}>
            <legend className={classes.legend}>{group.label}</legend>
            {group.scopes.map((scope) => (
              <Checkbox
                key={scope}
                label={scopeLabels[scope]}
                description={
                  isInPlaceOfSignIn(scope) ? t('The app asks for a fresh sign-in before this; a key does it without one.') : undefined
                }
                checked={value.includes(scope)}
                onChange={(event) => set(scope, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {error && <Input.Error mt={6}>{error}</Input.Error>}
      <p className={styles.text}>{t('A key never has more permissions than you, now or later.')}</p>
    </div>
  )
}
