import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { workflows } from '@imperium/contract/workflows.ts'
import type { WorkflowDetail } from '@imperium/contract/workflows.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { confirm } from '../../ui/confirm.ts'
import { webhookCall } from './webhook-call.ts'
import { useGate } from './use-gate.ts'
import classes from './workflow.module.css'

const SecretDialog = lazy(async () => ({ default: (await import('./secret-dialog.tsx')).SecretDialog }))

/** The address that starts the workflow, how to call it, and its secret. */
export function WebhookCard({ workflow, url }: { workflow: WorkflowDetail; url: string }) {
  const refusal = useGate('workflows:publish')
  const rotate = useMutation({
    mutationFn: () => call(workflows.rotateSecret, { params: { id: workflow.id } }),
    meta: { failure: t('A new secret could not be made') },
  })
  const check = workflow.draft.steps.find(({ type }) => type === 'trigger_webhook')?.config['check'] ?? 'secret'

  async function ask(): Promise<void> {
    const message = t('Callers that use the present secret are refused from then on.')
    if (await confirm({ title: t('New secret'), message, action: t('Make a new secret') })) rotate.mutate()
  }

  return (
    <Card title={t('Webhook')}>
      <div className={classes.part}>
        <div>
          <h3 className={classes.label}>{t('Address')}</h3>
          <CodeBlock code={url} label={t('address of the webhook')} />
        </div>
        <div>
          <h3 className={classes.label}>{t('Example')}</h3>
          <CodeBlock code={webhookCall(url, check)} label={t('example of a call')} />
        </div>
        {check !== 'none' && (
          <div className={classes.row}>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRefresh size={15} stroke={1.7} aria-hidden />}
              disabled={refusal !== undefined || rotate.isPending}
              title={refusal}
              onClick={() => void ask()}
            >
              {t('Make a new secret')}
            </Button>
          </div>
        )}
      </div>
      <Suspense fallback={null}>{rotate.data && <SecretDialog secret={rotate.data.secret} onClose={() => rotate.reset()} />}</Suspense>
    </Card>
  )
}
