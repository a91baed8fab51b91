import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import type { Json } from '#model/types.ts'
import { cut } from '#model/cut.ts'
import { fieldOf } from '#model/standard.ts'
import { Dialog } from '#ui/Dialog.tsx'
import dialog from '#ui/dialog.module.css'
import { label, useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import chat from '../shared/chat.module.css'
import { macros, tickets } from '../shared/resources.ts'
import { Choices } from './Choices.tsx'
import { useThreadAction } from '../shared/useThreadAction.ts'
import css from './ticketChat.module.css'

const labelOf = (name: 'state' | 'priority', value: unknown): string =>
  label(
    (name === 'state' ? tickets().states : (fieldOf(tickets(), name)?.options ?? [])).find(
      (o) => o.value === value,
    )?.label ?? String(value),
  )

/** Changes a macro would make: field, old value, new value. */
const changesOf = (
  macro: RecordData,
  ticket: RecordData,
  assignee: string | undefined,
): { readonly name: string; readonly from?: string; readonly to: string }[] => {
  const fields = tickets()
  const named = (name: string) => label(fieldOf(fields, name)?.label ?? name)
  const tags = ((macro.addTags as string[] | null) ?? []).filter(
    (tag) => !(ticket.tags as string[]).includes(tag),
  )
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
      ? [{ name: named('assignee'), to: assignee ?? String(macro.assignee).slice(0, 8) }]
      : []),
    ...(tags.length ? [{ name: named('tags'), to: tags.map((tag) => `+${tag}`).join(' ') }] : []),
  ]
}

/** Dialog that previews a macro, lets the person edit its reply, and applies it. */
export const MacroDialog = ({
  record,
  onClose,
}: {
  readonly record: RecordData
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [reply, setReply] = useState<string>()
  const { busy, error, run } = useThreadAction(tickets(), record)
  const { data } = useQuery(
    listQuery(macros(), {
      filter: { path: ['active'], op: 'eq', value: true },
      sort: [{ field: 'title', descending: false }],
      limit: 200,
    }),
  )
  const wanted = search.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = data?.data.filter((m) =>
    wanted.every((word) =>
      `${String(m.title)} ${String(m.shortcut ?? '')} ${String(m.body ?? '')}`
        .toLocaleLowerCase()
        .includes(word),
    ),
  )
  const macro = data?.data.find((m) => m.id === chosen)
  const assignee =
    typeof macro?.assignee === 'string'
      ? data?.included.employees?.[macro.assignee]?.title
      : undefined
  const changes = macro ? changesOf(macro, record, assignee) : []
  const text = reply ?? String(macro?.body ?? '')
  const apply = async (one: RecordData | undefined, edited?: string) => {
    if (!one) return
    const body: Record<string, Json> = {
      macro: one.id,
      ...(edited === undefined ? {} : { reply: edited }),
    }
    if (!(await run('applyMacro', body))) return
    toast.success(t('ticket.macroApplied', { title: String(one.title) }))
    onClose()
  }
  const noteOf = (m: RecordData): string =>
    [m.shortcut ? `/${String(m.shortcut)}` : '', cut(String(m.body ?? '').replace(/\s+/g, ' '), 90)]
      .filter(Boolean)
      .join(' · ')
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
                  value={text}
                  placeholder={t('ticket.noReply')}
                  onChange={(e) => setReply(e.currentTarget.value)}
                />
              </label>
            </>
          ) : (
            <p className={css.none}>{t('ticket.chooseMacro')}</p>
          )}
          {error ? (
            <p role="alert" className={dialog.error}>
              {error}
            </p>
          ) : null}
        </section>
        <div className={`${dialog.foot} ${css.foot}`}>
          <button type="button" className={chat.button} onClick={onClose}>
            {t('common.cancel')}
          </button>
          <button
            type="submit"
            className={chat.primary}
            disabled={!macro || busy || (!changes.length && !text.trim())}
          >
            {t('ticket.applyMacro')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
