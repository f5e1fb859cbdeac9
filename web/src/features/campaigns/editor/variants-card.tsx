import { ActionIcon, Button, Select, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { measurableRules } from '@imperium/contract/campaigns/campaign-measures.ts'
import type { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import type { EditorForm } from './editor-form.ts'
import { withEvenShares } from './even-shares.ts'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import { numberProps } from './number-props.ts'
import styles from '../../../ui/styles.module.css'
import classes from './advanced.module.css'

type Ab = NonNullable<CampaignDefinition['ab']>
const winnerLabels: Record<Ab['winnerBy'], string> = {
  opened: t('Most opened'),
  clicked: t('Most clicked'),
  responded: t('Most replies'),
  manual: t('I choose'),
}
const letters = ['A', 'B', 'C', 'D', 'E'] as const
const mostVariants = 4

/** Two to five variants, their shares, and how the winner is chosen. */
export function VariantsCard({ form }: { form: EditorForm }) {
  const { ab, content } = form.values.definition
  const set = (next: Ab | null) => form.setFieldValue('definition.ab', next)
  // Restores the variants when the switch is turned on again.
  const last = useRef<Ab | null>(null)
  const variant = (n: number) => ({ name: t('Variant {letter}', { letter: letters[n] ?? String(n) }), content, share: 50 })
  return (
    <Card title={t('A/B test')}>
      <div className={styles.stackWide}>
        <Switch
          label={t('Send variants of the message')}
          description={t('Write each variant under Message. No contact gets two.')}
          checked={ab !== null}
          onChange={(event) => {
            if (ab) last.current = ab
            set(
              event.currentTarget.checked
                ? (last.current ?? { variants: [variant(1)], testPercent: 100, winnerBy: 'opened', waitHours: 4 })
                : null,
            )
          }}
        />
        {ab && (
          <AbFields
            form={form}
            ab={ab}
            set={set}
            onAdd={() => set({ ...ab, variants: withEvenShares([...ab.variants, variant(ab.variants.length + 1)]) })}
          />
        )}
      </div>
    </Card>
  )
}

/** Without one variant, the others get equal shares, as after adding one; null if only the first remains. */
const without = (ab: Ab, at: number): Ab | null =>
  ab.variants.length === 1 ? null : { ...ab, variants: withEvenShares(ab.variants.filter((_each, n) => n !== at)) }

interface AbFieldsProps {
  form: EditorForm
  ab: Ab
  set: (ab: Ab | null) => void
  onAdd: () => void
}

function AbFields({ form, ab, set, onAdd }: AbFieldsProps) {
  // Of a field that is emptied, or holds no number, the share is none.
  const shares: readonly unknown[] = ab.variants.map(({ share }) => share)
  const left = 100 - shares.reduce<number>((sum, share) => sum + (typeof share === 'number' ? share : 0), 0)
  const change = (at: number, next: Partial<Ab['variants'][number]>) =>
    set({ ...ab, variants: ab.variants.map((each, n) => (n === at ? { ...each, ...next } : each)) })
  const error = form.errors['definition.ab.variants']
  return (
    <>
      <ul className={classes.variants}>
        <li className={classes.variant}>
          <span className={classes.first}>{t('Variant A')}</span>
          <span className={classes.share}>{t('{share} %', { share: Math.max(left, 0) })}</span>
        </li>
        {ab.variants.map((variant, at) => (
          <li key={at} className={classes.variant}>
            <TextInput
              aria-label={t('Name of variant {letter}', { letter: letters[at + 1] ?? '' })}
              value={variant.name}
              maxLength={60}
              onChange={(event) => change(at, { name: event.currentTarget.value })}
              error={form.errors[`definition.ab.variants.${at}.name`]}
            />
            <DecimalInput
              {...numberProps(form, `definition.ab.variants.${at}.share`)}
              isWhole
              aria-label={t('Share of variant {letter}, percent', { letter: letters[at + 1] ?? '' })}
              rightSection="%"
            />
            <ActionIcon
              aria-label={t('Remove variant {letter}', { letter: letters[at + 1] ?? '' })}
              size={32}
              onClick={() => set(without(ab, at))}
            >
              <IconTrash size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {(left < 1 || error) && (
        <p className={styles.error}>{error ?? t('The shares must leave at least 1 percent for the first variant')}</p>
      )}
      {ab.variants.length < mostVariants && (
        <div>
          <Button size="xs" variant="default" leftSection={<IconPlus size={15} stroke={1.7} aria-hidden />} onClick={onAdd}>
            {t('Add variant')}
          </Button>
        </div>
      )}
      <WinnerFields form={form} ab={ab} set={set} />
    </>
  )
}

function WinnerFields({ form, ab, set }: Pick<AbFieldsProps, 'form' | 'ab' | 'set'>) {
  const { channel, definition } = form.values
  const rules = measurableRules({
    channel,
    contents: [definition.content, ...ab.variants.map(({ content }) => content)],
    tracking: definition.tracking,
    byAgent: definition.agent !== null,
  })
  const testPercent = numberProps(form, 'definition.ab.testPercent')
  const isMeasured = rules.includes(ab.winnerBy)
  const ruleError = isMeasured ? undefined : t('This message does not support this metric: choose another rule.')
  return (
    <>
      <DecimalInput
        {...testPercent}
        isWhole
        label={t('Test with, percent of the audience')}
        description={
          definition.agent
            ? t('If an agent writes each message, all contacts are part of the test.')
            : ab.testPercent === 100
              ? t('All contacts are part of the test, so no winner is sent to a remainder.')
              : t('The remainder waits and gets the winning variant.')
        }
        onChange={(value) => {
          testPercent.onChange(value)
          if (!isMeasured) form.setFieldValue('definition.ab.winnerBy', rules[0] ?? 'manual')
        }}
      />
      {ab.testPercent < 100 && (
        <div className={classes.pair}>
          <Select
            label={t('Winner')}
            description={t('Only metrics that this message supports are offered.')}
            data={(isMeasured ? rules : [...rules, ab.winnerBy]).map((value) => ({
              value,
              label: winnerLabels[value],
              disabled: !rules.includes(value),
            }))}
            value={ab.winnerBy}
            error={form.errors['definition.ab.winnerBy'] ?? ruleError}
            onChange={(next) => next !== null && next in winnerLabels && set({ ...ab, winnerBy: next })}
            allowDeselect={false}
          />
          {ab.winnerBy !== 'manual' && (
            <DecimalInput {...numberProps(form, 'definition.ab.waitHours')} isWhole label={t('Decided after, hours')} />
          )}
        </div>
      )}
    </>
  )
}
