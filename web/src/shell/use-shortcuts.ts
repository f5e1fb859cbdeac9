import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../ui/is-typing.ts'
import type { Command } from './commands.ts'
import { preloadPalette } from './shell-dialogs.tsx'

/** Milliseconds after which the palette is fetched ahead, when the page itself has been. */
const preloadMs = 1_500
/** Milliseconds in which the second key of a sequence must follow. */
const sequenceMs = 1_000

interface ShortcutOptions {
  onPalette: () => void
}

/** Runs commands by their keys: `mod+k` anywhere, sequences such as `g d` only outside text fields. */
export function useShortcuts(commands: readonly Command[], { onPalette }: ShortcutOptions): void {
  const runKeys = useEffectEvent((keys: string): boolean => {
    const command = commands.find((each) => each.keys === keys && each.disabledReason === undefined)
    command?.run()
    return command !== undefined
  })
  const openPalette = useEffectEvent(onPalette)
  const startsSequence = useEffectEvent((key: string) => commands.some((each) => each.keys?.startsWith(`${key} `)))

  useEffect(() => {
    let first: { key: string; at: number } | null = null
    function onKeyDown(event: KeyboardEvent): void {
      const key = event.key.toLowerCase()
      if (key === 'control' || key === 'meta') return preloadPalette()
      if (event.ctrlKey || event.metaKey) {
        if (event.altKey || event.shiftKey) return
        if (key === 'k') {
          event.preventDefault()
          openPalette()
        } else if (key === '/' && runKeys('mod+/')) event.preventDefault()
        return
      }
      if (event.altKey || isTyping(event.target)) return
      const previous = first && Date.now() - first.at < sequenceMs ? first.key : null
      first = previous === null && startsSequence(key) ? { key, at: Date.now() } : null
      if (previous !== null && runKeys(`${previous} ${key}`)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    const ahead = setTimeout(preloadPalette, preloadMs)
    return () => {
      clearTimeout(ahead)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
