import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { checkCssMutation } from './api.ts'
import type { BrandFields } from './brand-draft.ts'
import styles from '../../ui/styles.module.css'
import classes from './branding.module.css'

/** Rules of the organization, for what colors and font do not reach. */
const example = ['h1 { letter-spacing: 0.02em }', 'a:hover { text-decoration: underline }'].join('\n')

export function CssCard({ draft, change, refused, error }: BrandFields & { error: string | undefined }) {
  const check = useMutation(checkCssMutation)
  return (
    <Card title={t('Custom CSS')}>
      <div className={styles.stack}>
        <Textarea
          label={t('Custom CSS')}
          description={t('Colors, borders, spacing and text. Addresses of other files, positions and hidden elements are not allowed.')}
          placeholder={example}
          autosize
          minRows={5}
          maxRows={18}
          maxLength={20_000}
          spellCheck={false}
          classNames={{ input: 'mono' }}
          value={draft.customCss}
          disabled={refused !== undefined}
          error={error ?? null}
          onChange={(event) => {
            check.reset()
            change({ customCss: event.currentTarget.value })
          }}
        />
        <div className={styles.row}>
          <Button
            variant="default"
            size="xs"
            disabled={refused !== undefined || check.isPending || draft.customCss.trim() === ''}
            onClick={() => check.mutate({ body: { css: draft.customCss } })}
          >
            {t('Check CSS')}
          </Button>
          {check.data?.faults.length === 0 && (
            <span role="status" className={styles.small}>
              {t('All rules are allowed.')}
            </span>
          )}
        </div>
        {check.data && check.data.faults.length > 0 && (
          <ul className={classes.faults} role="alert">
            {check.data.faults.map(({ line, message, messageKey }) => (
              <li key={`${line} ${message}`}>{t('Line {line}: {fault}', { line, fault: translateMessage({ message, ...messageKey }) })}</li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
