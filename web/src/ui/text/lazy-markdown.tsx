import { Suspense, lazy } from 'react'
import type { ComponentProps } from 'react'

const Text = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }))

/** Text in Markdown, whose parser is a separate chunk. */
export function Markdown(props: ComponentProps<typeof Text>) {
  return (
    <Suspense fallback={null}>
      <Text {...props} />
    </Suspense>
  )
}
