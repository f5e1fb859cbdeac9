import { ActionIcon, Button, Select, TextInput, Tooltip } from '@mantine/core'
import { IconBold, IconItalic, IconLink, IconList, IconListNumbers, IconStrikethrough, IconUnderline } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Command, EditorState } from 'prosemirror-state'
import { useState } from 'react'
import { t } from '../../../lib/words.ts'
import { MergeFieldMenu } from '../../../ui/form/merge-field-menu.tsx'
import {
  changeField,
  insertField,
  insertText,
  isActive,
  leaveField,
  linkAt,
  listOf,
  removeField,
  selectedField,
  setLink,
  setList,
  toggle,
} from './text-commands.ts'
import { labelOfField } from '../../../ui/form/merge-field.ts'
import type { MergeField } from '../../../ui/form/merge-field.ts'
import { isLinkUrl, withScheme } from '../model/link-text.ts'
import classes from './text.module.css'

interface TextToolbarProps {
  kind: 'one' | 'many'
  state: EditorState
  fields: readonly MergeField[]
  /** Runs a command and returns to the text. */
  onRun: (command: Command) => void
  /** Runs a command; the focus stays. */
  onApply: (command: Command) => void
  onLeave: () => void
}

const marks: readonly { name: 'bold' | 'italic' | 'underline' | 'strike'; label: string; icon: Icon }[] = [
  { name: 'bold', label: t('Bold'), icon: IconBold },
  { name: 'italic', label: t('Italic'), icon: IconItalic },
  { name: 'underline', label: t('Underline'), icon: IconUnderline },
  { name: 'strike', label: t('Strikethrough'), icon: IconStrikethrough },
]
const lists: readonly { name: 'bullet' | 'number'; label: string; icon: Icon }[] = [
  { name: 'bullet', label: t('Bulleted list'), icon: IconList },
  { name: 'number', label: t('Numbered list'), icon: IconListNumbers },
]

/** The tools for the text that is being edited. */
export function TextToolbar({ kind, state, fields, onRun, onApply, onLeave }: TextToolbarProps) {
  const [isLinking, setLinking] = useState(false)
  const field = selectedField(state)
  const link = linkAt(state)
  return (
    <div className={classes.tools}>
      <div className={classes.row} role="toolbar" aria-label={t('Text tools')}>
        {marks.map(({ name, label, icon }) => (
          <Tool key={name} label={label} icon={icon} isOn={isActive(state, name)} onClick={() => onRun(toggle(name))} />
        ))}
        <Tool label={t('Link')} icon={IconLink} isOn={link !== null} onClick={() => setLinking(!isLinking)} />
        {kind === 'many' &&
          lists.map(({ name, label, icon }) => (
            <Tool key={name} label={label} icon={icon} isOn={listOf(state) === name} onClick={() => onRun(setList(name))} />
          ))}
        <MergeFieldMenu
          label={t('Insert a merge field')}
          fields={fields}
          onPick={({ name, fallback, template }) =>
            onRun(template === undefined ? insertField(name, fallback ?? '') : insertText(template))
          }
        />
      </div>
      {isLinking && (
        <LinkForm
          key={link?.href ?? ''}
          href={link?.href ?? ''}
          onSet={(href) => {
            setLinking(false)
            onRun(setLink(href))
          }}
          onCancel={() => {
            setLinking(false)
            onLeave()
          }}
        />
      )}
      {field && (
        <div className={classes.row} role="group" aria-label={t('Merge field')}>
          <Select
            className={classes.grow ?? ''}
            size="xs"
            label={t('Merge field')}
            data={[...new Set([field.field, ...fields.map(({ name }) => name)])].map((name) => ({
              value: name,
              label: labelOfField(fields, name),
            }))}
            value={field.field}
            onChange={(name) => name !== null && onApply(changeField({ field: name }))}
            allowDeselect={false}
            searchable
          />
          <TextInput
            className={classes.grow ?? ''}
            size="xs"
            label={t('Shown without a value')}
            maxLength={200}
            value={field.fallback}
            onChange={(event) => onApply(changeField({ fallback: event.currentTarget.value }))}
            onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), onRun(leaveField))}
          />
          <Button size="xs" variant="default" onClick={() => onRun(removeField)}>
            {t('Remove')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface ToolProps {
  label: string
  icon: Icon
  isOn: boolean
  onClick: () => void
}

/** A press must not take the focus, and with it the selection, from the text. */
function Tool({ label, icon: Glyph, isOn, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        aria-pressed={isOn}
        data-on={isOn || undefined}
        className={classes.tool ?? ''}
        size={30}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        <Glyph size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

interface LinkFormProps {
  href: string
  onSet: (href: string) => void
  onCancel: () => void
}

function LinkForm({ href, onSet, onCancel }: LinkFormProps) {
  const [typed, setTyped] = useState(href)
  const url = withScheme(typed)
  const set = () => (url === '' || isLinkUrl(url)) && onSet(url)
  return (
    <div className={classes.row} role="group" aria-label={t('Link')}>
      <TextInput
        className={classes.grow ?? ''}
        size="xs"
        autoFocus
        aria-label={t('Address of the link')}
        placeholder="https://"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            set()
          }
          if (event.key === 'Escape') onCancel()
        }}
      />
      <Button size="xs" variant="default" disabled={url === ''} onClick={set}>
        {t('Apply')}
      </Button>
      {href !== '' && (
        <Button size="xs" variant="default" onClick={() => onSet('')}>
          {t('Remove link')}
        </Button>
      )}
    </div>
  )
}
