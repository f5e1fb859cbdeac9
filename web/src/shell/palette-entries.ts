import type { Icon } from '@tabler/icons-react'
import type { Command } from './commands.ts'

/** One line of the palette: a command or a search hit. */
export interface Entry {
  id: string
  group: string
  label: string
  detail?: string | undefined
  icon: Icon
  keys?: string | undefined
  disabledReason?: string | undefined
  run: () => void
}

/** The commands that match each typed word by prefix or substring; all commands for an empty text. */
export function matchCommands(commands: readonly Command[], text: string): readonly Entry[] {
  const texts = text.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter((command) => {
    const label = `${command.label} ${command.group} ${command.searched ?? ''}`.toLowerCase()
    return texts.every((word) => label.includes(word))
  })
}

/** Entries by group, in the order in which the groups first appear. */
export function groupEntries(entries: readonly Entry[]): readonly (readonly [string, readonly Entry[]])[] {
  return [...Map.groupBy(entries, (entry) => entry.group)]
}
