import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Markdown } from '#ui/Markdown.tsx'
import { Menu } from '#ui/Menu.tsx'
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import css from './catalog.module.css'

const tones: readonly Tone[] = ['neutral', 'info', 'success', 'warning', 'danger']
const items = [
  { key: 'edit', label: 'Edit' },
  '-' as const,
  { key: 'delete', label: 'Delete', danger: true },
]

const Opened = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={css.button} onClick={() => setOpen(true)}>
        Open a dialog
      </button>
      <button
        type="button"
        className={css.button}
        onClick={() => toast.info({ title: 'Saved', message: 'With a line that says what.' })}
      >
        Show a notification
      </button>
      <Menu label="Actions" items={items}>
        {(trigger) => (
          <button type="button" {...trigger} className={css.button} aria-label="Actions">
            <IconDots size={16} aria-hidden />
          </button>
        )}
      </Menu>
      {open ? (
        <Dialog title="A dialog" onClose={() => setOpen(false)}>
          <p>Focus stays inside, and Escape closes it.</p>
        </Dialog>
      ) : null}
    </>
  )
}

/** The components of the interface. */
export const Components = () => (
  <section className={css.entry} aria-labelledby="components">
    <h2 id="components">Components</h2>
    <div className={css.states}>
      <div className={css.row}>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      <div className={css.row}>
        <Opened />
      </div>
      <EmptyState title="Nothing here yet" text="What to do about it." />
      <ErrorState title="It could not be loaded" onRetry={() => undefined} />
      <div>
        <Skeleton />
        <SkeletonRows rows={2} />
      </div>
      <Markdown text={'**Strong**, *emphasised*, `code`\n\n- one\n- two'} />
    </div>
  </section>
)
