import { Suspense, useState } from 'react'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { retryImport } from '#ui/retryImport.ts'
import { typedAhead } from '#ui/typedAhead.ts'
import css from './timeline.module.css'

const NoteComposer = lazyPart(
  async () => (await retryImport(() => import('./NoteComposer.tsx'))).NoteComposer,
)

/** A button in the place of the editor of a new note, which opens it. */
export const NewNote = ({
  resource,
  id,
  onDone,
}: {
  readonly resource: ResourceModel
  readonly id: string
  /** Called when the note is stored. */
  readonly onDone: () => void
}) => {
  const { t } = useTranslation()
  // While the editor is open: what was typed before it was there.
  const [typed, setTyped] = useState<() => string>()
  const [returned, setReturned] = useState(false)
  const button = (
    <button
      type="button"
      className={css.input}
      data-closed
      // The focus was in the editor that is gone.
      autoFocus={returned}
      onPointerEnter={NoteComposer.preload}
      onFocus={NoteComposer.preload}
      onClick={() => {
        const start = typedAhead()
        setTyped(() => start)
      }}
    >
      {t('detail.writeNote')}
    </button>
  )
  if (!typed) return button
  const close = () => {
    setTyped(undefined)
    setReturned(true)
  }
  return (
    <Suspense fallback={button}>
      <NoteComposer
        resource={resource}
        id={id}
        typed={typed}
        onCancel={close}
        onDone={() => {
          close()
          onDone()
        }}
      />
    </Suspense>
  )
}
