import { Switch } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { shortLink } from '@imperium/contract/channels/text-links.ts'
import { formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import type { EditorForm } from './editor-form.ts'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import { numberProps } from './number-props.ts'
import { shortLength, useCountsClicks } from '../message/use-text-links.ts'
import { hasBegun } from './use-editor.ts'
import type { Editor } from './use-editor.ts'
import styles from '../../../ui/styles.module.css'
import classes from './editor.module.css'

const VariantsCard = lazy(async () => ({ default: (await import('./variants-card.tsx')).VariantsCard }))
const AgentCard = lazy(async () => ({ default: (await import('./agent-card.tsx')).AgentCard }))

/** Tracking, variants, agent and automatic stop. */
export function AdvancedStep({ editor }: { editor: Editor }) {
  const { form } = editor
  const { channel } = form.values
  const isFixed = hasBegun(editor)
  return (
    <>
      <fieldset className={classes.step} disabled={isFixed} aria-label={t('Message')}>
        {channel !== 'webhook' && <TrackingCard form={form} />}
        <Suspense fallback={null}>
          <VariantsCard form={form} />
        </Suspense>
      </fieldset>
      <Suspense fallback={null}>
        <AgentCard form={form} isFixed={isFixed} />
      </Suspense>
      <Card title={t('Guard')}>
        <div className={styles.stackWide}>
          <p className={styles.hint}>{t('The campaign pauses automatically when one of these is reached.')}</p>
          <div className={classes.pair}>
            <DecimalInput {...numberProps(form, 'definition.guard.complaintPercent')} label={t('Complaints, percent')} />
            <DecimalInput {...numberProps(form, 'definition.guard.bouncePercent')} label={t('Bounces, percent')} />
          </div>
        </div>
      </Card>
    </>
  )
}

/** Which recipient actions are tracked. */
function TrackingCard({ form }: { form: EditorForm }) {
  const { channel, definition } = form.values
  const isMail = channel === 'email'
  const countsClicks = useCountsClicks()
  return (
    <Card title={t('Tracking')}>
      <div className={styles.stackWide}>
        {isMail && (
          <Switch
            label={t('Opens')}
            description={t('Automated opens are detected and not counted.')}
            checked={definition.tracking.opens}
            onChange={(event) => form.setFieldValue('definition.tracking.opens', event.currentTarget.checked)}
          />
        )}
        <Switch
          label={t('Clicks')}
          description={
            isMail
              ? t('Links go through this server. Link scanners are not counted.')
              : t(
                  'Each web address in the text is replaced by a short link of this server ({length} characters, like {example}) that leads on to it. Previews by messengers are not counted.',
                  { length: formatNumber(shortLength), example: shortLink(location.host, '…', 1) },
                )
          }
          checked={definition.tracking.clicks}
          onChange={(event) => form.setFieldValue('definition.tracking.clicks', event.currentTarget.checked)}
        />
        {definition.tracking.clicks && !countsClicks && (
          <p className={styles.hint}>
            <Rich
              text={t('Click tracking is off (<link>Settings, Emails</link>): links are not rewritten.')}
              tags={{ link: <OrgLink path="settings/emails" /> }}
            />
          </p>
        )}
      </div>
    </Card>
  )
}
