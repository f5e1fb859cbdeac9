import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { secretHint, useNewSecret } from '../use-new-secret.ts'
import { webhookCall, webhookCheckOf } from './webhook-call.ts'
import styles from '../../../ui/styles.module.css'
import classes from './workflow.module.css'

const SecretDialog = lazy(async () => ({ default: (await import('../secret-dialog.tsx')).SecretDialog }))

/** The address that starts the workflow, how to call it, and its secret. */
export function WebhookCard({ workflow, url }: { workflow: WorkflowDetail; url: string }) {
  const { refusal, rotate, ask } = useNewSecret(workflow.id)
  const check = webhookCheckOf(workflow.draft)
  return (
    <Card title={t('Webhook')}>
      <div className={styles.stackShrink}>
        <div>
          <h3 className={styles.stepTitle}>{t('Address')}</h3>
          <CodeBlock code={url} label={t('address of the webhook')} />
        </div>
        <div>
          <h3 className={styles.stepTitle}>{t('Example')}</h3>
          <CodeBlock code={webhookCall(url, check)} label={t('example of a call')} />
        </div>
        {check !== 'none' && (
          <>
            <p className={styles.text}>{secretHint}</p>
            <Button
              className={classes.start ?? ''}
              variant="default"
              size="xs"
              leftSection={<IconRefresh size={15} stroke={1.7} aria-hidden />}
              disabled={refusal !== undefined || rotate.isPending}
              title={refusal}
              onClick={() => void ask()}
            >
              {t('Create a new secret')}
            </Button>
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {rotate.data && <SecretDialog secret={rotate.data.secret} url={url} check={check} onClose={() => rotate.reset()} />}
      </Suspense>
    </Card>
  )
}
