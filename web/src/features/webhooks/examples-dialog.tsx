import { Anchor, Modal, Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t, translateMessage } from '../../lib/words.ts'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { catalogueQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './webhooks.module.css'

const usual = 'campaign.sent'
const asText = (value: unknown) => JSON.stringify(value, null, 2)

/** A whole body of every event, how calls are signed, and where that is documented. */
export function ExamplesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal.Root opened onClose={onClose} size="720px">
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg">
        <ReturnFocus />
        <Modal.Header>
          <Modal.Title>{t('Payload Examples')}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <Modal.Body className={`${styles.stack12} ${classes.stack}`}>
          <Examples />
          <h3 className={classes.groupTitle}>{t('Signature headers')}</h3>
          <FactList
            labelWidth={170}
            facts={[
              ['x-imperium-signature', t('sha256= and the HMAC-SHA256 of the body in hex, with the secret as the key')],
              ['webhook-id', t('The same on every attempt. Use it to recognize duplicates.')],
              ['webhook-timestamp', t('Seconds since 1970, part of the signed text')],
              ['webhook-signature', t('v1 and the signature by Standard Webhooks; two while a secret is replaced')],
            ]}
          />
          <p className={styles.textWrap}>
            <Anchor href="https://www.standardwebhooks.com/" target="_blank" rel="noreferrer" size="sm">
              {t('Documentation of Standard Webhooks')}
            </Anchor>
          </p>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Examples() {
  const { data, error, refetch } = useQuery(catalogueQuery)
  const [type, setType] = useState(usual)
  if (error && !data) return <ErrorState error={error} title={t('The events could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={8} />
  const event = data.find((each) => each.type === type)
  return (
    <>
      <Select
        label={t('Event')}
        data={data.map((each) => each.type)}
        value={type}
        allowDeselect={false}
        searchable
        description={event ? translateMessage(event.label) : undefined}
        onChange={(next) => next !== null && setType(next)}
      />
      <CodeBlock label={t('Example payload')} code={asText(event?.example)} maxHeight={240} />
      <details>
        <summary className={classes.groupTitle}>{t('Schema of data')}</summary>
        <CodeBlock label={t('Schema of data')} code={asText(event?.schema)} maxHeight={240} />
      </details>
    </>
  )
}
