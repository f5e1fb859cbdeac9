import classes from './kbd.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

const named: Record<string, string> = { esc: 'Esc', enter: 'Enter' }

/** `mod+k` as `Ctrl K` (`⌘ K` on a Mac), `g d` as `G D`. */
export const keyLabel = (keys: string): string =>
  keys
    .split(/[+ ]/)
    .map((key) => (key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : (named[key] ?? key.toUpperCase())))
    .join(' ')

/** A key or key sequence, in the notation of the command registry. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className={classes.kbd}>{keyLabel(keys)}</kbd>
}
