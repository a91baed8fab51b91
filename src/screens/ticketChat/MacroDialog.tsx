import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '#data/queries.ts'
import type { Json } from '#model/types.ts'
import { cut } from '#model/cut.ts'
import { fieldOf } from '#model/standard.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { label, t, useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { macros, tickets, type Seen } from '../shared/resources.ts'
import { Choices } from './Choices.tsx'
import { DialogError, DialogFoot } from './DialogFoot.tsx'
import { useThreadAction } from '../shared/useThreadAction.ts'
import css from './ticketChat.module.css'

const labelOf = (name: 'state' | 'priority', value: unknown): string =>
  label(
    (name === 'state' ? tickets().states : (fieldOf(tickets(), name)?.options ?? [])).find(
      (o) => o.value === value,
    )?.label ?? String(value),
  )

/** A field that a macro would change. */
interface Change {
  readonly name: string
  readonly from?: string
  readonly to: string
}

/** Changes a macro would make. */
const changesOf = (
  macro: Seen<'macros'>,
  ticket: Seen<'tickets'>,
  assignee: string | undefined,
): Change[] => {
  const fields = tickets()
  const named = (name: string) => label(fieldOf(fields, name)?.label ?? name)
  const tags = (macro.addTags ?? []).filter((tag) => !ticket.tags?.includes(tag))
  return [
    ...(macro.setState && macro.setState !== ticket.state
      ? [
          {
            name: named('state'),
            from: labelOf('state', ticket.state),
            to: labelOf('state', macro.setState),
          },
        ]
      : []),
    ...(macro.setPriority && macro.setPriority !== ticket.priority
      ? [
          {
            name: named('priority'),
            from: labelOf('priority', ticket.priority),
            to: labelOf('priority', macro.setPriority),
          },
        ]
      : []),
    ...(macro.assignee && macro.assignee !== ticket.assignee
      ? [{ name: named('assignee'), to: assignee ?? t('common.noAccess') }]
      : []),
    ...(tags.length ? [{ name: named('tags'), to: tags.map((tag) => `+${tag}`).join(' ') }] : []),
  ]
}

const useActiveMacros = () =>
  useQuery(
    listQuery(macros(), {
      filter: { path: ['active'], op: 'eq', value: true },
      sort: [{ field: 'title', descending: false }],
      limit: 200,
    }),
  )

const searched = ({ title, shortcut, body }: Seen<'macros'>): string =>
  `${String(title)} ${String(shortcut ?? '')} ${String(body ?? '')}`.toLocaleLowerCase()

/** Those whose texts contain every word. */
const matching = (all: readonly Seen<'macros'>[], search: string): readonly Seen<'macros'>[] => {
  const words = search.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((macro) => words.every((word) => searched(macro).includes(word)))
}

const noteOf = ({ shortcut, body }: Seen<'macros'>): string =>
  [shortcut ? `/${String(shortcut)}` : '', cut(String(body ?? '').replace(/\s+/g, ' '), 90)]
    .filter(Boolean)
    .join(' · ')

/** What the macro would change, and its reply to edit. */
const Preview = ({
  changes,
  reply,
  onReply,
}: {
  readonly changes: readonly Change[]
  readonly reply: string
  readonly onReply: (text: string) => void
}) => {
  const { t } = useTranslation()
  return (
    <>
      <h3 className={css.previewTitle}>{t('ticket.preview')}</h3>
      {changes.length ? (
        <ul className={css.changes}>
          {changes.map((c) => (
            <li key={c.name}>
              <span className={css.changeName}>{c.name}</span>
              <span>
                {c.from ? (
                  <>
                    <del>{c.from}</del>{' '}
                    <span aria-hidden className={css.arrow}>
                      →
                    </span>{' '}
                  </>
                ) : null}
                <strong>{c.to}</strong>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.none}>{t('ticket.setsNothing')}</p>
      )}
      <label className={css.label}>
        {t('ticket.reply')}
        <textarea
          className={css.area}
          rows={6}
          maxLength={10_000}
          dir="auto"
          value={reply}
          placeholder={t('ticket.noReply')}
          onChange={(e) => onReply(e.currentTarget.value)}
        />
      </label>
    </>
  )
}

/** Dialog that previews a macro, lets the person edit its reply, and applies it. */
export const MacroDialog = ({
  record,
  onClose,
}: {
  readonly record: Seen<'tickets'>
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [reply, setReply] = useState<string>()
  const { busy, error, run } = useThreadAction(tickets(), record)
  const { data } = useActiveMacros()
  const found = data && matching(data.data, search)
  const macro = data?.data.find((m) => m.id === chosen)
  const assignee = data?.included.employees?.[String(macro?.assignee)]?.title
  const changes = macro ? changesOf(macro, record, assignee) : []
  const text = reply ?? String(macro?.body ?? '')
  const apply = async (one: Seen<'macros'> | undefined, edited?: string) => {
    if (!one) return
    const body: Record<string, Json> = {
      macro: one.id,
      ...(edited === undefined ? {} : { reply: edited }),
    }
    if (!(await run('applyMacro', body))) return
    toast.success(t('ticket.macroApplied', { title: String(one.title) }))
    onClose()
  }
  return (
    <Dialog title={t('ticket.applyMacro')} onClose={onClose} wide>
      <form
        className={css.split}
        onSubmit={(e) => {
          e.preventDefault()
          void apply(macro, reply)
        }}
      >
        <Choices
          label={t('ticket.macros')}
          none={t('ticket.noMacros')}
          value={chosen}
          onChange={(id) => {
            setChosen(id)
            setReply(undefined)
          }}
          search={{ label: t('ticket.searchMacros'), value: search, onChange: setSearch }}
          choices={found?.map((m) => ({
            id: m.id,
            title: String(m.title),
            note: noteOf(m),
          }))}
          act={{
            text: t('list.apply'),
            name: (title) => t('ticket.applyNow', { title }),
            busy,
            // The edited reply belongs to the chosen macro.
            run: (id) =>
              void apply(
                data?.data.find((m) => m.id === id),
                id === chosen ? reply : undefined,
              ),
          }}
        />
        <section className={css.preview} aria-label={t('ticket.preview')} aria-live="polite">
          {macro ? (
            <Preview changes={changes} reply={text} onReply={setReply} />
          ) : (
            <p className={css.none}>{t('ticket.chooseMacro')}</p>
          )}
          <DialogError text={error} />
        </section>
        <DialogFoot
          action={t('ticket.applyMacro')}
          disabled={!macro || busy || (!changes.length && !text.trim())}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
