import { Button, Skeleton, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Segment, SegmentChoices } from '@imperium/contract/contacts/segments.ts'
import { useCan } from '../../lib/use-session.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { AudiencePreview } from './audience-preview.tsx'
import { RuleGroup } from './rule-group.tsx'
import { mayAdd, newGroup, toNode, toRules, withNode } from './rule-model.ts'
import { useSaveSegment } from './use-save-segment.ts'
import styles from '../../ui/styles.module.css'
import classes from './segments.module.css'

const DescribeAudience = lazy(async () => ({ default: (await import('./describe-audience.tsx')).DescribeAudience }))

const SegmentMembers = lazy(async () => ({ default: (await import('./segment-members.tsx')).SegmentMembers }))

interface SegmentEditorProps {
  /** Null: a new one. */
  segment: Segment | null
  choices: SegmentChoices
}

/** Name, rules, live count, and the box that converts a description to rules. */
export function SegmentEditor({ segment, choices }: SegmentEditorProps) {
  const mayWrite = useCan('segments:write')
  const maySeeContacts = useCan('contacts:read')
  const [name, setName] = useState(segment?.name ?? '')
  const [description, setDescription] = useState(segment?.description ?? '')
  const [describedAs, setDescribedAs] = useState(segment?.describedAs ?? '')
  const [root, setRoot] = useState(() => (segment ? toNode(segment.rules) : newGroup()))
  const rules = toRules(root)
  // A segment cannot reference itself.
  const own = { ...choices, segments: choices.segments.filter(({ id }) => id !== segment?.id) }
  const { save, saveAs, busy, errors } = useSaveSegment(segment)
  const fields = { name, description, describedAs }
  const disabledReason = rules ? undefined : t('Finish the marked conditions first')
  return (
    <Page
      title={segment ? segment.name : t('New segment')}
      subtitle={
        segment
          ? translateMessage({ message: segment.summary, ...segment.summaryKey })
          : t('Choose its contacts. The count updates as you edit.')
      }
      actions={
        mayWrite && (
          <>
            {segment && (
              <Button
                variant="default"
                disabled={busy || !rules}
                title={disabledReason}
                onClick={() => rules && saveAs({ ...fields, rules })}
              >
                {t('Save as new')}
              </Button>
            )}
            <Button disabled={busy || !rules} title={disabledReason} onClick={() => rules && save({ ...fields, rules })}>
              {busy ? t('Saving...') : t('Save segment')}
            </Button>
          </>
        )
      }
    >
      {segment && segment.problems.length > 0 && (
        <ul className={classes.problems} role="alert">
          {segment.problems.map((problem, index) => (
            <li key={problem}>{translateMessage({ message: problem, ...segment.problemKeys?.[index] })}</li>
          ))}
        </ul>
      )}
      <div className={classes.columns}>
        <div className={classes.main}>
          <Card>
            <div className={classes.names}>
              <TextInput
                label={t('Name')}
                required
                value={name}
                maxLength={120}
                onChange={(event) => setName(event.currentTarget.value)}
                error={errors['name']}
                readOnly={!mayWrite}
              />
              <TextInput
                label={t('Description')}
                value={description}
                maxLength={1000}
                onChange={(event) => setDescription(event.currentTarget.value)}
                error={errors['description']}
                readOnly={!mayWrite}
              />
            </div>
          </Card>
          {mayWrite && (
            <Suspense>
              <DescribeAudience
                initialText={describedAs}
                onUse={(proposed, text) => {
                  setRoot(toNode(proposed))
                  setDescribedAs(text)
                }}
              />
            </Suspense>
          )}
          <Card title={t('Rules')}>
            <fieldset className={`${styles.fieldset} ${classes.rules}`} disabled={!mayWrite} aria-label={t('Rules')}>
              <RuleGroup
                group={root}
                depth={1}
                choices={own}
                full={!mayAdd(root)}
                onReplace={(id, next) => setRoot((now) => withNode(now, id, next))}
              />
            </fieldset>
            {errors['rules'] && (
              <p className={classes.problem} role="alert">
                {errors['rules']}
              </p>
            )}
          </Card>
        </div>
        <AudiencePreview rules={rules} />
      </div>
      {segment && maySeeContacts && segment.problems.length === 0 && (
        <Suspense fallback={<Skeleton height={420} radius="lg" />}>
          <SegmentMembers segment={segment} />
        </Suspense>
      )}
    </Page>
  )
}
