import { Button, Modal, Textarea } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { CreatedApiKey } from '@imperium/contract/api-keys.ts'
import { t } from '../../lib/words.ts'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'
import styles from '../../ui/styles.module.css'
import classes from './api-keys.module.css'

/** Shows a new key, once, and how it is used. Only its button closes it: a stray key or click must not lose the key. */
export function NewKeyDialog({ made, onClose }: { made: CreatedApiKey; onClose: () => void }) {
  const { copied, copy } = useCopy()
  return (
    <Modal.Root opened onClose={onClose} size="620px" closeOnClickOutside={false} closeOnEscape={false}>
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content radius="lg">
        <Modal.Header>
          <Modal.Title>{t('Your new API key')}</Modal.Title>
        </Modal.Header>
        <Modal.Body className={styles.stack}>
          <p className={styles.text}>{t('Copy it now and store it safely. It is stored encrypted and never shown again.')}</p>
          <div className={`${styles.line10} ${classes.secret}`}>
            <Textarea
              className={classes.plain}
              classNames={{ input: classes.mono }}
              aria-label={made.name}
              value={made.plainKey}
              readOnly
              autosize
              spellCheck={false}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={15} stroke={1.7} aria-hidden /> : <IconCopy size={15} stroke={1.7} aria-hidden />}
              onClick={() => copy(made.plainKey)}
              data-autofocus
            >
              {copied ? t('Copied') : t('Copy')}
            </Button>
          </div>
          <h3 className={classes.label}>{made.agent ? t('Run the agent') : t('Call the API')}</h3>
          <CodeBlock label={t('Example for curl')} code={exampleOf(made)} maxHeight={180} />
          <div className={classes.buttons}>
            <Button onClick={onClose}>{t('Done')}</Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** A complete example request to the current origin. */
function exampleOf({ plainKey, agent, scopes }: CreatedApiKey): string {
  const base = `${location.origin}/api/v1`
  const authorization = `-H "Authorization: Bearer ${plainKey}"`
  if (agent) {
    const json = '-H "Content-Type: application/json" \\\n  -d \'{"input": "Hello"}\''
    return `curl -X POST ${base}/agents/${agent.id}/execute \\\n  ${authorization} \\\n  ${json}`
  }
  const path = scopes.includes('agents:read') ? 'agents?limit=10' : (readable.find(([scope]) => scopes.includes(scope))?.[1] ?? 'agents')
  return `curl "${base}/${path}" \\\n  ${authorization}`
}

const readable = [
  ['dashboard:read', 'dashboard/stats'],
  ['usage:read', 'usage'],
  ['search:read', 'search?q=agent'],
  ['ai-models:read', 'ai-models/configs'],
  ['team:read', 'team/members'],
] as const
