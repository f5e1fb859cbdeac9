import { Modal } from '@mantine/core'
import { t } from '../lib/words.ts'
import { Kbd } from '../ui/kbd.tsx'
import type { Command } from './commands.ts'
import { groupEntries } from './palette-entries.ts'
import classes from './shell-dialogs.module.css'

const general = [
  { label: t('Search and commands'), keys: 'mod+k' },
  { label: t('Search the list of a page'), keys: '/' },
  { label: t('Next and previous row of a list'), keys: '↓ ↑' },
  { label: t('Select a row'), keys: 'x' },
  { label: t('Close a dialog or panel'), keys: 'esc' },
]

/** Every key of the shell, read from the command registry. */
export function ShortcutsDialog({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const groups = groupEntries(commands.filter((command) => command.keys !== undefined))
  return (
    <Modal opened onClose={onClose} title={t('Keyboard shortcuts')} size={460} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Section title={t('General')} rows={general} />
      {groups.map(([group, members]) => (
        <Section key={group} title={group} rows={members.map(({ label, keys = '' }) => ({ label, keys }))} />
      ))}
    </Modal>
  )
}

function Section({ title, rows }: { title: string; rows: readonly { label: string; keys: string }[] }) {
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{title}</h3>
      <dl className={classes.keys}>
        {rows.map(({ label, keys }) => (
          <div key={label} className={classes.key}>
            <dt>{label}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
