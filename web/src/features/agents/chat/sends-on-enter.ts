import type { KeyboardEvent } from 'react'

/** Enter without Shift sends; while an input method composes a word, Enter only accepts it. */
export const sendsOnEnter = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing
