import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { BrandStyleDialog, styleQuery } from '../email-designer/index.ts'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

/** The look of the emails that the product sends in the organization's name. */
export function StyleCard() {
  const mayManage = useCan('organizations:update')
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery(styleQuery)
  return (
    <Card title={t('Email style')}>
      {error && !data && <ErrorState plain error={error} title={t('The settings could not be loaded')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={64} radius={8} />}
      {data && (
        <div className={classes.form}>
          <p className={styles.textWrap}>
            {t('Colors and fonts of confirmations, invitations and approval requests. New designs start with them.')}
          </p>
          <div>
            <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {mayManage ? t('Edit the style') : t('Show the style')}
            </Button>
          </div>
        </div>
      )}
      {isOpen && data && (
        <Suspense fallback={null}>
          <BrandStyleDialog value={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
