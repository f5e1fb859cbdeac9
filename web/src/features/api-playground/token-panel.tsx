import { Button, MultiSelect, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { keyScopes } from '@imperium/contract/permissions.ts'
import { formatMoment } from '../../lib/format.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { useCopy } from '../../ui/text/use-copy.ts'
import type { TokenState } from './use-token.ts'
import styles from '../../ui/styles.module.css'
import classes from './playground.module.css'

const masked = (token: string): string => `${token.slice(0, 8)}${'*'.repeat(24)}${token.slice(-4)}`

/** The token of the calls: its scopes, and a read-only field with copy. */
export function TokenPanel({
  token: { allowed, scopes, choose, token, ready },
  refusal,
}: {
  token: TokenState
  refusal: string | undefined
}) {
  const { copied, copy } = useCopy()
  const take = () => {
    ready().then(copy, (error: unknown) => reportError(error, t('The token could not be created')))
  }
  return (
    <div className={styles.stackShrink}>
      <div className={classes.token}>
        <TextInput
          label={t('Authentication token')}
          readOnly
          classNames={{ input: classes.mono ?? '' }}
          value={token ? masked(token.token) : ''}
          placeholder={t('Created when you send a request')}
        />
        <Button
          variant="default"
          disabled={refusal !== undefined || scopes.length === 0}
          title={refusal}
          leftSection={copied ? <IconCheck size={15} stroke={1.7} aria-hidden /> : <IconCopy size={15} stroke={1.7} aria-hidden />}
          onClick={take}
        >
          {copied ? t('Copied') : t('Copy')}
        </Button>
      </div>
      <p className={styles.hint}>
        {token
          ? t('Valid until {moment}. It is not your session, and never does more than you may.', { moment: formatMoment(token.expiresAt) })
          : t('Valid for ten minutes. It is not your session, and never does more than you may.')}
      </p>
      <MultiSelect
        label={t('Scopes')}
        data={allowed}
        value={scopes}
        error={scopes.length === 0 ? t('Choose at least one scope') : undefined}
        onChange={(next) => choose(keyScopes.filter((scope) => next.includes(scope)))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Remove all scopes') }}
      />
    </div>
  )
}
