import { Button, Textarea } from '@mantine/core'
import { IconPlayerStop, IconSend2 } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { runs } from '@imperium/contract/runs.ts'
import { call, keyOf } from '../../../lib/api.ts'
import { useStopGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { reportFailure } from '../report-failure.ts'
import { readRunInput } from '../runs/read-run-input.ts'
import { AttachedImages, AttachImage, useImages } from './attached-images.tsx'
import { sendsOnEnter } from './sends-on-enter.ts'
import classes from './chat.module.css'

interface ComposerProps {
  initial: string
  /** The run that is answering; it can be stopped. */
  runningId: string | undefined
  busy: boolean
  refusal: string | undefined
  /** Undefined for a model that reads no images. */
  upload: ((file: File) => Promise<{ id: string }>) | undefined
  onSend: (text: string, images: readonly string[]) => void
}

/** The box for the next message. Enter sends, Shift+Enter begins a line. */
export function Composer({ initial, runningId, busy, refusal, upload, onSend }: ComposerProps) {
  const [typed, setTyped] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const images = useImages(upload)
  const box = useRef<HTMLTextAreaElement>(null)
  const isWaiting = busy || runningId !== undefined
  useEffect(() => {
    // Keep the focus on a tab for keyboard users who move along the tabs, and in a dialog that opened meanwhile.
    if (document.activeElement === document.body) box.current?.focus()
  }, [isWaiting])

  function send(): void {
    if (isWaiting || images.isUploading || refusal !== undefined) return
    const read = readRunInput('text', typed)
    setProblem(read.ok ? null : read.message)
    if (read.ok) onSend(typed.trim(), images.ids)
  }

  return (
    <form
      className={classes.composer}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog inside a form: React tells the outer form too.
        event.stopPropagation()
        send()
      }}
    >
      <AttachedImages images={images} />
      {upload && <AttachImage images={images} disabled={refusal !== undefined || isWaiting} />}
      <Textarea
        ref={box}
        className={classes.box ?? ''}
        aria-label={t('Message')}
        placeholder={t('Write a message')}
        autosize
        minRows={1}
        maxRows={8}
        value={typed}
        error={problem}
        disabled={refusal !== undefined}
        title={refusal}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(null)
        }}
        onPaste={(event) => {
          const pasted = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'))
          if (!upload || pasted.length === 0) return
          event.preventDefault()
          void images.add(pasted)
        }}
        onKeyDown={(event) => {
          if (!sendsOnEnter(event)) return
          event.preventDefault()
          send()
        }}
      />
      {runningId === undefined ? (
        <Button
          type="submit"
          leftSection={<IconSend2 size={15} stroke={1.7} aria-hidden />}
          disabled={refusal !== undefined || busy}
          title={refusal}
        >
          {busy ? t('Sending...') : t('Send||chat')}
        </Button>
      ) : (
        <StopButton id={runningId} />
      )}
    </form>
  )
}

function StopButton({ id }: { id: string }) {
  const client = useQueryClient()
  const refusal = useStopGate('runs:cancel')
  const stop = useMutation({
    mutationFn: () => call(runs.cancel, { params: { id } }),
    meta: { silent: true },
    onError: (error) => reportFailure(t('The answer could not be stopped'), error),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(runs.read) }),
  })
  const isStopping = stop.isPending || stop.isSuccess
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerStop size={15} stroke={1.7} aria-hidden />}
      disabled={refusal !== undefined || isStopping}
      title={refusal}
      onClick={() => stop.mutate()}
    >
      {isStopping ? t('Stopping...') : t('Stop')}
    </Button>
  )
}
