import { MantineProvider } from '@mantine/core'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach } from 'vitest'
import { mantineTheme } from '../theme/mantine-theme.ts'

afterEach(cleanup)

/** Renders a part of the kit alone; returns how to render it again with other props. */
export function showPart(part: ReactNode): (next: ReactNode) => void {
  const framed = (each: ReactNode) => (
    <MantineProvider theme={mantineTheme} env="test">
      {each}
    </MantineProvider>
  )
  const { rerender } = render(framed(part))
  return (next) => rerender(framed(next))
}
