import { useRef, type ReactNode } from 'react'
import { IconAt, IconBolt, IconLock, IconPaperclip } from '@tabler/icons-react'
import { useCan } from '#data/me.ts'
import { useTranslation } from '#ui/i18n.ts'
import type { ComposerState } from './useComposer.ts'
import css from './thread.module.css'

/** Chooses between a reply to the customer and a note for our own staff. */
export const KindSwitch = ({
  composer: { draft, change, box },
  draftKey,
}: {
  readonly composer: ComposerState
  readonly draftKey: string
}) => {
  const { t } = useTranslation()
  const kinds = [
    { note: false, text: t('chat.reply') },
    { note: true, text: t('chat.note') },
  ]
  return (
    <div className={css.kinds} role="radiogroup" aria-label={t('chat.kind')}>
      {kinds.map((k) => (
        <label
          key={String(k.note)}
          className={css.kind}
          data-on={draft.note === k.note || undefined}
          {...(k.note ? { title: t('chat.noteHint') } : {})}
        >
          <input
            type="radio"
            className="visually-hidden"
            name={`kind-${draftKey}`}
            data-chat-kind={k.note ? 'note' : 'reply'}
            checked={draft.note === k.note}
            onClick={() => box.current?.focus()}
            onChange={() => change({ note: k.note })}
          />
          {k.note ? <IconLock size={13} aria-hidden /> : null}
          {k.text}
        </label>
      ))}
    </div>
  )
}

const Tool = ({
  label,
  hint = label,
  onClick,
  children,
}: {
  readonly label: string
  readonly hint?: string
  readonly onClick: () => void
  readonly children: ReactNode
}) => (
  <button type="button" className={css.icon} aria-label={label} title={hint} onClick={onClick}>
    {children}
  </button>
)

/** Buttons that attach files and open the lists of canned replies and people. */
export const ComposerTools = ({
  composer: { note, attach, begin },
  conversation,
}: {
  readonly composer: ComposerState
  readonly conversation: string | undefined
}) => {
  const { t } = useTranslation()
  const can = useCan()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Tool label={t('chat.attach')} onClick={() => picker.current?.click()}>
        <IconPaperclip size={18} aria-hidden />
      </Tool>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('chat.attach')}
        onChange={(e) => {
          attach(e.currentTarget.files ?? [])
          e.currentTarget.value = ''
        }}
      />
      {can('macro.list') ? (
        <Tool label={t('chat.canned')} hint={t('chat.cannedHint')} onClick={() => begin('/')}>
          <IconBolt size={18} aria-hidden />
        </Tool>
      ) : null}
      {note && conversation && can('employee.list') ? (
        <Tool label={t('chat.mention')} onClick={() => begin('@')}>
          <IconAt size={18} aria-hidden />
        </Tool>
      ) : null}
    </>
  )
}
