import { IconDots, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Button, buttonClass, IconButton, Spinner } from '#ui/Button.tsx'
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
      <Button variant="default" onClick={() => setOpen(true)}>
        Open a dialog
      </Button>
      <Button
        variant="default"
        onClick={() => toast.info({ title: 'Saved', message: 'With a line that says what.' })}
      >
        Show a notification
      </Button>
      <Menu label="Actions" items={items}>
        {(trigger) => (
          <IconButton variant="default" size={36} {...trigger} aria-label="Actions">
            <IconDots size={18} aria-hidden />
          </IconButton>
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

const looks = [
  { variant: 'filled' },
  { variant: 'default' },
  { variant: 'subtle' },
  { variant: 'subtle', tone: 'neutral' },
  { variant: 'filled', tone: 'danger' },
  { variant: 'subtle', tone: 'danger' },
] as const
const sizes = [undefined, 'small', 'compact', 'tiny'] as const

/** Every look of a button: at rest, with an icon, waiting, disabled, as a link. */
const Buttons = () => (
  <>
    {looks.map((look) => (
      <div key={JSON.stringify(look)} className={css.row}>
        {sizes.map((size) => (
          <Button key={size ?? 'normal'} {...look} size={size}>
            Button
          </Button>
        ))}
        <Button {...look}>
          <IconPlus size={16} aria-hidden />
          With an icon
        </Button>
        <Button {...look} loading>
          Waiting
        </Button>
        <Button {...look} disabled>
          Disabled
        </Button>
        <a href="#components" className={buttonClass(look)}>
          A link
        </a>
      </div>
    ))}
    <div className={css.row}>
      {([20, 28, 32, 36] as const).map((size) => (
        <IconButton key={size} size={size} aria-label="Add">
          <IconPlus size={16} aria-hidden />
        </IconButton>
      ))}
      <IconButton variant="default" size={36} aria-label="Add">
        <IconPlus size={16} aria-hidden />
      </IconButton>
      <IconButton tone="danger" aria-label="Remove">
        <IconX size={16} aria-hidden />
      </IconButton>
      <IconButton disabled aria-label="Add">
        <IconPlus size={16} aria-hidden />
      </IconButton>
      <Spinner size={16} />
    </div>
  </>
)

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
      <Buttons />
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
