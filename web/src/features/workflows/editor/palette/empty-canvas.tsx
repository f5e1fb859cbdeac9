import { t, translateMessage } from '../../../../lib/words.ts'
import { useEditorContext } from '../editor-context.ts'
import { StepTile } from '../step-tile.tsx'
import classes from '../editor.module.css'

/** Shown before the first step: a workflow starts with a trigger. */
export function EmptyCanvas() {
  const { types, add, refusal } = useEditorContext()
  const triggers = [...types.values()].filter(({ isTrigger }) => isTrigger)
  return (
    <div className={classes.empty}>
      <h2 className={classes.emptyTitle}>{refusal ? t('This workflow has no steps yet') : t('What starts this workflow?')}</h2>
      {!refusal && (
        <div className={classes.starts}>
          {triggers.map((type) => (
            <button key={type.type} type="button" className={classes.startChoice} onClick={() => add(type.type, { place: null })}>
              <StepTile icon={type.icon} />
              <span>
                <span className={classes.startName}>{translateMessage(type.label)}</span>
                <span className={classes.startText}>{translateMessage(type.description)}</span>
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
