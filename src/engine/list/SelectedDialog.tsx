import { IconX } from '@tabler/icons-react'
import type { RecordData } from '#data/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { hrefOf } from '../links.tsx'
import { titleOf } from '../recordActions.ts'
import type { List } from './useList.ts'
import css from './bulk.module.css'

interface SelectedDialogProps {
  readonly list: List
  /** Records of the list by id, also of other pages. */
  readonly known: ReadonlyMap<string, RecordData>
  readonly onClose: () => void
}

/** The selected records by name, on all pages; each can be left out. */
export const SelectedDialog = ({ list, known, onClose }: SelectedDialogProps) => {
  const { t } = useTranslation()
  const { resource, selection, rights, trashed } = list
  const ids = Object.keys(selection)
  const title = t('list.selectedTitle', {
    count: ids.length,
    one: inSentence(resource.label.one),
    many: inSentence(resource.label.many),
  })
  const leave = (id: string) => {
    list.setSelection((old) => {
      const { [id]: _, ...rest } = old
      return rest
    })
    if (ids.length === 1) onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <ul className={css.chosen}>
        {ids.map((id) => {
          const row = known.get(id)
          const name = row ? titleOf(resource, row) : id.slice(-8)
          const state = resource.states.find((s) => s.value === row?.state)
          return (
            <li key={id} className={css.one}>
              {rights.read && !trashed ? (
                <a href={hrefOf(resource, { page: 'detail', id })} target="_blank" rel="noreferrer">
                  {name}
                </a>
              ) : (
                <span>{name}</span>
              )}
              {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
              <button
                type="button"
                className={css.icon}
                aria-label={t('list.leaveOut', { title: name })}
                title={t('list.leaveOut', { title: name })}
                onClick={() => leave(id)}
              >
                <IconX size={16} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
