import { useQuery } from '@tanstack/react-query'
import { get } from '#data/api.ts'
import { useCan } from '#data/me.ts'
import { keys, listQuery } from '#data/queries.ts'
import { modelOf } from '#engine/resource.ts'
import { useTranslation } from '#ui/i18n.ts'
import { conversations } from '../resources.ts'
import type { Trigger } from './trigger.ts'
import css from './thread.module.css'

export interface Choice {
  readonly id: string
  readonly title: string
  readonly beside: string
  /** Text to insert. */
  readonly text: string
}
const MOST = 6

const useMacros = (on: boolean) => {
  const can = useCan()
  const macros = modelOf('macros')
  return useQuery({
    ...listQuery(macros ?? { collection: 'macros' }, {
      filter: {
        and: [
          { path: ['active'], op: 'eq', value: true },
          { path: ['body'], op: 'isNull', value: false },
        ],
      },
      sort: [{ field: 'title', descending: false }],
      limit: 200,
    }),
    enabled: on && macros !== undefined && can('macro.list') && can('macro.field.body.read'),
    staleTime: 60_000,
  }).data
}
/** People who may read the conversation, according to the server. */
const useColleagues = (on: boolean, conversation: string | undefined) => {
  const can = useCan()
  return useQuery({
    queryKey: [...keys.record(conversations().collection, conversation ?? ''), 'colleagues'],
    queryFn: async ({ signal }) =>
      (
        await get<{ data: readonly { readonly id: string; readonly name: string }[] }>(
          `/api/conversations/${encodeURIComponent(conversation ?? '')}/previews/colleagues`,
          { signal },
        )
      ).data,
    enabled: on && conversation !== undefined && can('employee.list'),
    staleTime: 60_000,
  }).data
}

/** Choices for a trigger; empty without a trigger or a match. */
export const useChoices = (
  trigger: Trigger | undefined,
  conversation: string | undefined,
): readonly Choice[] => {
  const macros = useMacros(trigger?.sign === '/')
  const colleagues = useColleagues(trigger?.sign === '@', conversation)
  if (!trigger) return []
  const wanted = trigger.search.toLocaleLowerCase()
  const all: readonly Choice[] =
    trigger.sign === '@'
      ? (colleagues ?? []).map(({ id, name }) => ({
          id,
          title: name,
          beside: '',
          text: `@${name} `,
        }))
      : (macros?.data ?? []).map((m) => ({
          id: m.id,
          title: String(m.title),
          beside: m.shortcut ? `/${String(m.shortcut)}` : '',
          text: String(m.body),
        }))
  const starts = (c: Choice) => {
    if (c.beside.slice(1).toLocaleLowerCase().startsWith(wanted)) return 0
    if (c.title.toLocaleLowerCase().startsWith(wanted)) return 1
    return 2
  }
  return all
    .filter((c) =>
      `${c.title} ${c.beside} ${trigger.sign === '/' ? c.text : ''}`
        .toLocaleLowerCase()
        .includes(wanted),
    )
    .sort((a, b) => starts(a) - starts(b))
    .slice(0, MOST)
}

interface PickerProps {
  readonly id: string
  readonly trigger: Trigger
  readonly choices: readonly Choice[]
  readonly active: number
  readonly onPick: (choice: Choice) => void
}

/** List above the text box; the box keeps the focus. */
export const Picker = ({ id, trigger, choices, active, onPick }: PickerProps) => {
  const { t } = useTranslation()
  return (
    <div className={css.picker}>
      <p className={css.pickerHead}>
        {t(trigger.sign === '/' ? 'chat.canned' : 'chat.colleagues')}
      </p>
      {trigger.sign === '@' ? (
        <p className="visually-hidden" role="status">
          {t('chat.mentionChoices', { count: choices.length })}
        </p>
      ) : null}
      <ul
        id={id}
        role="listbox"
        aria-label={t(trigger.sign === '/' ? 'chat.canned' : 'chat.colleagues')}
        className={css.choices}
      >
        {choices.map((c, i) => (
          // The press must not move the focus from the box.
          <li
            key={c.id}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === active}
            className={css.choice}
            onMouseDown={(e) => {
              e.preventDefault()
              onPick(c)
            }}
          >
            <span className={css.choiceTitle} dir="auto">
              {c.title}
            </span>
            {c.beside ? <kbd className={css.choiceKey}>{c.beside}</kbd> : null}
            {trigger.sign === '/' ? <span className={css.choiceText}>{c.text}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
