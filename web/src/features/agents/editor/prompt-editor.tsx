import { Button, Menu, Modal, SegmentedControl, Textarea } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { promptVariables } from '@imperium/contract/agents/prompt-variables.ts'
import type { PromptVariable } from '@imperium/contract/agents/prompt-variables.ts'
import { formatNumber } from '../../../lib/format.ts'
import { plural, t } from '../../../lib/words.ts'
import { ReturnFocus } from '../../../ui/dialog/return-focus.tsx'
import { Chat } from '../chat/chat.tsx'
import { readSchema } from './agent-form.ts'
import type { AgentValues } from './agent-form.ts'
import type { SavedAgent } from './saved-agent.ts'
import { promptProblem } from './prompt-problem.ts'
import { PromptVersions } from './prompt-versions.tsx'
import classes from './prompt-editor.module.css'

interface PromptEditorProps {
  /** The values of the form; the editor changes the prompt alone. */
  values: AgentValues
  onChange: (prompt: string) => void
  onClose: () => void
  disabled: boolean
  saved: SavedAgent | undefined
}

type Pane = 'prompt' | 'try' | 'versions'
const maxLength = 20_000

const variableLabels: Record<PromptVariable, string> = {
  'organization.name': t('Name of the organization'),
  'agent.name': t('Name of the agent'),
  'person.name': t('Who runs the agent'),
  today: t('Date, such as 2026-03-10'),
  weekday: t('Day of the week, in English'),
  time: t('Time, such as 14:05'),
  time_zone: t('Time zone of the organization'),
}

/** The prompt on the whole screen, beside a try of it and its earlier versions. */
export function PromptEditor({ values, onChange, onClose, disabled, saved }: PromptEditorProps) {
  const [side, setSide] = useState<Exclude<Pane, 'prompt'>>('try')
  const [pane, setPane] = useState<Pane>('prompt')
  const prompt = values.config.systemPrompt
  const sides = [
    { value: 'try', label: t('Try it') },
    { value: 'versions', label: t('Versions') },
  ]
  const open = (next: string) => {
    if (next === 'try' || next === 'versions') setSide(next)
    setPane(next === 'try' || next === 'versions' ? next : 'prompt')
  }
  return (
    <Modal.Root opened onClose={onClose} fullScreen closeOnEscape={false}>
      <Modal.Overlay />
      <Modal.Content
        classNames={{ content: classes.content ?? '' }}
        onFocusCapture={keepEscape}
        onKeyDown={(event) => closesOn(event) && onClose()}
      >
        <ReturnFocus />
        <Modal.Header>
          <Modal.Title>{t('System prompt')}</Modal.Title>
          {saved && (
            <SegmentedControl
              className={classes.panes ?? ''}
              size="xs"
              aria-label={t('Part of the editor')}
              data={[{ value: 'prompt', label: t('Prompt') }, ...sides]}
              value={pane}
              onChange={open}
            />
          )}
          <Button className={classes.done ?? ''} onClick={onClose}>
            {t('Done')}
          </Button>
        </Modal.Header>
        <div className={classes.columns} data-pane={pane} data-alone={!saved || undefined}>
          <Editor prompt={prompt} onChange={onChange} disabled={disabled} />
          {saved && (
            <div className={classes.side}>
              <SegmentedControl
                className={classes.sides ?? ''}
                size="xs"
                aria-label={t('Beside the prompt')}
                data={sides}
                value={side}
                onChange={open}
              />
              {side === 'versions' ? (
                <PromptVersions agent={saved.agent} prompt={prompt} onRestore={disabled ? undefined : onChange} />
              ) : (
                <DraftChat values={values} saved={saved} />
              )}
            </div>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Every open dialog hears Escape: this mark keeps the form behind the editor open. */
function keepEscape({ target }: FocusEvent<HTMLElement>): void {
  target.setAttribute('data-mantine-stop-propagation', 'true')
}

/** Escape closes an open menu or list first. */
const closesOn = ({ key, target, defaultPrevented }: KeyboardEvent<HTMLElement>): boolean =>
  key === 'Escape' &&
  !defaultPrevented &&
  target instanceof HTMLElement &&
  target.getAttribute('aria-expanded') !== 'true' &&
  target.closest('[role="menu"]') === null

function Editor({ prompt, onChange, disabled }: { prompt: string; onChange: (prompt: string) => void; disabled: boolean }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const problem = promptProblem(prompt)

  /** At the cursor, as if it were typed: the browser's own undo takes it back. */
  function insert(name: PromptVariable): void {
    const input = box.current
    if (!input) return
    const text = `{{${name}}}`
    const { selectionStart: from, selectionEnd: to } = input
    const next = prompt.slice(0, from) + text + prompt.slice(to)
    if (next.length > maxLength) return
    onChange(next)
    requestAnimationFrame(() => {
      input.focus()
      input.setSelectionRange(from + text.length, from + text.length)
    })
  }

  return (
    <div className={classes.editor}>
      <Textarea
        ref={box}
        aria-label={t('System prompt')}
        classNames={{ root: classes.grow ?? '', wrapper: classes.grow ?? '', input: classes.input ?? '' }}
        maxLength={maxLength}
        spellCheck
        disabled={disabled}
        data-autofocus
        value={prompt}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.foot}>
        <Menu position="top-start" returnFocus={false}>
          <Menu.Target>
            <Button variant="default" size="xs" leftSection={<IconBraces size={14} stroke={1.7} aria-hidden />} disabled={disabled}>
              {t('Insert a variable')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {promptVariables.map((name) => (
              <Menu.Item key={name} onClick={() => insert(name)}>
                <span className="mono">{`{{${name}}}`}</span>
                <span className={classes.about}>{variableLabels[name]}</span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <span className={classes.count}>
          {plural(prompt.length, { one: '{count} character', other: '{count} characters' }, { count: formatNumber(prompt.length) })}
        </span>
        <span className={classes.problem} role="status">
          {problem}
        </span>
      </div>
    </div>
  )
}

/** A chat with the settings of the form as they stand, saved or not. */
function DraftChat({ values, saved: { agent, view } }: { values: AgentValues; saved: SavedAgent }) {
  const [lastRunId, setLastRunId] = useState<string | undefined>()
  const { model, temperature, maxTokens, systemPrompt } = values.config
  const { capabilities } = values
  const outputSchema = readSchema(values.config.outputSchema)
  const isSaved =
    JSON.stringify([agent.model, agent.temperature, agent.maxTokens, agent.systemPrompt, agent.capabilities, agent.outputSchema]) ===
    JSON.stringify([model, temperature, maxTokens, systemPrompt, capabilities, outputSchema])
  return (
    <Chat
      agent={agent}
      view={view}
      lastRunId={lastRunId}
      onLastRun={setLastRunId}
      draft={isSaved ? undefined : { model, temperature, maxTokens, systemPrompt, capabilities, outputSchema }}
    />
  )
}
