import type { Json, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { t, translateMessage } from '../../../../lib/words.ts'
import { useEditorContext } from '../editor-context.ts'
import { compareDefinitions } from '../graph/compare-definitions.ts'
import type { FieldDifference, StepDifference } from '../graph/compare-definitions.ts'
import { portLabels } from '../port-labels.ts'
import { StepTile } from '../step-tile.tsx'
import styles from '../../../../ui/styles.module.css'
import classes from './versions.module.css'

const kindLabels: Record<StepDifference['kind'], string> = {
  added: t('Added||step'),
  removed: t('Removed||step'),
  changed: t('Changed||step'),
}
const factLabels: Readonly<Record<string, string>> = {
  name: t('Step name'),
  type: t('Type||step'),
  note: t('Note'),
  onError: t('If it fails'),
  'retry.attempts': t('Attempts'),
  'retry.delaySeconds': t('Seconds before the first retry'),
  timeoutSeconds: t('Maximum duration of a run (seconds)'),
  concurrency: t('Limit concurrent runs'),
  'concurrency.key': t('Counted by'),
  'concurrency.limit': t('Concurrent runs'),
  'concurrency.onLimit': t('When the limit is reached'),
}

/** The changes of each step between two definitions, by field. */
export function CompareView({ before, after }: { before: WorkflowDefinition; after: WorkflowDefinition }) {
  const { types } = useEditorContext()
  const { steps, settings } = compareDefinitions(before, after)
  const portName = (type: string, name: string): string => {
    const port = types.get(type)?.ports.find((each) => each.port === name)
    return port ? portLabels(port) : name
  }
  const textOf = (type: string, path: string): string => {
    const field = types.get(type)?.form.find((each) => path === `config.${each.path}` || path.startsWith(`config.${each.path}.`))
    if (field) return translateMessage(field.label)
    if (path.startsWith('ports.')) return t('{port}: leads to', { port: portName(type, path.slice(6)) })
    return factLabels[path] ?? path.replace(/^config\./, '')
  }
  if (steps.length === 0 && settings.length === 0) return <p className={styles.textPlain}>{t('There is no difference.')}</p>
  return (
    <ul className={styles.list}>
      {steps.map(({ id, name, type, kind, fields }) => (
        <li key={id} className={classes.difference}>
          <div className={classes.differenceHead}>
            <StepTile icon={types.get(type)?.icon} small />
            <span className={classes.differenceName}>{name}</span>
            <span className={classes.kind} data-kind={kind}>
              {kindLabels[kind]}
            </span>
          </div>
          <Fields fields={fields} wordsOf={(path) => textOf(type, path)} />
        </li>
      ))}
      {settings.length > 0 && (
        <li className={classes.difference}>
          <div className={classes.differenceHead}>
            <span className={classes.differenceName}>{t('Workflow settings')}</span>
          </div>
          <Fields fields={settings} wordsOf={(path) => factLabels[path] ?? path} />
        </li>
      )}
    </ul>
  )
}

function Fields({ fields, wordsOf: textOf }: { fields: readonly FieldDifference[]; wordsOf: (path: string) => string }) {
  if (fields.length === 0) return null
  return (
    <dl className={classes.fields}>
      {fields.map(({ path, before, after }) => (
        <div key={path} className={classes.field}>
          <dt>{textOf(path)}</dt>
          <dd>
            {before !== undefined && <del className={classes.before}>{show(before)}</del>}
            {after !== undefined && <ins className={classes.after}>{show(after)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const show = (value: Json): string => (value === '' ? t('empty') : typeof value === 'string' ? value : JSON.stringify(value, null, 1))
