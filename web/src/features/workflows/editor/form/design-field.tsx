import { Button, Input } from '@mantine/core'
import { IconTemplate, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { t, translateMessage } from '../../../../lib/words.ts'
import type { MergeField } from '../../../../ui/form/merge-field.ts'
import { EmailDesignDialog } from '../../../email-designer/index.ts'
import type { DataNode, DataSource } from '../graph/data-tree.ts'
import { templateOf, treeOf } from '../graph/data-tree.ts'
import type { FieldProps } from './field-props.ts'
import { hintOf } from './field-labels.ts'
import classes from './form.module.css'

const mostFields = 80

const leavesOf = (node: DataNode): DataNode[] => (node.children.length === 0 ? [node] : node.children.flatMap(leavesOf))

/** The data of the run, as variables of the designer. */
const fieldsOf = (sources: readonly DataSource[]): MergeField[] =>
  treeOf(sources)
    .flatMap((root) => leavesOf(root).map(({ path, label }) => ({ name: path, label, group: root.label, template: templateOf(path) })))
    .slice(0, mostFields)

/** The design of an email: made in a dialog, since the panel of a step has no room for it. */
export function DesignField({ field, value, onChange, error, disabled, sources }: FieldProps) {
  const [isOpen, setOpen] = useState(false)
  const isSet = value !== undefined && value !== null
  const design = isSet ? EmailDesign.safeParse(value).data : null
  return (
    <Input.Wrapper
      label={translateMessage(field.label)}
      description={hintOf(field)}
      labelElement="div"
      error={error ?? (design === undefined ? t('This design cannot be read. Remove it to start again.') : undefined)}
    >
      <div className={classes.designButtons}>
        {design !== undefined && (!disabled || isSet) && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTemplate size={15} stroke={1.7} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {!isSet ? t('Design the email') : disabled ? t('Show the design') : t('Edit the design')}
          </Button>
        )}
        {isSet && !disabled && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />}
            onClick={() => onChange(undefined)}
          >
            {t('Remove the design')}
          </Button>
        )}
      </div>
      {isOpen && design !== undefined && (
        <Suspense fallback={null}>
          <EmailDesignDialog
            value={design}
            // As JSON, which has no undefined entries.
            onChange={(next) => onChange(JSON.parse(JSON.stringify(next)) as Json)}
            onClose={() => setOpen(false)}
            isLocked={disabled}
            fields={fieldsOf(sources)}
          />
        </Suspense>
      )}
    </Input.Wrapper>
  )
}
